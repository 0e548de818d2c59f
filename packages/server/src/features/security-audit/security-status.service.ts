import { securityScoreOf, statusGradeOf } from '@tenantscope/analysis/security-grade'
import { PASSWORD, SESSION } from '@tenantscope/contract/limits'
import type { SecurityStatus } from '@tenantscope/contract/security-audit'

import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Passwords } from '../users/passwords.service.ts'
import { hashCosts } from './checks/password-hashing.ts'
import type { SelfProbe } from './checks/self-probe.ts'
import { isCookieSecure } from './checks/sessions.ts'
import type { SecurityAuditRepo } from './security-audit.repo.ts'
import type { SecurityFactsRepo } from './security-facts.repo.ts'
import type { SecurityMeasuring } from './security-measuring.service.ts'

export type SecurityStatusService = ReturnType<typeof createSecurityStatusService>

/** Too short, and without each of the four kinds of characters; the rule refuses them all. */
const WEAK_PASSWORDS = [
  'Ab3-efghijk',
  'ab3-efghijkl',
  'AB3-EFGHIJKL',
  'Abc-efghijkl',
  'Ab3defghijkl',
] as const

/** Returns the current state of the installation; nothing is stored. */
export function createSecurityStatusService(deps: {
  repo: Pick<SecurityAuditRepo, 'withDefaultPassword' | 'sessionExpiry'>
  facts: SecurityFactsRepo
  measuring: SecurityMeasuring
  passwords: Passwords
  probe: SelfProbe
  clock: Clock
  nodeEnv: string | null
}) {
  const { repo, facts, measuring, passwords, clock } = deps

  return {
    async status(actor: Pick<Actor, 'sessionId'>): Promise<SecurityStatus> {
      const now = clock.now()
      const [measured, people, expiry, costs, sessions, isSecure, isPolicyStrong] =
        await Promise.all([
          measuring.measure(),
          repo.withDefaultPassword(),
          repo.sessionExpiry(actor.sessionId),
          hashCosts({ facts, passwords }),
          facts.sessions({ now, swept: now }),
          isCookieSecure(deps.probe),
          refusesWeakPasswords(passwords),
        ])
      if (expiry === undefined) throw new AppError('SIGN_IN_REQUIRED', 'Please sign in')
      const score = securityScoreOf(measured.checks)
      const { numericScore: _, failedChecks: __, score: ___, ...counts } = score
      const unverified = [...measured.unverified, ...measured.unverifiedParts]
      const limiter = measured.checks.find(({ id }) => id === 'rate_limiting')
      return {
        ...counts,
        securityScore: statusGradeOf(score, unverified.length),
        unverified: unverified.map(({ name }) => name),
        defaultCredentialsPresent: people.length > 0,
        defaultCredentialsOf: people,
        bcryptEnabled: costs.every((cost) => cost !== null),
        saltRounds: Math.min(...costs.map((cost) => cost ?? 0)),
        strongPasswordPolicy: isPolicyStrong,
        rateLimitingActive: limiter?.passed === true,
        sessionTimeout: longestRestMs(sessions.idleSeconds),
        sessionSecure: isSecure,
        currentSessionExpiry: expiry.toISOString(),
        environment: deps.nodeEnv ?? 'not set',
      }
    },
  }
}

/** The allowed time, or that of a stored session beyond it. */
const longestRestMs = (idleSeconds: number): number =>
  Math.round(Math.max(SESSION.idleHours * 3_600, idleSeconds) * 1_000)

async function refusesWeakPasswords(passwords: Passwords): Promise<boolean> {
  const refusals = await Promise.all(
    WEAK_PASSWORDS.map((password) => passwords.refusalOf(password)),
  )
  return PASSWORD.minLength >= 12 && refusals.every((refusal) => refusal !== undefined)
}

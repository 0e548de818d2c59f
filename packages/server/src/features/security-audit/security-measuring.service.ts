import { SecurityCheckId } from '@tenantscope/contract/security-audit'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'
import type { Logger } from 'pino'

import { within } from '../../lib/waiting.ts'
import { CannotVerify, describedCheck } from './security-checks.rules.ts'
import type { Check } from './security-checks.rules.ts'

export type SecurityMeasuring = ReturnType<typeof createSecurityMeasuring>

export type Measured = Pick<SecurityAuditReport, 'checks' | 'unverified' | 'unverifiedParts'>

const CHECK_WITHIN_MS = 10_000

/** Makes every check at once, each in a time of its own. One that fails to measure is never passed. */
export function createSecurityMeasuring(deps: {
  checks: Readonly<Record<SecurityCheckId, Check>>
  logger: Logger
  withinMs?: number
}) {
  const { checks, logger, withinMs = CHECK_WITHIN_MS } = deps
  const late = new CannotVerify(`The check took longer than ${withinMs / 1_000} seconds.`)
  let underWay: Promise<Measured> | null = null

  async function outcomeOf(id: SecurityCheckId): Promise<Measured> {
    try {
      const { unverified, ...verdict } = await within(withinMs, checks[id](), late)
      return {
        checks: [{ ...describedCheck(id), ...verdict }],
        unverified: [],
        unverifiedParts: unverified.map((part) => ({ checkId: id, ...part })),
      }
    } catch (error) {
      if (!(error instanceof CannotVerify))
        logger.warn({ err: error, check: id }, 'security check failed')
      const reason =
        error instanceof CannotVerify ? error.message : 'The check failed; see the server log.'
      const unmeasured = { ...describedCheck(id), evidence: 'Nothing was measured.', reason }
      return { checks: [], unverified: [unmeasured], unverifiedParts: [] }
    }
  }

  async function measureAll(): Promise<Measured> {
    const outcomes = await Promise.all(SecurityCheckId.options.map(outcomeOf))
    return {
      checks: outcomes.flatMap((each) => each.checks),
      unverified: outcomes.flatMap((each) => each.unverified),
      unverifiedParts: outcomes.flatMap((each) => each.unverifiedParts),
    }
  }

  return {
    /** Callers during a measurement get its result. */
    measure: (): Promise<Measured> =>
      (underWay ??= measureAll().finally(() => {
        underWay = null
      })),
  }
}

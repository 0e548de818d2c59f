import { SecurityCheckId } from '@tenantscope/contract/security-audit'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'
import type { Logger } from 'pino'

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
  let underWay: Promise<Measured> | null = null

  async function outcomeOf(id: SecurityCheckId): Promise<Measured> {
    try {
      const { unverified, ...verdict } = await within(withinMs, checks[id]())
      return {
        checks: [{ ...describedCheck(id), ...verdict }],
        unverified: [],
        unverifiedParts: unverified.map((part) => ({ checkId: id, ...part })),
      }
    } catch (error) {
      if (!(error instanceof CannotVerify))
        logger.warn({ err: error, check: id }, 'a security check could not be made')
      const reason =
        error instanceof CannotVerify
          ? error.message
          : 'The check failed before it had measured anything; the log says why.'
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
    /** Whoever asks while it is being measured gets that measurement. */
    measure: (): Promise<Measured> =>
      (underWay ??= measureAll().finally(() => {
        underWay = null
      })),
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new CannotVerify(`The check took longer than ${ms / 1_000} seconds.`)),
    ms,
  )
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

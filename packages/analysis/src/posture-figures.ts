import { VERDICT_LETTERS } from '@tenantscope/contract/posture'
import type { MembersByCoverage, PostureEstate } from '@tenantscope/contract/posture'

import { ageOf } from './data-age.ts'
import { sumSentence } from './tenant-sums.ts'

/** The figures at the top of Posture, over all tenants of the reader that are not Inactive. */
export interface PostureFigures {
  readonly tenants: number
  /** Tenants with verdicts, also old ones. */
  readonly judged: number
  /** Tenants with a failed critical check, as on All Tenants. */
  readonly failingCritical: number
  /** Checks that fail in a tenant. */
  readonly failingChecks: number
  /** The mean of the known scores in percent, rounded down; null when there is none. */
  readonly averageScore: number | null
  readonly scored: number
  /** The oldest and the newest facts that the figures rest on. */
  readonly dataAge: ReturnType<typeof ageOf>
}

export function postureFigures({ checks, tenants }: PostureEstate): PostureFigures {
  const isCritical = checks.map(({ severity }) => severity === 'critical')
  const scores = tenants.flatMap(({ score }) => score ?? [])
  const total = scores.reduce((sum, score) => sum + score, 0)
  return {
    tenants: tenants.length,
    judged: tenants.filter(({ verdicts }) => verdicts !== null).length,
    failingCritical: tenants.filter((tenant) =>
      isCritical.some((critical, at) => critical && hasFailed(tenant, at)),
    ).length,
    failingChecks: checks.filter((_, at) => tenants.some((tenant) => hasFailed(tenant, at))).length,
    averageScore: scores.length === 0 ? null : Math.floor(total / scores.length),
    scored: scores.length,
    dataAge: ageOf(tenants.flatMap(({ dataAsOf, isOld }) => (isOld ? [] : (dataAsOf ?? [])))),
  }
}

const hasFailed = ({ verdicts }: PostureEstate['tenants'][number], at: number): boolean =>
  verdicts?.charAt(at) === VERDICT_LETTERS.failed

/**
 * Returns which tenants have current verdicts as one sentence that adds up to the tenants of All
 * Tenants: '46 with current verdicts + 2 not judged yet + 2 inactive = 50 tenants'. Null when all have.
 */
export function judgedSentence(
  { tenants, inactiveTenants }: Pick<PostureEstate, 'tenants' | 'inactiveTenants'>,
  numberText: (value: number) => string,
): string | null {
  const judged = tenants.filter(({ verdicts }) => verdicts !== null)
  const old = judged.filter(({ isOld }) => isOld).length
  return sumSentence(
    [
      [judged.length - old, 'with current verdicts'],
      [old, 'not read for 7 days'],
      [tenants.length - judged.length, 'not judged yet'],
      [inactiveTenants, 'inactive'],
    ],
    { total: ['tenant', 'tenants'], numberText },
  )
}

/** Returns how many percent of the members MFA covers, rounded down; null when there are no members. */
export function coveredPercent({
  covered,
  notCovered,
  notKnown,
}: MembersByCoverage): number | null {
  const all = covered + notCovered + notKnown
  return all === 0 ? null : Math.floor((covered / all) * 100)
}

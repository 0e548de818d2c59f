import { SEVERITY_WEIGHTS } from '@tenantscope/analysis/checks/posture-score'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { ShownVerdict } from '@tenantscope/contract/posture'

import { verdictOf } from './estate.ts'
import type { EstateCheck, Selection } from './estate.ts'

/** A check with how many of the shown tenants have the verdict. */
export interface CheckToFix {
  readonly check: EstateCheck
  readonly count: number
  /** Tenants where it is not known whether the check passes. */
  readonly unknown: number
  readonly accepted: number
}

/** Returns the checks that fail, or have another chosen verdict: severity by tenants, worst first. */
export function checksToFix(
  { checks, tenants }: Selection,
  verdict: ShownVerdict = 'failed',
): readonly CheckToFix[] {
  return checks
    .map((check) => {
      const verdicts = tenants.map((tenant) => verdictOf(tenant, check))
      const countOf = (...wanted: (ShownVerdict | null)[]) =>
        verdicts.filter((each) => wanted.includes(each)).length
      return {
        check,
        count: countOf(verdict),
        unknown: countOf('notRead', 'noPermission', null),
        accepted: countOf('excepted'),
      }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
}

const weightOf = ({ check, count }: CheckToFix): number => SEVERITY_WEIGHTS[check.severity] * count

/** 'Fails in 31 of 52 tenants', 'Not read in 2 of 52 tenants'. */
export function countText(
  count: number,
  { tenants, verdict = 'failed' }: { tenants: number; verdict: ShownVerdict | undefined },
): string {
  const word = verdict === 'failed' ? 'Fails' : verdictText(verdict)
  return `${word} in ${count} of ${tenants} ${tenants === 1 ? 'tenant' : 'tenants'}`
}

/** What else is known of the tenants: '3 not known, 1 accepted risk'; null: nothing. */
export function detailText(
  { unknown, accepted }: CheckToFix,
  verdict: ShownVerdict | undefined,
): string | null {
  if (verdict !== undefined && verdict !== 'failed') return null
  const parts = [unknown > 0 && `${unknown} not known`, accepted > 0 && `${accepted} accepted risk`]
  return parts.filter(Boolean).join(', ') || null
}

import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { ShownVerdict } from '@tenantscope/contract/posture'
import type { PostureCheckOverview } from '@tenantscope/contract/posture'
import { z } from 'zod'

/** Verdicts as in the address; 'notJudged' is a tenant without one. */
export const VerdictFilter = z.enum([...ShownVerdict.options, 'notJudged'])
export type VerdictFilter = z.infer<typeof VerdictFilter>

/** The filter of the tenants, as the address contains it. */
export const CheckSearch = z.object({ verdict: VerdictFilter.optional().catch(undefined) })
export type CheckSearch = z.infer<typeof CheckSearch>

export type CheckedTenant = PostureCheckOverview['tenants'][number]

/** Returns the filter value that selects a tenant. */
const filterOf = ({ verdict }: CheckedTenant): VerdictFilter => verdict ?? 'notJudged'

/** Failed tenants first, then those that are not known. */
const ORDER: readonly VerdictFilter[] = [
  'failed',
  'notRead',
  'noPermission',
  'notJudged',
  'notLicensed',
  'excepted',
  'passed',
  'notApplicable',
]

const byName = new Intl.Collator('en', { numeric: true })

/** Returns the tenants with the verdict, or all: failed first, then by name. */
export const shownTenants = (
  tenants: readonly CheckedTenant[],
  verdict: VerdictFilter | undefined,
): readonly CheckedTenant[] =>
  tenants
    .filter((tenant) => verdict === undefined || filterOf(tenant) === verdict)
    .toSorted(
      (a, b) =>
        ORDER.indexOf(filterOf(a)) - ORDER.indexOf(filterOf(b)) ||
        byName.compare(a.displayName, b.displayName) ||
        byName.compare(a.tenantId, b.tenantId),
    )

/** Returns how many tenants have each verdict, in the order of the list; verdicts without tenants are left out. */
export const countsOf = (
  tenants: readonly CheckedTenant[],
): readonly (readonly [VerdictFilter, number])[] =>
  ORDER.map(
    (verdict) =>
      [verdict, tenants.filter((tenant) => filterOf(tenant) === verdict).length] as const,
  ).filter(([, count]) => count > 0)

/** Returns a value of the filter in words. */
export const filterText = (value: VerdictFilter): string => verdictText(verdictOf(value))

/** Returns the verdict of a value of the filter; null: not judged yet. */
export const verdictOf = (value: VerdictFilter): ShownVerdict | null =>
  value === 'notJudged' ? null : value

import { daysUntil } from '@tenantscope/analysis/renewals'
import { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { RENEWALS } from '@tenantscope/contract/limits'
import type { PastRenewalDecision, Renewal } from '@tenantscope/contract/renewals'
import { z } from 'zod'

const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const DecidedFilter = z.enum(['undecided', 'decided'])

/** The view, as the address contains it. Unknown values are ignored. */
export const RenewalsSearch = z.object({
  /** Absent: a list. */
  view: z.enum(['months', 'past']).optional().catch(undefined),
  tenant: TenantId.optional().catch(undefined),
  // The router reads a SKU of digits as a number.
  sku: text.optional().catch(undefined),
  decision: DecidedFilter.optional().catch(undefined),
  /** Days. */
  within: z.coerce
    .number()
    .refine((days) => (RENEWALS.dueDays as readonly number[]).includes(days))
    .optional()
    .catch(undefined),
  group: TenantGroupId.optional().catch(undefined),
})
export type RenewalsSearch = z.infer<typeof RenewalsSearch>

/** Returns the view without its filters. */
export const unfiltered = ({ view }: RenewalsSearch): RenewalsSearch => ({ view })

export const isFiltered = ({ tenant, sku, decision, within, group }: RenewalsSearch): boolean =>
  [tenant, sku, decision, within, group].some((value) => value !== undefined && value !== '')

type Row = Pick<Renewal, 'tenantId' | 'skuId'>

/** Compares SKUs without case: tenants may spell an id differently. */
const isOf = (row: Row, { tenant, sku }: RenewalsSearch): boolean =>
  (!tenant || row.tenantId === tenant) && (!sku || row.skuId.toLowerCase() === sku.toLowerCase())

/** Returns the renewals of the filters, in their order. */
export const shownRenewals = (
  renewals: readonly Renewal[],
  view: RenewalsSearch,
  now: Date,
): readonly Renewal[] =>
  renewals.filter((renewal) => {
    const { decision, within } = view
    const isDecided = renewal.decision !== null
    return (
      isOf(renewal, view) &&
      (decision === undefined || isDecided === (decision === 'decided')) &&
      (within === undefined || daysUntil(renewal.renewsAt, now) <= within)
    )
  })

/** Returns the past decisions of the filters that concern them. */
export const shownDecisions = (
  decisions: readonly PastRenewalDecision[],
  view: RenewalsSearch,
): readonly PastRenewalDecision[] => decisions.filter((decision) => isOf(decision, view))

type Option = readonly [id: string, name: string]

const names = new Intl.Collator('en', { numeric: true })

const byName = (options: ReadonlyMap<string, string>): readonly Option[] =>
  [...options].toSorted(([, a], [, b]) => names.compare(a, b))

/** Returns the tenants and licenses of the rows as options, by name. */
export function optionsOf(rows: readonly (Row & { tenantName: string; displayName: string })[]): {
  tenants: readonly Option[]
  skus: readonly Option[]
} {
  return {
    tenants: byName(new Map(rows.map(({ tenantId, tenantName }) => [tenantId, tenantName]))),
    skus: byName(new Map(rows.map(({ skuId, displayName }) => [skuId.toLowerCase(), displayName]))),
  }
}

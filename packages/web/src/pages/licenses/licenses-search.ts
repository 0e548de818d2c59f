import type { EstateLicense } from '@tenantscope/contract/estate-licenses'
import { TenantGroupId } from '@tenantscope/contract/ids'
import { LicenseKind } from '@tenantscope/contract/licenses'
import { z } from 'zod'

import { orderOf } from '../../features/estate-licenses/order-in-address.ts'
import {
  Attention,
  compareFigures,
  costOf,
  needsAttention,
  orNone,
  wasteOf,
} from '../../features/estate-licenses/sku-figures.ts'
import { folded } from '../../lib/find-tenants.ts'

/** The columns that sort. The address contains their names. */
export const EstateColumn = z.enum([
  'name',
  'tenants',
  'seats',
  'assigned',
  'unused',
  'removableSeats',
  'price',
  'cost',
  'waste',
  'renewal',
])
export type EstateColumn = z.infer<typeof EstateColumn>

/** The view, as the address contains it. Unknown values are ignored. */
export const EstateSearch = z.object({
  // The router reads ?q=365 as a number.
  q: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined),
  kind: LicenseKind.optional().catch(undefined),
  attention: Attention.optional().catch(undefined),
  group: TenantGroupId.optional().catch(undefined),
  /** Absent: the most waste first. */
  by: EstateColumn.optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
})
export type EstateSearch = z.infer<typeof EstateSearch>

/** Returns the view without its filters. */
export const unfiltered = ({ by, order }: EstateSearch): EstateSearch => ({ by, order })

export const isFiltered = ({ q, kind, attention, group }: EstateSearch): boolean =>
  Boolean(q || kind || attention || group !== undefined)

/** Returns the rows of the table, in its order. */
export function shownLicenses(
  licenses: readonly EstateLicense[],
  view: EstateSearch,
): readonly EstateLicense[] {
  const { kind, attention } = view
  const wanted = folded((view.q ?? '').trim())
  const { by, isDescending } = orderOf(view)
  const compare = COMPARE[by]
  return licenses
    .filter((license) => kind === undefined || hasKind(license, kind))
    .filter((license) => needsAttention(license, attention))
    .filter((license) => wanted === '' || textOf(license).includes(wanted))
    .toSorted((a, b) => compare(a, b, isDescending) || byName(a, b))
}

/** A license is a trial here also where it is one in some of its tenants. */
const hasKind = (license: EstateLicense, kind: LicenseKind): boolean =>
  license.kind === kind || license.otherKinds.some((other) => other.kind === kind)

const textOf = ({ displayName, skuPartNumber, skuId }: EstateLicense): string =>
  folded([displayName, skuPartNumber, skuId].join('\n'))

const names = new Intl.Collator('en', { numeric: true })

const byName = (a: EstateLicense, b: EstateLicense): number =>
  names.compare(a.displayName, b.displayName) || (a.skuId < b.skuId ? -1 : 1)

type Compare = (a: EstateLicense, b: EstateLicense, isDescending: boolean) => number

const comparing =
  (figureOf: (license: EstateLicense) => Parameters<typeof compareFigures>[0]): Compare =>
  (a, b, isDescending) =>
    compareFigures(figureOf(a), figureOf(b), isDescending)

const COMPARE: Readonly<Record<EstateColumn, Compare>> = {
  name: (a, b, isDescending) => (isDescending ? byName(b, a) : byName(a, b)),
  tenants: comparing(({ tenants }) => tenants),
  seats: comparing(({ seats }) => seats),
  assigned: comparing(({ assigned }) => assigned),
  unused: comparing(({ unused }) => orNone(unused)),
  removableSeats: comparing(({ removableSeats }) => orNone(removableSeats)),
  price: comparing(({ price }) => price?.monthly ?? null),
  cost: comparing(costOf),
  waste: comparing(wasteOf),
  renewal: comparing(({ nextRenewal }) => nextRenewal && Date.parse(nextRenewal.date)),
}

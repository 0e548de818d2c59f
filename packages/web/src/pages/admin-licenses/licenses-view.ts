import { useNavigate, useSearch } from '@tanstack/react-router'
import { LICENSE_KINDS, LicenseKind } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'
import { useMemo } from 'react'
import { z } from 'zod'

import { useTypedSearch } from '../../lib/use-typed-search.ts'

/** The columns that sort. The address contains their names, which are therefore stable. */
export const LicenseColumn = z.enum([
  'name',
  'visibility',
  'type',
  'price',
  'firstDiscovered',
  'lastSeen',
])
export type LicenseColumn = z.infer<typeof LicenseColumn>

/** The view, as the address holds it. Unknown values are ignored. */
export const LicensesSearch = z.object({
  // The router reads ?q=365 as a number.
  q: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined),
  visibility: z.enum(['visible', 'hidden']).optional().catch(undefined),
  type: LicenseKind.optional().catch(undefined),
  /** Only SKUs without a known name. */
  unknown: z.literal(true).optional().catch(undefined),
  by: LicenseColumn.optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
})
export type LicensesSearch = z.infer<typeof LicensesSearch>

/** Holds the view in the address: typing replaces the address, other choices add one to the history. */
export function useLicensesView() {
  const search: unknown = useSearch({ strict: false })
  const chosen = useMemo(() => LicensesSearch.parse(search), [search])
  const navigate = useNavigate()
  const [text, type] = useTypedSearch(
    chosen.q ?? '',
    (words) =>
      void navigate({
        to: '/admin-licenses',
        search: (current: unknown) => ({
          ...LicensesSearch.parse(current),
          q: words || undefined,
        }),
        replace: true,
        resetScroll: false,
      }),
  )
  const view = useMemo(() => ({ ...chosen, q: text }), [chosen, text])
  return {
    view,
    type,
    choose: (next: LicensesSearch) => {
      const q = next.q?.trim()
      type(q ?? '')
      void navigate({
        to: '/admin-licenses',
        search: { ...next, q: q || undefined },
        resetScroll: false,
      })
    },
  }
}

/** Opens the dialog that edits a license. */
export type EditLicense = (edited: { what: 'name' | 'type' | 'price'; license: License }) => void

/** Returns the view without its filters. */
export const unfiltered = ({ by, order }: LicensesSearch): LicensesSearch => ({ by, order })

export const isFiltered = ({ q, visibility, type, unknown }: LicensesSearch): boolean =>
  Boolean(q || visibility || type || unknown)

/**
 * Returns whether a license counts as paid or free on this page; null: neither is known of it. All types
 * that may be free count as free here (specification section 2, License Management).
 */
export function priceClassOf({ kind }: Pick<License, 'kind'>): 'paid' | 'free' | null {
  const { licenseType, inCost } = LICENSE_KINDS[kind]
  if (licenseType !== 'paid') return 'free'
  return inCost ? 'paid' : null
}

/** 'Paid' and 'Free' choose several kinds; other values choose one. */
const isOfType = (license: License, type: LicenseKind): boolean =>
  type === 'paid' || type === 'free' ? priceClassOf(license) === type : license.kind === type

/** Returns the rows of the table, in its order. */
export function shownLicenses(licenses: readonly License[], view: LicensesSearch): License[] {
  const { q = '', visibility, type, unknown, by = 'name', order } = view
  const wanted = q.trim().toLocaleLowerCase()
  const direction = order === 'desc' ? -1 : 1
  return licenses
    .filter(({ isVisible }) => !visibility || isVisible === (visibility === 'visible'))
    .filter((license) => !type || isOfType(license, type))
    .filter(({ isKnown }) => !unknown || !isKnown)
    .filter((license) => wanted === '' || textOf(license).includes(wanted))
    .toSorted((a, b) => direction * COMPARE[by](a, b) || byName(a, b))
}

function textOf({ displayName, productName, skuPartNumber, skuId }: License): string {
  return [skuId, productName, displayName, skuPartNumber].join('\n').toLocaleLowerCase()
}

const names = new Intl.Collator('en', { numeric: true })

const byName = (a: License, b: License): number =>
  names.compare(a.displayName, b.displayName) || (a.skuId < b.skuId ? -1 : 1)

const COMPARE: Readonly<Record<LicenseColumn, (a: License, b: License) => number>> = {
  name: byName,
  visibility: (a, b) => Number(b.isVisible) - Number(a.isVisible),
  type: (a, b) => names.compare(LICENSE_KINDS[a.kind].name, LICENSE_KINDS[b.kind].name),
  // A license without a price comes before a free one.
  price: (a, b) => (a.price?.monthly ?? -1) - (b.price?.monthly ?? -1),
  firstDiscovered: (a, b) => Date.parse(a.firstDiscovered) - Date.parse(b.firstDiscovered),
  lastSeen: (a, b) => Date.parse(a.lastSeen) - Date.parse(b.lastSeen),
}

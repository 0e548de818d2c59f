import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type { License, LicenseType } from '@tenantscope/contract/licenses'

import { LicensesSearch } from './licenses-search.ts'
import type { LicenseColumn } from './licenses-search.ts'

/** What the table shows: the address with its defaults filled in. */
export interface LicensesView {
  readonly text: string
  readonly visibility: 'visible' | 'hidden' | undefined
  readonly type: 'paid' | 'free' | undefined
  readonly isUnknownOnly: boolean
  readonly sort: LicenseColumn
  readonly isDescending: boolean
}

/** By name, all of them, unless the address says otherwise. */
export function viewOf(search: unknown): LicensesView {
  const { q, visibility, type, unknown, by, order } = LicensesSearch.parse(search)
  return {
    text: q ?? '',
    visibility,
    type,
    isUnknownOnly: unknown === true,
    sort: by ?? 'name',
    isDescending: order === 'desc',
  }
}

/** The address's parameters for a view; defaults are left out so that links stay short. */
export function searchOf(view: LicensesView): LicensesSearch {
  return {
    q: view.text === '' ? undefined : view.text,
    visibility: view.visibility,
    type: view.type,
    unknown: view.isUnknownOnly ? true : undefined,
    by: view.sort === 'name' ? undefined : view.sort,
    order: view.isDescending ? 'desc' : undefined,
  }
}

/** The same column turns its order round; another one begins ascending. */
export function sortedBy(view: LicensesView, column: LicenseColumn): LicensesView {
  const isSameColumn = view.sort === column
  return { ...view, sort: column, isDescending: isSameColumn && !view.isDescending }
}

export const unfiltered = (view: LicensesView): LicensesView => ({
  ...view,
  text: '',
  visibility: undefined,
  type: undefined,
  isUnknownOnly: false,
})

export const isFiltered = ({ text, visibility, type, isUnknownOnly }: LicensesView): boolean =>
  text !== '' || visibility !== undefined || type !== undefined || isUnknownOnly

/** All that may cost nothing counts as free here (specification section 2, License Management). */
export const isFree = (licenseType: LicenseType): boolean => licenseType !== 'paid'

/** The rows of the table, in its order. */
export function shownLicenses(licenses: readonly License[], view: LicensesView): License[] {
  const wanted = view.text.trim().toLocaleLowerCase()
  const compare = COMPARE[view.sort]
  const direction = view.isDescending ? -1 : 1
  return licenses
    .filter(({ isVisible }) => !view.visibility || isVisible === (view.visibility === 'visible'))
    .filter(({ licenseType }) => !view.type || isFree(licenseType) === (view.type === 'free'))
    .filter(({ isKnown }) => !view.isUnknownOnly || !isKnown)
    .filter((license) => wanted === '' || textOf(license).includes(wanted))
    .toSorted((a, b) => direction * compare(a, b) || byName(a, b))
}

function textOf({ displayName, productName, skuPartNumber, skuId }: License): string {
  return [skuId, productName, displayName, skuPartNumber].join('\n').toLocaleLowerCase()
}

const names = new Intl.Collator('en', { numeric: true })

const byName = (a: License, b: License): number =>
  names.compare(a.displayName, b.displayName) || (a.skuId < b.skuId ? -1 : 1)

type Compare = (a: License, b: License) => number

const COMPARE: Readonly<Record<LicenseColumn, Compare>> = {
  name: byName,
  visibility: (a, b) => Number(b.isVisible) - Number(a.isVisible),
  type: (a, b) =>
    names.compare(LICENSE_TYPE_NAMES[a.licenseType], LICENSE_TYPE_NAMES[b.licenseType]),
  // Without a price is less than for nothing.
  price: (a, b) => (a.price?.monthly ?? -1) - (b.price?.monthly ?? -1),
  firstDiscovered: (a, b) => Date.parse(a.firstDiscovered) - Date.parse(b.firstDiscovered),
  lastSeen: (a, b) => Date.parse(a.lastSeen) - Date.parse(b.lastSeen),
}

import type { License } from '@tenantscope/contract/licenses'

interface LicenseSearch {
  search: string
  isHiddenOnly: boolean
}

const byName = new Intl.Collator('en', { numeric: true })

/** The licenses whose names, part number or id hold the text, by name. */
export function findLicenses(
  licenses: readonly License[],
  { search, isHiddenOnly }: LicenseSearch,
): readonly License[] {
  const wanted = search.trim().toLocaleLowerCase()
  return licenses
    .filter(({ isVisible }) => !isHiddenOnly || !isVisible)
    .filter((license) => wanted === '' || textOf(license).includes(wanted))
    .toSorted((a, b) => byName.compare(a.displayName, b.displayName))
}

function textOf({ displayName, productName, skuPartNumber, skuId }: License): string {
  return [displayName, productName, skuPartNumber, skuId].join('\n').toLocaleLowerCase()
}

import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { TenantLicense } from '@tenantscope/contract/licenses'

interface LicenseSection {
  readonly title: string
  /** Why its seats are in no total. */
  readonly note?: string
  readonly licenses: readonly TenantLicense[]
}

const collator = new Intl.Collator(undefined, { numeric: true })

/**
 * Returns the licenses in the sections of the screen, without empty ones: those whose seats count, the
 * most unused ones first, and the others apart by kind (decisions.md, Licenses).
 */
export function licenseSections(licenses: readonly TenantLicense[]): LicenseSection[] {
  const [paid, others] = split(licenses, ({ countsAsPaid }) => countsAsPaid)
  const [devices, uncounted] = split(others, ({ kind }) => kind === 'device')
  const [unknown, free] = split(uncounted, ({ kind }) => kind === 'unknown')
  const sections: LicenseSection[] = [
    {
      title: 'Paid licenses',
      licenses: paid.toSorted((a, b) => b.availableUnits - a.availableUnits || byName(a, b)),
    },
    {
      title: 'Not assigned to people',
      note: 'These licenses are for devices and servers. They cost money, but their unused seats are not waste.',
      licenses: devices.toSorted(byName),
    },
    {
      title: LICENSE_KINDS.unknown.name,
      note: "Microsoft's list of products does not contain these licenses, and nothing shows that their seats cost anything. They are in no total. An administrator can set a type or a price in License Management.",
      licenses: unknown.toSorted(byName),
    },
    { title: 'Free, trial and company-wide licenses', licenses: free.toSorted(byName) },
  ]
  return sections.filter((section) => section.licenses.length > 0)
}

function split(
  licenses: readonly TenantLicense[],
  isFirst: (license: TenantLicense) => boolean,
): [TenantLicense[], TenantLicense[]] {
  return [licenses.filter(isFirst), licenses.filter((license) => !isFirst(license))]
}

function byName(a: TenantLicense, b: TenantLicense): number {
  return collator.compare(a.displayName, b.displayName) || collator.compare(a.skuId, b.skuId)
}

import { LICENSE_TYPE_NAMES } from '@tenantscope/contract/licenses'
import type {
  ReportDocument,
  ReportLicense,
  ReportUser,
} from '@tenantscope/contract/report-document'

/** A license as a person of a report holds it; null for the row of somebody who holds none of them. */
export type HeldLicense = ReportUser['assignedLicenses'][number] | null

/** A column of text: its header and what stands in it; null where nothing is known. */
export interface TextColumn<Row> {
  readonly header: string
  readonly textOf: (row: Row) => string | null
}

/**
 * What is told of a person. A shared report may only show the first two, so its files have no more
 * columns, whatever else its document should hold.
 */
export function userColumns({ isRedacted }: ReportDocument): readonly TextColumn<ReportUser>[] {
  const shared: readonly TextColumn<ReportUser>[] = [
    { header: 'Display Name', textOf: ({ displayName }) => displayName },
    { header: 'User Principal Name', textOf: ({ userPrincipalName }) => userPrincipalName },
  ]
  if (isRedacted) return shared
  return [
    ...shared,
    { header: 'Email', textOf: ({ email }) => email ?? null },
    { header: 'User ID', textOf: ({ id }) => id ?? null },
    { header: 'User Type', textOf: ({ isGuest }) => wordOf(isGuest, ['Guest', 'Member']) },
    { header: 'Sign-in Blocked', textOf: ({ isBlocked }) => wordOf(isBlocked, ['Yes', 'No']) },
  ]
}

/** What is told of a license that a person holds. */
export function heldLicenseColumns({
  licenses,
}: ReportDocument): readonly TextColumn<HeldLicense>[] {
  // Two licenses may share a part number.
  const typeByNames = new Map(
    licenses.map((license) => [namesOf(license), license.licenseType] as const),
  )
  return [
    { header: 'License', textOf: (held) => held?.friendlyName ?? null },
    { header: 'SKU Part Number', textOf: (held) => held?.skuPartNumber ?? null },
    {
      header: 'License Type',
      textOf: (held) => typeNameOf(held === null ? undefined : typeByNames.get(namesOf(held))),
    },
  ]
}

/** One row per license that the person holds; everybody has a row, so that nobody is lost. */
export function heldBy({ assignedLicenses }: ReportUser): readonly HeldLicense[] {
  return assignedLicenses.length === 0 ? [null] : assignedLicenses
}

const namesOf = ({ skuPartNumber, friendlyName }: NonNullable<HeldLicense>): string =>
  `${skuPartNumber}\n${friendlyName}`

function typeNameOf(type: ReportLicense['licenseType'] | undefined): string | null {
  return type === undefined ? null : LICENSE_TYPE_NAMES[type]
}

function wordOf(is: boolean | undefined, [yes, no]: readonly [string, string]): string | null {
  if (is === undefined) return null
  return is ? yes : no
}

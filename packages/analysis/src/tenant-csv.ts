import type { CurrencyCode } from '@tenantscope/contract/currencies'
import { LICENSE_ISSUE_NAMES, LicenseIssueKind } from '@tenantscope/contract/licenses'
import { VERIFICATION_NAMES } from '@tenantscope/contract/tenants'
import type { TenantFigures, TenantListItem } from '@tenantscope/contract/tenants'

import { mfaLabel } from './coverage/mfa-label.ts'
import { amountText } from './csv.ts'
import type { TextColumn } from './csv.ts'
import { isoTimeIn } from './iso-time.ts'
import { knownSavings, savingsInTotals } from './known-savings.ts'
import { issueCount, issueOf } from './tenant-issues.ts'

interface CsvOptions {
  readonly timeZone: string
  /** Of sums over tenants: every amount of the file is in it. */
  readonly currency: CurrencyCode
}

/**
 * Returns the columns of the CSV file of All Tenants: those of specification section 9, the MFA verdict,
 * and the figures of the screen.
 */
export function tenantCsvColumns({
  timeZone,
  currency,
}: CsvOptions): readonly TextColumn<TenantListItem>[] {
  return [
    { header: 'Tenant ID', textOf: ({ id }) => id },
    { header: 'Display Name', textOf: ({ displayName }) => displayName },
    { header: 'Domain', textOf: ({ defaultDomainName }) => defaultDomainName },
    { header: 'Status', textOf: ({ status }) => status },
    { header: 'Access Level', textOf: ({ verification }) => VERIFICATION_NAMES[verification] },
    {
      header: 'Created Date',
      textOf: ({ createdDateTime }) => createdDateTime && isoTimeIn(timeZone, createdDateTime),
    },
    { header: 'Contract Type', textOf: ({ contractType }) => contractType },
    // docs/posture.md: the verdict is in CSV too.
    { header: 'MFA', textOf: ({ figures }) => figures && mfaText(figures) },
    ...figureColumns({ timeZone, currency }),
    ...POSTURE_COLUMNS,
  ]
}

const mfaText = ({ mfa, mfaNotCovered }: TenantFigures): string =>
  mfaLabel({ verdict: mfa, notCovered: mfaNotCovered })

/** The posture score, its letter and the failed critical checks; empty where nothing was judged. */
const POSTURE_COLUMNS: readonly TextColumn<TenantListItem>[] = [
  { header: 'Posture Score', textOf: ({ posture }) => posture?.score?.toString() ?? null },
  { header: 'Posture Grade', textOf: ({ posture }) => posture?.grade ?? null },
  {
    header: 'Critical Checks Failed',
    textOf: ({ posture }) =>
      posture === null || posture.isOld ? null : String(posture.criticalFailed),
  },
]

const count =
  (countOf: (figures: TenantFigures) => number) =>
  ({ figures }: TenantListItem): string | null =>
    figures && String(countOf(figures))

/** Seats, savings and license problems, as on the screen; empty where nothing was read. */
function figureColumns({ timeZone, currency }: CsvOptions): readonly TextColumn<TenantListItem>[] {
  return [
    { header: 'Paid Seats', textOf: count(({ paidSeats }) => paidSeats) },
    {
      header: 'Assigned Paid Seats',
      textOf: count(({ assignedPaidSeats }) => assignedPaidSeats),
    },
    {
      header: 'Unassigned Paid Seats',
      textOf: count(({ unassignedPaidSeats }) => unassignedPaidSeats),
    },
    { header: 'Removable Seats', textOf: count(({ savings }) => savings.removableSeats) },
    {
      header: 'Removable Seats without Price',
      textOf: count((figures) => savingsInTotals(figures).unpricedSeats),
    },
    {
      header: `Savings per Month (${currency})`,
      textOf: ({ figures }) => amountText(knownSavings(figures)),
    },
    ...LicenseIssueKind.options.map((kind) => ({
      header: LICENSE_ISSUE_NAMES[kind],
      textOf: (tenant: TenantListItem) => issueCount(tenant, kind)?.toString() ?? null,
    })),
    {
      header: 'Grace Period End',
      textOf: (tenant) => {
        const end = issueOf(tenant, 'grace')?.endsAt ?? null
        return end === null ? null : isoTimeIn(timeZone, end)
      },
    },
  ]
}

import { differenceText } from '@tenantscope/analysis/billing-text'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { BilledPeople, BilledTenant } from '@tenantscope/contract/billing-months'

import type { Format } from '../../lib/format.ts'
import { AppLink } from '../../ui/app-link.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

/** A column of the screen with the same values for a file. */
export interface BillingColumn extends TableColumn<BilledTenant> {
  cells: readonly TextColumn<BilledTenant>[]
}

/** A value that is not known; it is never zero. */
const UNKNOWN = '—'

/** The tenant's name, which leads to its month; an erased tenant has neither. */
export function BilledTenantLink({ tenant }: { tenant: BilledTenant }) {
  const { tenantId, tenantName, month } = tenant
  if (tenantName === null) return <Text muted>{nameOf(tenant)}</Text>
  return (
    <AppLink to="/billing-months/$tenantId" params={{ tenantId }} search={{ month }}>
      <ForeignText wrap>{tenantName}</ForeignText>
    </AppLink>
  )
}

const nameOf = ({ tenantName, tenantId }: BilledTenant): string =>
  tenantName ?? `Erased tenant ${tenantId.slice(0, 8)}`

/** The columns of a month on screen and in the file. Times are in the tenant's time zone. */
export function tenantColumns(format: Format): readonly BillingColumn[] {
  const count = (header: string, key: keyof BilledPeople): BillingColumn => ({
    header,
    width: 11,
    isNumber: true,
    render: ({ people }) => (people === null ? UNKNOWN : format.number(people[key])),
    cells: [{ header, textOf: ({ people }) => (people === null ? null : String(people[key])) }],
  })
  return [
    {
      header: 'Tenant',
      isRowHeader: true,
      width: 24,
      render: (tenant) => <BilledTenantLink tenant={tenant} />,
      cells: [
        { header: 'Month', textOf: ({ month }) => month },
        { header: 'Tenant', textOf: nameOf },
        { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
      ],
    },
    count('Licensed people', 'billedPeople'),
    {
      header: 'Difference',
      width: 10,
      isNumber: true,
      render: ({ before, people }) =>
        differenceText(before, people?.billedPeople ?? null, format.number) ?? UNKNOWN,
      cells: [{ header: 'Month Before', textOf: ({ before }) => before?.toString() ?? null }],
    },
    count('Blocked', 'blockedPeople'),
    count('Guests', 'guests'),
    {
      header: 'Data as of',
      width: 24,
      render: (tenant) => <ReadCell tenant={tenant} format={format} />,
      cells: [
        {
          header: 'Data As Of',
          textOf: ({ readAt, timeZone }) =>
            readAt === null ? 'Not read' : isoTimeIn(timeZone, readAt),
        },
        { header: 'Month Ends', textOf: ({ endsAt, timeZone }) => isoTimeIn(timeZone, endsAt) },
        { header: 'Time Zone', textOf: ({ timeZone }) => timeZone },
        { header: 'Rows Not Read', textOf: ({ malformedRows }) => String(malformedRows) },
        { header: 'Record', textOf: ({ number }) => String(number) },
        { header: 'SHA-256', textOf: ({ hash }) => hash },
      ],
    },
  ]
}

function ReadCell({ tenant, format }: { tenant: BilledTenant; format: Format }) {
  const { readAt, malformedRows, number } = tenant
  return (
    <Stack gap={2} align="start">
      <span>{readAt === null ? 'Not read' : format.dateTime(readAt)}</span>
      {number > 1 && (
        <Text variant="caption" muted>
          Corrected
        </Text>
      )}
      {malformedRows > 0 && (
        <Text variant="caption" muted>
          At least: {format.number(malformedRows)} rows could not be read
        </Text>
      )}
    </Stack>
  )
}

import { Button } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { monthName } from '@tenantscope/analysis/billing-text'
import type { BillingMonthDetails } from '@tenantscope/contract/billing-months'
import type { TenantId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import { billingMonthQuery } from '../../features/billing-months/billing-months.queries.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { Moves } from './moves.tsx'

interface TenantMonthProps {
  tenantId: TenantId
  month: string
}

/** One frozen month of a tenant. */
export function TenantMonth({ tenantId, month }: TenantMonthProps) {
  const details = useQuery(billingMonthQuery(tenantId, month))
  if (details.isPending) return <PageSpinner text="Loading the month..." />
  if (details.isLoadingError)
    return <LoadFailed title={`Failed to load ${monthName(month)}`} query={details} />
  const { records, licenses, moves } = details.data
  return (
    <>
      <Records tenantId={tenantId} month={month} records={records} />
      <Moves moves={moves} />
      <Licenses licenses={licenses} />
    </>
  )
}

type BillingRecord = BillingMonthDetails['records'][number]

function Records({
  tenantId,
  month,
  records,
}: TenantMonthProps & Pick<BillingMonthDetails, 'records'>) {
  const format = useFormat()
  const { role } = useCurrentUser()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const [counting] = records
  if (counting === undefined) return null
  return (
    <SectionCard
      title={monthName(month)}
      aside={role === 'admin' && <Button onClick={() => setIsCorrecting(true)}>Correct</Button>}
    >
      {counting.people === null && (
        <Notice intent="warning" title="Not read">
          No good reading is from this month, so the number of licensed people is not known.
        </Notice>
      )}
      {records.some(({ isIntact }) => !isIntact) && (
        <Notice intent="error" title="Changed outside of Tenantscope">
          A record no longer matches its hash. Compare it with the audit, or restore a backup.
        </Notice>
      )}
      <DataTable
        caption={`Records of ${monthName(month)}; the first one counts`}
        columns={recordColumns(format)}
        rows={records}
        rowId={({ number }) => String(number)}
      />
      {isCorrecting && (
        <CorrectDialog
          tenantId={tenantId}
          record={counting}
          onClose={() => setIsCorrecting(false)}
        />
      )}
    </SectionCard>
  )
}

/** A value that is not known; it is never zero. */
const UNKNOWN = '—'

function recordColumns(format: Format): readonly TableColumn<BillingRecord>[] {
  const { number, dateTime } = format
  return [
    {
      header: 'Record',
      isRowHeader: true,
      width: 26,
      render: ({ correction, frozenAt }) => (
        <Stack gap={2} align="start">
          <span>{correction === null ? 'Frozen' : 'Corrected'}</span>
          <Text variant="caption" muted>
            {dateTime(frozenAt)}
          </Text>
          {correction && (
            <Text variant="caption" breakable>
              <ForeignText wrap>{`${correction.by}: ${correction.reason}`}</ForeignText>
            </Text>
          )}
        </Stack>
      ),
    },
    {
      header: 'Licensed people',
      width: 12,
      isNumber: true,
      render: ({ people }) => (people === null ? UNKNOWN : number(people.billedPeople)),
    },
    {
      header: 'Blocked',
      width: 10,
      isNumber: true,
      render: ({ people }) => (people === null ? UNKNOWN : number(people.blockedPeople)),
    },
    {
      header: 'Guests',
      width: 10,
      isNumber: true,
      render: ({ people }) => (people === null ? UNKNOWN : number(people.guests)),
    },
    {
      header: 'Data as of',
      width: 22,
      render: ({ readAt, malformedRows }) => (
        <Stack gap={2} align="start">
          <span>{readAt === null ? 'Not read' : dateTime(readAt)}</span>
          {malformedRows > 0 && (
            <Text variant="caption" muted>
              At least: {number(malformedRows)} rows could not be read
            </Text>
          )}
        </Stack>
      ),
    },
    {
      header: 'SHA-256',
      width: 20,
      render: ({ hash }) => (
        <Text variant="caption" breakable>
          {hash}
        </Text>
      ),
    },
  ]
}

function Licenses({ licenses }: Pick<BillingMonthDetails, 'licenses'>) {
  const { number } = useFormat()
  if (licenses.length === 0) return null
  const columns: readonly TableColumn<(typeof licenses)[number]>[] = [
    {
      header: 'License',
      isRowHeader: true,
      width: 40,
      render: ({ displayName }) => <ForeignText wrap>{displayName}</ForeignText>,
    },
    { header: 'Seats', width: 20, isNumber: true, render: ({ seats }) => number(seats) },
    { header: 'Members', width: 20, isNumber: true, render: ({ members }) => number(members) },
    { header: 'Guests', width: 20, isNumber: true, render: ({ guests }) => number(guests) },
  ]
  return (
    <SectionCard title="Licenses">
      <Text as="p" muted>
        A person who holds several licenses counts in each, and once in the number of the month.
      </Text>
      <DataTable
        caption="Licenses of the month that count as paid, by name"
        columns={columns}
        rows={licenses}
        rowId={({ skuId }) => skuId}
      />
    </SectionCard>
  )
}

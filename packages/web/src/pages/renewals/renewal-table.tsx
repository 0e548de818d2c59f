import type { TextColumn } from '@tenantscope/analysis/csv'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { PastRenewalDecision, Renewal } from '@tenantscope/contract/renewals'
import { useMemo } from 'react'

import { loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { fileColumns, pastColumns, renewalColumns } from './renewal-columns.tsx'

const ROWS_AT_ONCE = 100

interface RenewalTableProps {
  rows: readonly Renewal[]
  /** Of the sums. */
  currency: CurrencyCode
  /** Renewals without the filters. */
  total: number
  /** Null: the reader cannot decide. */
  onOpen: ((renewal: Renewal) => void) | null
}

/** The renewals of the view, the earliest first. */
export function RenewalTable({ rows, currency, total, onOpen }: RenewalTableProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const columns = useMemo(
    () => renewalColumns({ format, timeZone, renewals: rows, currency }, onOpen),
    [format, timeZone, rows, currency, onOpen],
  )
  const { shown, button } = useShowMore(rows, ROWS_AT_ONCE)
  return (
    <SectionCard
      title={`${format.number(rows.length)} of ${format.number(total)} renewals`}
      aside={
        <RenewalsExport
          rows={rows}
          columns={fileColumns(columns)}
          name="renewals"
          nouns={['renewal', 'renewals']}
        />
      }
    >
      <DataTable
        caption="Renewals, the earliest first. Cost is per month"
        columns={columns}
        rows={shown}
        rowId={rowIdOf}
      />
      {button}
    </SectionCard>
  )
}

/** The decisions whose date has passed, the latest first. */
export function PastDecisions({ rows }: { rows: readonly PastRenewalDecision[] }) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const columns = useMemo(() => pastColumns({ format, timeZone }), [format, timeZone])
  const { shown, button } = useShowMore(rows, ROWS_AT_ONCE)
  const nouns = ['decision', 'decisions'] as const
  return (
    <SectionCard
      title={`${format.number(rows.length)} past ${nouns[rows.length === 1 ? 0 : 1]}`}
      aside={
        <RenewalsExport
          rows={rows}
          columns={fileColumns(columns)}
          name="renewal-decisions"
          nouns={nouns}
        />
      }
    >
      <DataTable
        caption="Past decisions, the latest first"
        columns={columns}
        rows={shown}
        rowId={rowIdOf}
      />
      {button}
    </SectionCard>
  )
}

const rowIdOf = ({
  tenantId,
  subscriptionId,
  renewsAt,
}: Pick<Renewal, 'tenantId' | 'subscriptionId' | 'renewsAt'>): string =>
  [tenantId, subscriptionId, renewsAt].join(' ')

interface RenewalsExportProps<Row> {
  rows: readonly Row[]
  columns: readonly TextColumn<Row>[]
  /** Of the file. */
  name: string
  nouns: readonly [one: string, many: string]
}

/** Saves the rows on screen as a file. */
export function RenewalsExport<Row>({ rows, columns, name, nouns }: RenewalsExportProps<Row>) {
  const format = useFormat()
  const timeZone = useTimeZone()
  return (
    <ExportButton
      hasRows={rows.length > 0}
      save={async () => {
        const { saveCsv } = await loadPart(() => import('../../lib/save-csv.ts'))
        const file = saveCsv({ name, table: 'renewals', rows, columns, timeZone })
        return `Exported ${format.number(rows.length)} ${nouns[rows.length === 1 ? 0 : 1]} to ${file}`
      }}
    />
  )
}

import { PRICE_KIND_NAMES } from '@tenantscope/contract/prices'
import type { LicensePrice } from '@tenantscope/contract/prices'
import { useMemo } from 'react'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useShowMore } from '../../ui/show-more.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { Text } from '../../ui/text.tsx'

interface PriceTableProps {
  rows: readonly LicensePrice[]
  /** Prices without the filters. */
  total: number
  onOpen: (price: LicensePrice) => void
}

const ROWS_AT_ONCE = 100

/** The prices with their days; a price opens to be changed. */
export function PriceTable({ rows, total, onOpen }: PriceTableProps) {
  const format = useFormat()
  const columns = useMemo(() => columnsOf(format, onOpen), [format, onOpen])
  const { shown, button } = useShowMore(rows, ROWS_AT_ONCE)
  return (
    <SectionCard title={`${format.number(rows.length)} of ${format.number(total)} prices`}>
      <DataTable
        caption="Prices per seat and month"
        columns={columns}
        rows={shown}
        rowId={({ id }) => String(id)}
      />
      {button}
    </SectionCard>
  )
}

function columnsOf(
  format: Format,
  onOpen: PriceTableProps['onOpen'],
): readonly TableColumn<LicensePrice>[] {
  return [
    {
      header: 'License',
      isRowHeader: true,
      width: 26,
      render: ({ displayName, skuId }) => (
        <Stack gap={2}>
          <ForeignText wrap>{displayName}</ForeignText>
          <ForeignText variant="caption" mono muted wrap>
            {skuId}
          </ForeignText>
        </Stack>
      ),
    },
    {
      header: 'Tenant',
      width: 18,
      render: ({ tenantId, tenantName }) =>
        tenantId === null ? (
          'All tenants'
        ) : (
          <TenantLink tenantId={tenantId} wrap>
            {tenantName ?? tenantId}
          </TenantLink>
        ),
    },
    { header: 'Kind', width: 12, render: ({ kind }) => PRICE_KIND_NAMES[kind] },
    {
      header: 'Amount',
      width: 12,
      isNumber: true,
      render: (price) => (
        <RowButton onClick={() => onOpen(price)}>
          {format.money(price.amount, price.currency)}
        </RowButton>
      ),
    },
    { header: 'Days', width: 18, render: (price) => daysText(price, format) },
    {
      header: 'Changed',
      width: 14,
      render: ({ changedAt, changedBy }) => (
        <Stack gap={2}>
          <span>{format.date(changedAt)}</span>
          <Text variant="caption" muted>
            {changedBy === null ? 'by an upgrade' : <ForeignText wrap>{changedBy}</ForeignText>}
          </Text>
        </Stack>
      ),
    },
  ]
}

/** 'From Jan 01, 2027 to Dec 31, 2027', and whether these days are over or to come. */
function daysText({ validFrom, validTo, state }: LicensePrice, format: Format) {
  const from = validFrom === null ? null : `from ${format.day(validFrom)}`
  const to = validTo === null ? null : `to ${format.day(validTo)}`
  const days = [from, to].filter((part) => part !== null).join(' ')
  const note = { current: null, future: 'Later', past: 'Ended' }[state]
  return (
    <Stack gap={2}>
      <span>{days === '' ? 'Always' : `${days.slice(0, 1).toUpperCase()}${days.slice(1)}`}</span>
      {note && (
        <Text variant="caption" muted>
          {note}
        </Text>
      )}
    </Stack>
  )
}

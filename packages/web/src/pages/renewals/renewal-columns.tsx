import { amountText } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoDayIn, isoTimeIn } from '@tenantscope/analysis/iso-time'
import { missingRateText, priceSourceText } from '@tenantscope/analysis/price-text'
import { decisionText, outcomeText } from '@tenantscope/analysis/renewal-decision-text'
import { isPaidRenewal } from '@tenantscope/analysis/renewals'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { PastRenewalDecision, Renewal, RenewalDecision } from '@tenantscope/contract/renewals'
import { RENEWAL_EVENT_NAMES } from '@tenantscope/contract/renewals'
import type { ReactNode } from 'react'

import type { Format } from '../../lib/format.ts'
import { listCurrency } from '../../lib/list-currency.ts'
import type { ListCurrency } from '../../lib/list-currency.ts'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { OutdatedLabel } from '../../ui/outdated-label.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TenantLink } from '../../ui/tenant-link.tsx'
import { Text } from '../../ui/text.tsx'

/** A column of the screen with the same values for a file. */
interface ListColumn<Row> extends TableColumn<Row> {
  cells: readonly TextColumn<Row>[]
}

/** Returns the columns of the file: those of the screen, in its order. */
export const fileColumns = <Row,>(
  columns: readonly ListColumn<Row>[],
): readonly TextColumn<Row>[] => columns.flatMap(({ cells }) => cells)

interface Shown {
  format: Format
  timeZone: string
}

interface ShownRenewals extends Shown {
  /** All rows of the list. */
  renewals: readonly Renewal[]
  /** Of the sums. */
  currency: CurrencyCode
}

/** A value that is not known; an empty cell means that there is none. */
const UNKNOWN = '—'

/** The columns of the renewals on screen and in the file. */
export function renewalColumns(
  shown: ShownRenewals,
  onOpen: ((renewal: Renewal) => void) | null,
): readonly ListColumn<Renewal>[] {
  const { format, renewals } = shown
  const currency = listCurrency(renewals, {
    currencyOf: ({ price }) => price?.currency ?? null,
    none: shown.currency,
  })
  const number = (value: number | null) => (value === null ? UNKNOWN : format.number(value))
  return [
    {
      ...dateColumn<Renewal>(shown),
      render: ({ renewsAt, event, isOutdated }) => (
        <Stack gap={2} align="start">
          <span>{format.date(renewsAt)}</span>
          <Text variant="caption" muted>
            {RENEWAL_EVENT_NAMES[event]}
          </Text>
          {isOutdated && <OutdatedLabel />}
        </Stack>
      ),
      cells: [
        ...dateColumn<Renewal>(shown).cells,
        { header: 'Event', textOf: ({ event }) => RENEWAL_EVENT_NAMES[event] },
      ],
    },
    ...nameColumns<Renewal>(),
    {
      header: 'Seats',
      width: 7,
      isNumber: true,
      render: ({ seats }) => number(seats),
      cells: [{ header: 'Seats', textOf: ({ seats }) => orNull(seats) }],
    },
    {
      header: `Price${currency.suffix}`,
      width: 8,
      isNumber: true,
      render: (renewal) => <SeatPrice renewal={renewal} currency={currency} format={format} />,
      cells: [
        { header: `Price${currency.suffix}`, textOf: ({ price }) => amountText(price?.monthly) },
        {
          header: 'Price Source',
          textOf: ({ price }) => price && priceSourceText(price, { ...format, date: String }),
        },
        ...currency.cells,
      ],
    },
    {
      header: `Cost${currency.suffix}`,
      width: 9,
      isNumber: true,
      render: (renewal) =>
        paidText(renewal, renewal.monthlyCost, (cost) => currency.text(renewal, cost, format)),
      cells: [
        {
          header: `Cost per Month${currency.suffix}`,
          textOf: ({ monthlyCost }) => amountText(monthlyCost),
        },
      ],
    },
    {
      header: 'Removable',
      width: 9,
      isNumber: true,
      render: (renewal) => paidText(renewal, renewal.removableSeats, format.number),
      cells: [
        { header: 'Removable Seats', textOf: ({ removableSeats }) => orNull(removableSeats) },
      ],
    },
    {
      header: 'Decision',
      width: 19,
      render: (renewal) => (
        <DecisionCell decision={renewal.decision}>
          <Openable renewal={renewal} onOpen={onOpen}>
            {decisionText(renewal.decision, format.number)}
          </Openable>
        </DecisionCell>
      ),
      cells: [...decisionCells<Renewal>(), dataCell(shown)],
    },
  ]
}

/** The columns of past decisions on screen and in the file. */
export function pastColumns(shown: Shown): readonly ListColumn<PastRenewalDecision>[] {
  const { format } = shown
  return [
    dateColumn(shown),
    ...nameColumns<PastRenewalDecision>(),
    {
      header: 'Decision',
      width: 22,
      render: ({ decision }) => (
        <DecisionCell decision={decision}>{decisionText(decision, format.number)}</DecisionCell>
      ),
      cells: decisionCells(),
    },
    {
      header: 'What was done',
      width: 26,
      render: (past) => outcomeText(past, format.number),
      cells: [
        { header: 'Seats Before', textOf: ({ seatsBefore }) => orNull(seatsBefore) },
        { header: 'Seats After', textOf: ({ after }) => orNull(after?.seats ?? null) },
        {
          header: 'State After',
          textOf: ({ after }) => (after === null ? 'Not read' : (after.status ?? 'Not listed')),
        },
      ],
    },
  ]
}

interface SeatPriceProps {
  renewal: Renewal
  currency: ListCurrency<Renewal>
  format: Format
}

/** The price of a seat and what it rests on; why it is not known. */
function SeatPrice({ renewal, currency, format }: SeatPriceProps) {
  const { price, missingRates } = renewal
  if (price === null) return missingRateText(missingRates) ?? UNKNOWN
  return (
    <span title={priceSourceText(price, { ...format, date: format.day })}>
      {currency.text(renewal, price.monthly, format)}
    </span>
  )
}

/** Returns a figure of what is paid: empty where nothing is, else '—' when it is not known. */
function paidText(
  renewal: Renewal,
  value: number | null,
  text: (value: number) => string,
): string | null {
  if (value !== null) return text(value)
  return isPaidRenewal(renewal) ? UNKNOWN : null
}

const orNull = (value: number | null): string | null => (value === null ? null : String(value))

interface Named {
  tenantId: Renewal['tenantId']
  tenantName: string
  displayName: string
  skuId: string
  subscriptionId: string
}

const dateColumn = <Row extends { renewsAt: string }>({
  format,
  timeZone,
}: Shown): ListColumn<Row> => ({
  header: 'Date',
  isBare: true,
  width: 13,
  render: ({ renewsAt }) => format.date(renewsAt),
  cells: [{ header: 'Date', textOf: ({ renewsAt }) => isoDayIn(timeZone, renewsAt) }],
})

const nameColumns = <Row extends Named>(): readonly ListColumn<Row>[] => [
  {
    header: 'Tenant',
    isRowHeader: true,
    width: 17,
    render: ({ tenantId, tenantName }) => (
      <TenantLink tenantId={tenantId} wrap>
        {tenantName}
      </TenantLink>
    ),
    cells: [
      { header: 'Tenant', textOf: ({ tenantName }) => tenantName },
      { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
    ],
  },
  {
    header: 'License',
    width: 18,
    render: ({ displayName }) => <ForeignText wrap>{displayName}</ForeignText>,
    cells: [
      { header: 'License', textOf: ({ displayName }) => displayName },
      { header: 'SKU ID', textOf: ({ skuId }) => skuId },
      { header: 'Subscription ID', textOf: ({ subscriptionId }) => subscriptionId },
    ],
  },
]

const decisionCells = <
  Row extends { decision: RenewalDecision | null },
>(): readonly TextColumn<Row>[] => [
  { header: 'Decision', textOf: ({ decision }) => decisionText(decision, String) },
  { header: 'Owner', textOf: ({ decision }) => decision?.ownerName ?? null },
  { header: 'Note', textOf: ({ decision }) => decision?.note ?? null },
]

const dataCell = ({ timeZone }: Shown): TextColumn<Renewal> => ({
  header: 'Data As Of',
  textOf: ({ dataAsOf }) => isoTimeIn(timeZone, dataAsOf),
})

interface OpenableProps {
  renewal: Renewal
  /** Null: the reader cannot decide. */
  onOpen: ((renewal: Renewal) => void) | null
  children: string
}

/** Opens the decision where the reader may decide. */
export function Openable({ renewal, onOpen, children }: OpenableProps) {
  if (onOpen === null) return children
  return <RowButton onClick={() => onOpen(renewal)}>{children}</RowButton>
}

function DecisionCell({
  decision,
  children,
}: {
  decision: RenewalDecision | null
  children: ReactNode
}) {
  return (
    <Stack gap={2} align="start">
      {children}
      {decision && (
        <Text variant="caption" muted>
          <ForeignText wrap>{decision.ownerName}</ForeignText>
        </Text>
      )}
      {decision && decision.note !== '' && (
        <Text variant="caption" breakable>
          <ForeignText wrap>{decision.note}</ForeignText>
        </Text>
      )}
    </Stack>
  )
}

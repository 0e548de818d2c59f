import { Link, makeStyles } from '@fluentui/react-components'
import { priceSourceText } from '@tenantscope/analysis/price-text'
import type { HolderKind } from '@tenantscope/contract/licenses'
import { SEAT_REMOVAL_WINDOW_DAYS } from '@tenantscope/contract/limits'

import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { licensePriceText } from '../../../ui/license-price-text.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { removalTexts } from './savings-words.ts'
import type { Figure, SavingsRow } from './savings-words.ts'

const useStyles = makeStyles({
  title: { marginTop: '24px', marginBottom: '8px' },
})

interface SeatArithmeticProps {
  row: SavingsRow
  onOpen: (opens: Figure['opens']) => void
}

/** How the seats that could go come about, what they cost and when they can go. */
export function SeatArithmetic({ row, onOpen }: SeatArithmeticProps) {
  const styles = useStyles()
  const format = useFormat()
  const { license, savings } = row
  return (
    <>
      <DataTable
        caption="Seat calculation"
        isCaptionShown
        columns={columnsOf(format, onOpen)}
        rows={seatSteps(row)}
        rowId={({ label }) => label}
      />
      {savings.keptSeats > 0 && (
        <p>
          Reason for keeping seats:{' '}
          {savings.keptReason === null ? (
            'none given'
          ) : (
            <ForeignText wrap>{savings.keptReason}</ForeignText>
          )}
        </p>
      )}
      <Text as="h3" variant="subtitle" className={styles.title}>
        What they cost
      </Text>
      <Cost row={row} />
      <Text as="h3" variant="subtitle" className={styles.title}>
        When they can be removed
      </Text>
      <Removal row={row} />
      {license.prepaidUnits.warning > 0 && savings.overAllocatedSeats > 0 && (
        <Text as="p" variant="caption" muted>
          Part of the usable seats was not renewed; when their grace period ends, more people hold
          the license than it has seats.
        </Text>
      )}
    </>
  )
}

function columnsOf(
  format: Format,
  onOpen: SeatArithmeticProps['onOpen'],
): readonly TableColumn<SeatStep>[] {
  return [
    {
      header: 'Seats counted',
      isRowHeader: true,
      render: (step) => <StepLabel step={step} onOpen={onOpen} />,
    },
    {
      header: 'Number',
      isNumber: true,
      render: ({ seats, sign }) => (
        <Text variant={sign === '=' ? 'strong' : 'body'} tabular>
          {seats === null ? 'not known' : `${sign} ${format.number(seats)}`}
        </Text>
      ),
    },
  ]
}

function StepLabel({ step, onOpen }: { step: SeatStep; onOpen: SeatArithmeticProps['onOpen'] }) {
  const { label, help, opens, sign } = step
  return (
    <>
      {opens === undefined ? (
        <Text variant={sign === '=' ? 'strong' : 'body'}>{label}</Text>
      ) : (
        <Link as="button" onClick={() => onOpen(opens)}>
          {label}
        </Link>
      )}
      {help !== undefined && (
        <Text as="div" variant="caption" muted>
          {help}
        </Text>
      )}
    </>
  )
}

function Cost({ row: { license, savings } }: { row: SavingsRow }) {
  const format = useFormat()
  const { price } = license
  if (price === null || savings.monthlyAmount === null)
    return <span>{licensePriceText(license, format)}: these seats are not included.</span>
  return (
    <span>
      {format.number(savings.removableSeats)} × {format.money(price.monthly, price.currency)} ={' '}
      <strong>{format.money(savings.monthlyAmount, price.currency)}</strong> per month (
      {priceSourceText(price, { ...format, date: format.day })})
    </span>
  )
}

function Removal({ row: { savings } }: { row: SavingsRow }) {
  const format = useFormat()
  const texts = removalTexts(savings.removal, format)
  if (texts.length === 0) return <span>No seats can be removed.</span>
  return (
    <>
      <Stack as="ul">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Stack>
      <Text as="p" variant="caption" muted>
        Microsoft allows seats to be removed within {SEAT_REMOVAL_WINDOW_DAYS} days of purchase,
        otherwise at the renewal. The date is not known where Microsoft does not return it.
      </Text>
    </>
  )
}

/** One line of the arithmetic that leads from the usable seats to those that can go. */
interface SeatStep {
  readonly label: string
  readonly seats: number | null
  /** How the line counts: added, taken away, or what comes out. */
  readonly sign: '+' | '−' | '='
  readonly help?: string
  /** The people behind the line. */
  readonly opens?: HolderKind
}

/** The arithmetic of decisions.md, Licenses, over the figures that the screen shows; it adds up line by line. */
export function seatSteps({ license, savings }: SavingsRow): readonly SeatStep[] {
  const { enabledUnits, consumedUnits } = license
  const { keptSeats, overAllocatedSeats, blockedHolders, guestHolders, removableSeats } = savings
  const given = (blockedHolders ?? 0) + (guestHolders ?? 0)
  const rest = enabledUnits - consumedUnits - keptSeats + given - removableSeats
  return [
    {
      label: 'Usable seats',
      seats: enabledUnits,
      sign: '+',
      help: usableHelp(license.prepaidUnits),
    },
    { label: 'Assigned seats', seats: consumedUnits, sign: '−', opens: 'all' },
    ...(keptSeats > 0
      ? [
          {
            label: 'Kept on purpose',
            seats: keptSeats,
            sign: '−' as const,
            help: 'Spare seats from the tenant settings. They do not count as waste.',
          },
        ]
      : []),
    ...holderStep('Held by blocked users', 'blocked', blockedHolders),
    ...holderStep('Held by guests who can sign in', 'guests', guestHolders),
    ...restStep(rest, overAllocatedSeats),
    { label: 'Removable seats', seats: removableSeats, sign: '=' },
  ]
}

function usableHelp({ enabled, warning }: SavingsRow['license']['prepaidUnits']): string {
  return warning > 0
    ? `${count(enabled)} enabled and ${count(warning)} in the grace period after they were not renewed. Suspended and locked out seats are not usable.`
    : 'Suspended and locked out seats are not usable.'
}

function holderStep(label: string, opens: HolderKind, seats: number | null): SeatStep[] {
  if (seats === 0) return []
  const help =
    seats === null
      ? 'The users of this tenant could not be read.'
      : 'These seats could be removed after the licenses are unassigned.'
  return [{ label, seats, sign: '+', help, ...(seats === null ? {} : { opens }) }]
}

/** What the figures on the screen leave open: it is named, so that no line is missing. */
function restStep(rest: number, overAllocatedSeats: number): SeatStep[] {
  if (rest > 0)
    return [
      {
        label: 'Cannot be saved',
        seats: rest,
        sign: '−',
        help: 'Free trial seats, or more spare seats to keep once they are unassigned.',
      },
    ]
  if (rest < 0)
    return [
      {
        label: 'Missing seats',
        seats: -rest,
        sign: '+',
        help:
          overAllocatedSeats > 0
            ? 'More seats are assigned than usable. Unassigned seats cover this first.'
            : 'Assigned and spare seats exceed the usable seats, so none can be removed.',
      },
    ]
  return []
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

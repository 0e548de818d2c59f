import { amountText } from '@tenantscope/analysis/csv'
import type { TextColumn } from '@tenantscope/analysis/csv'
import type { CurrencyCode } from '@tenantscope/contract/currencies'
import type { LicenseProposal } from '@tenantscope/contract/license-proposal'

import type { Format } from '../../lib/format.ts'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

export type ProposalChange = LicenseProposal['changes'][number]
export type ProposalSeats = LicenseProposal['seats'][number]

interface Column<Row> extends TableColumn<Row> {
  cells: readonly TextColumn<Row>[]
}

const namesOf = (skus: ProposalChange['from']): string =>
  skus.length === 0 ? 'None' : skus.map(({ name }) => name).join(' + ')

const lostText = ({ lost }: ProposalChange): string =>
  lost
    .map(({ name, lower }) => (lower === null ? name : `${name} (${lower} remains)`))
    .join(', ') || 'None'

const switchOnText = ({ toSwitchOn }: ProposalChange): string =>
  toSwitchOn.map(({ plan }) => plan).join(', ')

/** The columns of the changes on screen and in the file. */
export function changeColumns(
  format: Format,
  currency: CurrencyCode,
): readonly Column<ProposalChange>[] {
  return [
    {
      header: 'From',
      width: 24,
      isBare: true,
      render: ({ from }) => <ForeignText wrap>{namesOf(from)}</ForeignText>,
      cells: [{ header: 'From', textOf: ({ from }) => namesOf(from) }],
    },
    {
      header: 'To',
      width: 24,
      render: ({ to }) => <ForeignText wrap>{namesOf(to)}</ForeignText>,
      cells: [{ header: 'To', textOf: ({ to }) => namesOf(to) }],
    },
    {
      header: 'People',
      width: 8,
      isNumber: true,
      render: ({ people }) => format.number(people),
      cells: [{ header: 'People', textOf: ({ people }) => String(people) }],
    },
    {
      header: 'Unused plans that end',
      width: 26,
      render: (change) => (
        <Stack gap={2}>
          <ForeignText wrap>{lostText(change)}</ForeignText>
          {change.toSwitchOn.length > 0 && (
            <Text variant="caption" muted>
              Switch on: {switchOnText(change)}
            </Text>
          )}
        </Stack>
      ),
      cells: [
        { header: 'Unused Plans That End', textOf: lostText },
        { header: 'Plans to Switch On', textOf: switchOnText },
      ],
    },
    {
      header: `Saved (${currency})`,
      width: 14,
      isNumber: true,
      render: ({ monthlyAmount }) => format.money(monthlyAmount, currency),
      cells: [
        {
          header: `Saved per Month at the Renewal (${currency})`,
          textOf: ({ monthlyAmount }) => amountText(monthlyAmount),
        },
      ],
    },
  ]
}

/** What has to be done with the seats of a license, and from when. */
function seatsText({ toBuy, removal }: ProposalSeats, format: Format): string {
  const seats = (count: number) => (count === 1 ? '1 seat' : `${format.number(count)} seats`)
  const parts = [
    toBuy > 0 && `Buy ${seats(toBuy)}`,
    removal.now > 0 && `Remove ${seats(removal.now)} now`,
    ...removal.atRenewal.map((each) => `Remove ${seats(each.seats)} on ${format.date(each.date)}`),
    removal.notKnown > 0 &&
      `Remove ${seats(removal.notKnown)} at a renewal whose date is not known`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'Nothing' : parts.join('; ')
}

/** The columns of the seats of each license. */
export function seatColumns(format: Format): readonly TableColumn<ProposalSeats>[] {
  return [
    {
      header: 'License',
      width: 30,
      isBare: true,
      render: ({ name }) => <ForeignText wrap>{name}</ForeignText>,
    },
    {
      header: 'Now',
      width: 10,
      isNumber: true,
      render: ({ before }) => format.number(before),
    },
    {
      header: 'Needed',
      width: 10,
      isNumber: true,
      render: ({ after }) => format.number(after),
    },
    { header: 'What to do', width: 40, render: (row) => seatsText(row, format) },
  ]
}

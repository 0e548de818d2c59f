import type { HolderKind } from '@tenantscope/contract/licenses'

import type { SavingsRow } from './savings-words.ts'

/** One line of the arithmetic that leads from the usable seats to those that can go. */
export interface SeatStep {
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
            help: 'Spare seats that the settings of the tenant keep; they are no waste.',
          },
        ]
      : []),
    ...holderStep('Held by people who cannot sign in', 'blocked', blockedHolders),
    ...holderStep('Held by guests who can sign in', 'guests', guestHolders),
    ...restStep(rest, overAllocatedSeats),
    { label: 'Seats that could go', seats: removableSeats, sign: '=' },
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
      ? 'The people of this tenant could not be read.'
      : 'These seats would be free if they were taken back.'
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
        help: 'Seats of a trial, which cost nothing, or further seats to keep once they are free.',
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
            ? 'More seats are assigned than usable: seats that are taken back settle that first.'
            : 'More seats are spoken for than there are, so none can go.',
      },
    ]
  return []
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

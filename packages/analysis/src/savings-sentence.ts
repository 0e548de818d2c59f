import type { SavingsSummary } from '@tenantscope/contract/savings'

type Seats = Pick<
  SavingsSummary,
  'removableSeats' | 'unassignedSeats' | 'heldSeats' | 'keptSeats' | 'unpricedSeats'
>

/**
 * Returns the removable seats as one sentence that adds up, without its period: '253 unassigned +
 * 106 held by blocked users or guests = 359 removable seats; 32 without a price'.
 */
export function removableSentence(seats: Seats, numberText: (value: number) => string): string {
  const { removableSeats, unassignedSeats, heldSeats, keptSeats, unpricedSeats } = seats
  const parts = [
    ...(unassignedSeats > 0 ? [`${numberText(unassignedSeats)} unassigned`] : []),
    ...(heldSeats > 0 ? [`${numberText(heldSeats)} held by blocked users or guests`] : []),
  ]
  const removable = `${numberText(removableSeats)} removable ${removableSeats === 1 ? 'seat' : 'seats'}`
  return [
    parts.length === 0 ? 'No removable seats' : `${parts.join(' + ')} = ${removable}`,
    ...(unpricedSeats > 0 ? [`${numberText(unpricedSeats)} without a price`] : []),
    ...(keptSeats > 0 ? [`${numberText(keptSeats)} more unassigned, kept or on trial`] : []),
  ].join('; ')
}

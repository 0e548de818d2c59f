import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { LicenseKind, LicenseRenewal } from '@tenantscope/contract/licenses'

interface Renewing {
  readonly kind: LicenseKind
  readonly renewals: readonly LicenseRenewal[]
}

interface RenewalFormat {
  readonly number: (value: number) => string
  readonly date: (at: string) => string
}

/**
 * Returns when a license outside of waste renews or ends, so that its end is not overlooked: '30 seats
 * renew or end on Mar 01, 2027'. Null for free licenses, and for those whose savings contain the date.
 */
export function renewalText({ kind, renewals }: Renewing, format: RenewalFormat): string | null {
  const { inCost, inWaste } = LICENSE_KINDS[kind]
  const [first] = renewals
  if (kind === 'trial') return first === undefined ? null : `Ends on ${format.date(first.date)}`
  if (inWaste || LICENSE_KINDS[kind].licenseType === 'free') return null
  if (first === undefined) return inCost ? 'The renewal date is not known' : null
  return renewals
    .map(({ date, seats }) => `${seatsText(seats, format)} on ${format.date(date)}`)
    .join(', ')
}

const seatsText = (seats: number, { number }: RenewalFormat): string =>
  `${number(seats)} ${seats === 1 ? 'seat renews or ends' : 'seats renew or end'}`

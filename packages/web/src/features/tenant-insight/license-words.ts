import type { TenantLicense, UtilizationLabel } from '@tenantscope/contract/licenses'

import type { Format } from '../../lib/format.ts'
import type { StatusTone } from '../../ui/status-label.tsx'

export const UTILIZATION_TONES: Record<UtilizationLabel, StatusTone> = {
  Overallocated: 'bad',
  'Fully Utilized': 'good',
  'Well Utilized': 'good',
  'Some Waste': 'info',
  'High Waste': 'warning',
  'In use without entitlement': 'bad',
}

/** Microsoft's words for the state of a subscription; a new one is shown as it comes. */
const CAPABILITIES: ReadonlyMap<string, { tone: StatusTone; word: string }> = new Map([
  ['Enabled', { tone: 'good', word: 'Enabled' }],
  ['Warning', { tone: 'warning', word: 'Warning' }],
  ['Suspended', { tone: 'bad', word: 'Suspended' }],
  ['LockedOut', { tone: 'bad', word: 'Locked out' }],
  ['Deleted', { tone: 'off', word: 'Deleted' }],
])

export function capabilityLabel(status: string): { tone: StatusTone; word: string } {
  return CAPABILITIES.get(status) ?? { tone: 'unknown', word: status }
}

/** Names the seats that are about to go or already gone; null when there are none. */
export function heldBackSeats(
  { warning, suspended, lockedOut }: TenantLicense['prepaidUnits'],
  format: Format,
): string | null {
  const kinds = [
    { count: warning, words: 'in the grace period (warning)' },
    { count: suspended, words: 'suspended' },
    { count: lockedOut, words: 'locked out' },
  ]
  const named = kinds
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${format.number(count)} ${words}`)
  return named.length === 0 ? null : `Seats: ${named.join(', ')}`
}

import type { Person, Tenant } from '../../world/types.ts'
import { derivedGuid } from '../engine/derived-ids.ts'

/** A device of a person: it follows from them, so that no draw of the world changes. */
export interface Device {
  readonly id: string
  readonly displayName: string
  readonly accountEnabled: boolean
  /** Null: Microsoft has no date. */
  readonly daysSinceSignIn: number | null
  readonly operatingSystem: string
  readonly trustType: string
}

const STALE_DAYS = 400

/** One device for each enabled member with a name. One person in sixteen has left an old one behind. */
export function devicesOf({ id: tenantId, people }: Pick<Tenant, 'id' | 'people'>): Device[] {
  return people
    .filter(({ accountEnabled, givenName, userType }) => {
      return accountEnabled && givenName !== null && userType !== 'Guest'
    })
    .flatMap((person) => [deviceOf(tenantId, person, false), ...oldDevices(tenantId, person)])
}

const oldDevices = (tenantId: string, person: Person): Device[] =>
  person.id.startsWith('0') ? [deviceOf(tenantId, person, true)] : []

function deviceOf(tenantId: string, { id, hoursSinceSignIn }: Person, isOld: boolean): Device {
  const deviceId = derivedGuid(isOld ? 'old device' : 'device', tenantId, id)
  const isPhone = /^[0-5]/u.test(deviceId)
  // A device does not outlive the use of its person by more than some days.
  const days =
    hoursSinceSignIn === null ? 0 : Math.min(60, Math.max(0, Math.floor(hoursSinceSignIn / 24)))
  return {
    id: deviceId,
    displayName: `${isPhone ? 'PHONE' : 'LAPTOP'}-${deviceId.slice(0, 6).toUpperCase()}`,
    accountEnabled: true,
    daysSinceSignIn: isOld ? STALE_DAYS : days,
    operatingSystem: isPhone ? 'iOS' : 'Windows',
    trustType: isPhone ? 'Workplace' : 'AzureAd',
  }
}

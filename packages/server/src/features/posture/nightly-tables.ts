import type { NightlyPart } from './stored-rows.ts'

/** A table of a nightly reading, with the columns that facts are made of. */
interface NightlyTable {
  readonly part: NightlyPart
  readonly table:
    | 'activityRegistrations'
    | 'activitySignIns'
    | 'activityUsage'
    | 'activityDevices'
    | 'activityOwners'
    | 'activityDns'
    | 'activityPerUserMfa'
  readonly key: string
  readonly columns: readonly string[]
}

export const NIGHTLY_TABLES: readonly NightlyTable[] = [
  {
    part: 'registrations',
    table: 'activityRegistrations',
    key: 'userId',
    columns: ['userId', 'isAdmin', 'isMfaRegistered', 'isMfaCapable'],
  },
  {
    part: 'signIns',
    table: 'activitySignIns',
    key: 'userId',
    columns: ['userId', 'lastSignInAt', 'lastNonInteractiveSignInAt', 'lastSuccessfulSignInAt'],
  },
  {
    part: 'usage',
    table: 'activityUsage',
    key: 'userPrincipalName',
    columns: [
      'userPrincipalName',
      'isDeleted',
      'exchangeLastUsedOn',
      'oneDriveLastUsedOn',
      'sharePointLastUsedOn',
      'skypeLastUsedOn',
      'yammerLastUsedOn',
      'teamsLastUsedOn',
    ],
  },
  {
    part: 'devices',
    table: 'activityDevices',
    key: 'deviceId',
    columns: ['deviceId', 'displayName', 'accountEnabled', 'lastSignInAt'],
  },
  { part: 'owners', table: 'activityOwners', key: 'objectId', columns: ['objectId', 'ownerIds'] },
  {
    part: 'perUserMfa',
    table: 'activityPerUserMfa',
    key: 'userId',
    columns: ['userId', 'state'],
  },
  {
    part: 'dns',
    table: 'activityDns',
    key: 'domain',
    columns: ['domain', 'mx', 'txt', 'dmarc', 'isDkimRead', 'dkimSelector1', 'dkimSelector2'],
  },
]

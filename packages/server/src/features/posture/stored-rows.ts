import type { TenantPriceFacts } from '@tenantscope/analysis/prices'
import type { MalformedRows, PartFailure } from '@tenantscope/contract/parts'
import type { Selectable } from 'kysely'

import type { ActivityTables } from '../../db/activity-tables.ts'
import type { DirectoryTables } from '../../db/directory-tables.ts'
import type { Database } from '../../db/tables.ts'

// What is read from the database to judge a tenant, and sent to the thread that judges.

/** The columns of directory tables that facts are made of. The columns of the key come with them. */
export const DIRECTORY_COLUMNS = {
  directoryOrganizations: [
    'id',
    'onPremisesSyncEnabled',
    'onPremisesLastSyncDateTime',
    'technicalNotificationMails',
    'securityComplianceNotificationMails',
    'quotaUsed',
    'quotaTotal',
  ],
  directoryDomains: [
    'name',
    'isDefault',
    'isInitial',
    'isVerified',
    'authenticationType',
    'supportedServices',
    'passwordValidityPeriodInDays',
  ],
  directorySkus: [
    'skuId',
    'skuPartNumber',
    'appliesTo',
    'capabilityStatus',
    'consumedUnits',
    'enabledUnits',
    'warningUnits',
    'suspendedUnits',
    'lockedOutUnits',
    'servicePlans',
  ],
  directorySubscriptions: [
    'id',
    'skuId',
    'skuPartNumber',
    'status',
    'isTrial',
    'totalLicenses',
    'nextLifecycleDateTime',
  ],
  directoryUsers: [
    'id',
    'objectType',
    'displayName',
    'userPrincipalName',
    'mail',
    'accountEnabled',
    'userType',
    'externalUserState',
    'externalUserStateChangeDateTime',
    'onPremisesSyncEnabled',
    'createdDateTime',
    'passwordPolicies',
  ],
  directoryLicenseAssignments: [
    'userId',
    'skuId',
    'assignedByGroup',
    'state',
    'error',
    'disabledPlans',
    'lastUpdatedDateTime',
  ],
  directoryGroups: ['id', 'displayName', 'visibility', 'groupTypes', 'isAssignableToRole'],
  directoryGroupMembers: ['groupId', 'memberId', 'memberKind'],
  directoryPolicies: [
    'id',
    'displayName',
    'state',
    'createdDateTime',
    'modifiedDateTime',
    'conditions',
    'grantControls',
    'sessionControls',
  ],
  directoryNamedLocations: ['id', 'displayName', 'kind', 'isTrusted', 'countries'],
  directorySettings: ['kind', 'value'],
  directoryRoleAssignments: [
    'id',
    'roleTemplateId',
    'principalId',
    'principalKind',
    'principalName',
    'scope',
  ],
  directoryRoleDefinitions: ['id', 'templateId', 'displayName', 'isBuiltIn'],
  directoryServicePrincipals: [
    'id',
    'appId',
    'displayName',
    'accountEnabled',
    'appOwnerOrganizationId',
    'servicePrincipalType',
    'credentials',
  ],
  directoryApplications: ['id', 'appId', 'displayName', 'credentials'],
  directoryDelegatedGrants: [
    'id',
    'clientId',
    'consentType',
    'principalId',
    'resourceId',
    'scopes',
  ],
  directoryApplicationGrants: ['id', 'principalId', 'principalName', 'appRoleId', 'permission'],
} as const satisfies { [Table in keyof DirectoryTables]: readonly (keyof DirectoryTables[Table])[] }

type Columns = typeof DIRECTORY_COLUMNS

/** Times are dates in rows that the driver returns, and texts in rows that come as JSON. */
type Timed<Row> = {
  [Name in keyof Row]: Date extends Row[Name] ? Row[Name] | string : Row[Name]
}

interface ActivityRows {
  activityRegistrations: Pick<
    Selectable<ActivityTables['activityRegistrations']>,
    'userId' | 'isAdmin' | 'isMfaRegistered' | 'isMfaCapable'
  >
  activitySignIns: Timed<Omit<Selectable<ActivityTables['activitySignIns']>, 'readingId'>>
  activityUsage: Omit<Selectable<ActivityTables['activityUsage']>, 'readingId'>
  activityDevices: Timed<
    Pick<
      Selectable<ActivityTables['activityDevices']>,
      'deviceId' | 'displayName' | 'accountEnabled' | 'lastSignInAt'
    >
  >
  activityOwners: Omit<Selectable<ActivityTables['activityOwners']>, 'readingId'>
  activityPerUserMfa: Omit<Selectable<ActivityTables['activityPerUserMfa']>, 'readingId'>
  activityDns: Omit<Selectable<ActivityTables['activityDns']>, 'readingId'>
}

/** A row of each table that is read. */
export type StoredRow = ActivityRows & {
  [Table in keyof Columns]: RowWith<Selectable<DirectoryTables[Table]>, Columns[Table][number]>
}
type RowWith<Row, Names> = Timed<Pick<Row, Extract<keyof Row, Names>>>
export type StoredTable = keyof StoredRow

/** Some rows of a table. */
export type StoredPage = {
  [Table in StoredTable]: { readonly table: Table; readonly rows: readonly StoredRow[Table][] }
}[StoredTable]

/** All rows of a table as the JSON text of a list. */
export interface TableText {
  readonly table: StoredTable
  readonly text: string
}

export type StoredRows = { readonly [Table in StoredTable]: readonly StoredRow[Table][] }

/** The nightly parts that checks use. */
export type NightlyPart = ActivityTables['activityReadings']['part']

/** The current reading of a nightly part, or the code of the failure; null: never tried. */
export type NightlyReading =
  | {
      readonly readingId: number
      readonly asOf: Date
      readonly isConcealed: boolean
      readonly unattributedRows: number
      readonly reportDate: string | null
      readonly hasMalformedRows: boolean
    }
  | { readonly failureCode: string | null }

/** When a generation was read, and what it lacks. */
export interface ReadOutcome {
  readonly asOf: Date
  readonly failures: readonly Pick<PartFailure, 'part' | 'code'>[]
  readonly malformedRows: readonly Pick<MalformedRows, 'part'>[]
}

/** What facts need beside rows. */
export interface StoredFrame extends ReadOutcome {
  readonly nightly: Readonly<Record<NightlyPart, NightlyReading>>
  readonly emergencyAccounts: readonly string[]
  /** SKUs for which administrators set something. */
  readonly licenseChoices: readonly Selectable<Database['licenseVisibility']>[]
  /** Of the tenant and of all tenants. */
  readonly prices: TenantPriceFacts
}

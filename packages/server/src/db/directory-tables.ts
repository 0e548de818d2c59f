import type { TenantId } from '@tenantscope/contract/ids'

import type { Id, Json } from './column-types.ts'

interface Column<Value = unknown> {
  /** The type in PostgreSQL, as json_to_recordset declares it. */
  readonly type: 'text' | 'text[]' | 'boolean' | 'integer' | 'bigint' | 'timestamptz' | 'jsonb'
  /** The order of the list says nothing: it is sorted, so that a row changes only with its content. */
  readonly isSorted?: true
  /** Never set: carries the type of a value that is read. */
  readonly value?: Value
}

const text: Column<string> = { type: 'text' }
const texts: Column<string[]> = { type: 'text[]' }
const unorderedTexts: Column<string[]> = { type: 'text[]', isSorted: true }
const flag: Column<boolean> = { type: 'boolean' }
const integer: Column<number> = { type: 'integer' }
const bigint: Column<number> = { type: 'bigint' }
const moment: Column<Date> = { type: 'timestamptz' }
const json = <Value>(): Column<Json<Value>> => ({ type: 'jsonb' })
const optional = <Value>(column: Column<Value>): Column<Value | null> => column

export interface StoredCredential {
  readonly kind: 'secret' | 'certificate'
  readonly keyId: string
  readonly displayName: string | null
  readonly startDateTime: string | null
  readonly endDateTime: string | null
}

/**
 * The only definition of the tables with rows read from tenants' directories: types, statements and
 * stored rows follow from it. The columns are those of the migrations, without the version of the row.
 */
const DIRECTORY = {
  directoryOrganizations: table(['id'], {
    id: text,
    displayName: text,
    createdDateTime: optional(moment),
    countryLetterCode: optional(text),
    city: optional(text),
    state: optional(text),
    businessPhones: texts,
    technicalNotificationMails: texts,
    securityComplianceNotificationMails: texts,
    onPremisesSyncEnabled: optional(flag),
    onPremisesLastSyncDateTime: optional(moment),
    quotaUsed: optional(bigint),
    quotaTotal: optional(bigint),
    verifiedDomains: json<{ name: string; isDefault: boolean; isInitial: boolean }[]>(),
  }),
  directoryDomains: table(['name'], {
    name: text,
    isDefault: flag,
    isInitial: flag,
    isVerified: flag,
    authenticationType: optional(text),
    supportedServices: unorderedTexts,
    passwordValidityPeriodInDays: optional(integer),
  }),
  directorySkus: table(['skuId'], {
    skuId: text,
    skuPartNumber: text,
    appliesTo: optional(text),
    capabilityStatus: text,
    consumedUnits: integer,
    enabledUnits: integer,
    warningUnits: integer,
    suspendedUnits: integer,
    lockedOutUnits: integer,
    servicePlans: json<{ servicePlanId: string; servicePlanName: string }[]>(),
    subscriptionIds: unorderedTexts,
  }),
  directorySubscriptions: table(['id'], {
    id: text,
    commerceSubscriptionId: optional(text),
    skuId: text,
    skuPartNumber: optional(text),
    status: optional(text),
    isTrial: optional(flag),
    totalLicenses: optional(integer),
    createdDateTime: optional(moment),
    nextLifecycleDateTime: optional(moment),
    ownerTenantId: optional(text),
  }),
  directoryUsers: table(['id'], {
    id: text,
    /** Microsoft's type where it is derived from user, such as agentUser. */
    objectType: optional(text),
    displayName: optional(text),
    userPrincipalName: optional(text),
    mail: optional(text),
    jobTitle: optional(text),
    department: optional(text),
    accountEnabled: optional(flag),
    userType: optional(text),
    externalUserState: optional(text),
    externalUserStateChangeDateTime: optional(moment),
    onPremisesSyncEnabled: optional(flag),
    createdDateTime: optional(moment),
    usageLocation: optional(text),
    passwordPolicies: optional(text),
  }),
  directoryLicenseAssignments: table(['userId', 'skuId', 'assignedByGroup'], {
    userId: text,
    skuId: text,
    /** '' for a direct assignment. */
    assignedByGroup: text,
    state: optional(text),
    error: optional(text),
    disabledPlans: unorderedTexts,
    lastUpdatedDateTime: optional(moment),
  }),
  directoryGroups: table(['id'], {
    id: text,
    displayName: optional(text),
    securityEnabled: optional(flag),
    mailEnabled: optional(flag),
    visibility: optional(text),
    groupTypes: unorderedTexts,
    membershipRule: optional(text),
    isAssignableToRole: optional(flag),
    licenseProcessingState: optional(text),
    assignedSkuIds: unorderedTexts,
    hasMembersWithLicenseErrors: optional(flag),
  }),
  directoryGroupMembers: table(['groupId', 'memberId'], {
    groupId: text,
    memberId: text,
    memberKind: optional(text),
  }),
  directoryPolicies: table(['id'], {
    id: text,
    templateId: optional(text),
    displayName: text,
    state: text,
    createdDateTime: optional(moment),
    modifiedDateTime: optional(moment),
    conditions: json<unknown>(),
    grantControls: optional(json<unknown>()),
    sessionControls: optional(json<unknown>()),
  }),
  directoryNamedLocations: table(['id'], {
    id: text,
    displayName: optional(text),
    kind: optional(text),
    isTrusted: optional(flag),
    ipRanges: unorderedTexts,
    countries: unorderedTexts,
    includesUnknownCountries: optional(flag),
  }),
  directorySettings: table(['kind'], {
    kind: text,
    value: json<unknown>(),
  }),
  directoryRoleAssignments: table(['id'], {
    id: text,
    roleTemplateId: text,
    principalId: text,
    principalKind: optional(text),
    principalName: optional(text),
    principalAppId: optional(text),
    principalHasPassword: optional(flag),
    scope: optional(text),
  }),
  directoryRoleDefinitions: table(['id'], {
    id: text,
    templateId: optional(text),
    displayName: optional(text),
    isBuiltIn: optional(flag),
    isEnabled: optional(flag),
  }),
  directoryServicePrincipals: table(['id'], {
    id: text,
    appId: optional(text),
    displayName: optional(text),
    accountEnabled: optional(flag),
    appOwnerOrganizationId: optional(text),
    servicePrincipalType: optional(text),
    /** Null: not read. */
    credentials: optional(json<StoredCredential[]>()),
  }),
  directoryApplications: table(['id'], {
    id: text,
    appId: text,
    displayName: optional(text),
    createdDateTime: optional(moment),
    signInAudience: optional(text),
    credentials: json<StoredCredential[]>(),
  }),
  directoryDelegatedGrants: table(['id'], {
    id: text,
    clientId: text,
    consentType: optional(text),
    principalId: optional(text),
    resourceId: text,
    scopes: unorderedTexts,
  }),
  directoryApplicationGrants: table(['id'], {
    id: text,
    principalId: text,
    principalName: optional(text),
    principalKind: optional(text),
    appRoleId: text,
    permission: optional(text),
    createdDateTime: optional(moment),
  }),
}

/** A table: the key names a row within its tenant and generation; a child's parent id comes first. */
function table<Columns extends Readonly<Record<string, Column>>>(
  key: readonly [keyof NoInfer<Columns> & string, ...(keyof NoInfer<Columns> & string)[]],
  columns: Columns,
) {
  return { key, columns }
}

export type DirectoryTable = keyof typeof DIRECTORY

type Columns<Table extends DirectoryTable> = (typeof DIRECTORY)[Table]['columns']

type ValueOf<Definition> = Definition extends Column<infer Value> ? Value : never

/** The tables as Kysely knows them: rows that live through generations (generation-rows.ts). */
export type DirectoryTables = {
  [Table in DirectoryTable]: Versioned & {
    [Name in keyof Columns<Table>]: ValueOf<Columns<Table>[Name]>
  }
}

interface Versioned {
  tenantId: Id<TenantId>
  fromGeneration: number
  /** The first generation without it; null while it is in the newest. */
  toGeneration: number | null
}

/** A row to store, by column name: every column of its table; other properties are not stored. */
export type DirectoryRow<Table extends DirectoryTable> = {
  readonly [Name in keyof Columns<Table>]: unknown
}

export const DIRECTORY_TABLES = Object.keys(DIRECTORY).filter(
  (name): name is DirectoryTable => name in DIRECTORY,
)

/** The columns and the key of a table. */
export function shapeOf(table: DirectoryTable) {
  const columns: (Column & { name: string })[] = Object.entries(DIRECTORY[table].columns).map(
    ([name, column]: [string, Column]) => ({ ...column, name }),
  )
  const keys: readonly [string, ...string[]] = DIRECTORY[table].key
  return { columns, keys }
}

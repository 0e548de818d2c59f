/**
 * The columns of a generation's rows as json_to_recordset names and types them: rows travel as one
 * JSON text, because thousands of single values cost the event loop and the driver far more.
 */
export const DIRECTORY_COLUMNS = {
  directoryOrganizations: {
    displayName: 'text',
    createdDateTime: 'timestamptz',
    countryLetterCode: 'text',
    city: 'text',
    state: 'text',
    businessPhones: 'text[]',
    technicalNotificationMails: 'text[]',
    onPremisesSyncEnabled: 'boolean',
    quotaUsed: 'bigint',
    quotaTotal: 'bigint',
    verifiedDomains: 'jsonb',
  },
  directoryDomains: {
    name: 'text',
    isDefault: 'boolean',
    isInitial: 'boolean',
    isVerified: 'boolean',
    authenticationType: 'text',
    supportedServices: 'text[]',
  },
  directorySkus: {
    skuId: 'text',
    skuPartNumber: 'text',
    appliesTo: 'text',
    capabilityStatus: 'text',
    consumedUnits: 'integer',
    enabledUnits: 'integer',
    warningUnits: 'integer',
    suspendedUnits: 'integer',
    lockedOutUnits: 'integer',
    servicePlans: 'jsonb',
    subscriptionIds: 'text[]',
  },
  directoryUsers: {
    id: 'text',
    displayName: 'text',
    userPrincipalName: 'text',
    mail: 'text',
    accountEnabled: 'boolean',
    userType: 'text',
    onPremisesSyncEnabled: 'boolean',
    createdDateTime: 'timestamptz',
    usageLocation: 'text',
  },
  directoryLicenseAssignments: {
    userId: 'text',
    skuId: 'text',
    assignedByGroup: 'text',
    state: 'text',
    error: 'text',
  },
  directoryGroups: {
    id: 'text',
    displayName: 'text',
    securityEnabled: 'boolean',
    groupTypes: 'text[]',
    assignedSkuIds: 'text[]',
    hasMembersWithLicenseErrors: 'boolean',
  },
  directoryPolicies: {
    id: 'text',
    displayName: 'text',
    state: 'text',
    createdDateTime: 'timestamptz',
    modifiedDateTime: 'timestamptz',
    conditions: 'jsonb',
    grantControls: 'jsonb',
    sessionControls: 'jsonb',
  },
} as const

export type DirectoryTable = keyof typeof DIRECTORY_COLUMNS

/** A row to be stored: every column of its table, whatever JSON can say of it. */
export type DirectoryRow<Table extends DirectoryTable> = {
  readonly [Column in keyof (typeof DIRECTORY_COLUMNS)[Table]]: unknown
}

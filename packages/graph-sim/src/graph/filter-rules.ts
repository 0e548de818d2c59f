/** default: works as it is. advanced: only with ConsistencyLevel: eventual and $count=true. */
export type Support = 'default' | 'advanced'

/** Which comparisons of a property Microsoft answers; an absent one is refused. */
export interface PropertyRule {
  readonly equal?: Support
  readonly startsWith?: Support
  readonly endsWith?: Support
  /** ge, gt, le, lt */
  readonly range?: Support
  /** eq null */
  readonly isNull?: Support
}

/** What may be asked of one kind of directory object. */
export interface QueryRules {
  /** As in "of resource 'User'" */
  readonly resource: string
  /** By property, or by collection/any/property. */
  readonly filter: Readonly<Record<string, PropertyRule>>
  readonly orderBy: Readonly<Record<string, Support>>
  readonly search: readonly string[]
}

const EQUAL: PropertyRule = { equal: 'default' }
const TEXT: PropertyRule = { equal: 'default', startsWith: 'default' }
const NULLABLE_TEXT: PropertyRule = { ...TEXT, isNull: 'advanced' }
const ADVANCED_TEXT: PropertyRule = {
  equal: 'advanced',
  startsWith: 'advanced',
  isNull: 'advanced',
}
const DATE: PropertyRule = { equal: 'default', range: 'default' }

const USER: QueryRules = {
  resource: 'User',
  filter: {
    id: EQUAL,
    accountEnabled: EQUAL,
    'assignedLicenses/any/skuId': EQUAL,
    'assignedLicenses/$count': { equal: 'advanced' },
    'assignedPlans/any/capabilityStatus': { equal: 'advanced' },
    'assignedPlans/any/service': { equal: 'advanced', startsWith: 'advanced' },
    'assignedPlans/any/servicePlanId': { equal: 'advanced' },
    'businessPhones/any': { equal: 'advanced', startsWith: 'advanced' },
    city: NULLABLE_TEXT,
    companyName: ADVANCED_TEXT,
    country: NULLABLE_TEXT,
    createdDateTime: { ...DATE, isNull: 'advanced' },
    department: NULLABLE_TEXT,
    displayName: NULLABLE_TEXT,
    employeeId: { equal: 'default', isNull: 'advanced' },
    externalUserState: EQUAL,
    givenName: NULLABLE_TEXT,
    jobTitle: NULLABLE_TEXT,
    mail: { ...NULLABLE_TEXT, endsWith: 'advanced' },
    mailNickname: NULLABLE_TEXT,
    mobilePhone: ADVANCED_TEXT,
    officeLocation: ADVANCED_TEXT,
    onPremisesSyncEnabled: { equal: 'default', isNull: 'advanced' },
    passwordPolicies: { isNull: 'advanced' },
    preferredLanguage: ADVANCED_TEXT,
    'signInActivity/lastSignInDateTime': DATE,
    'signInActivity/lastNonInteractiveSignInDateTime': DATE,
    'signInActivity/lastSuccessfulSignInDateTime': DATE,
    surname: NULLABLE_TEXT,
    usageLocation: NULLABLE_TEXT,
    // The user's page lists ge and le, the table of filters leaves them open: a fault refuses them.
    userPrincipalName: { ...TEXT, endsWith: 'advanced', range: 'default' },
    userType: { equal: 'default', isNull: 'advanced' },
  },
  orderBy: { displayName: 'default', userPrincipalName: 'default', createdDateTime: 'advanced' },
  search: ['displayName', 'mail', 'mailNickname', 'givenName', 'surname', 'userPrincipalName'],
}

const GROUP: QueryRules = {
  resource: 'Group',
  filter: {
    id: EQUAL,
    'assignedLicenses/any/skuId': EQUAL,
    'assignedLicenses/$count': { equal: 'advanced' },
    classification: TEXT,
    description: ADVANCED_TEXT,
    displayName: NULLABLE_TEXT,
    'groupTypes/any': EQUAL,
    hasMembersWithLicenseErrors: { equal: 'default', isNull: 'default' },
    isAssignableToRole: EQUAL,
    mail: { ...NULLABLE_TEXT, endsWith: 'advanced' },
    mailEnabled: EQUAL,
    mailNickname: NULLABLE_TEXT,
    membershipRule: TEXT,
    onPremisesSyncEnabled: { equal: 'default', isNull: 'advanced' },
    securityEnabled: EQUAL,
  },
  orderBy: { displayName: 'default' },
  search: ['displayName', 'description', 'mail', 'mailNickname'],
}

const APPLICATION: QueryRules = {
  resource: 'Application',
  filter: {
    id: EQUAL,
    appId: EQUAL,
    createdDateTime: { ...DATE, isNull: 'advanced' },
    displayName: NULLABLE_TEXT,
    publisherDomain: TEXT,
    'requiredResourceAccess/any/resourceAppId': { equal: 'advanced' },
    signInAudience: EQUAL,
    'tags/any': TEXT,
  },
  orderBy: { displayName: 'advanced', createdDateTime: 'advanced' },
  search: ['displayName'],
}

const SERVICE_PRINCIPAL: QueryRules = {
  resource: 'ServicePrincipal',
  filter: {
    id: EQUAL,
    accountEnabled: EQUAL,
    appId: EQUAL,
    appOwnerOrganizationId: { equal: 'advanced' },
    displayName: NULLABLE_TEXT,
    'servicePrincipalNames/any': TEXT,
    servicePrincipalType: EQUAL,
    'tags/any': TEXT,
  },
  orderBy: { displayName: 'advanced', createdDateTime: 'advanced' },
  search: ['displayName'],
}

const CONTRACT: QueryRules = {
  resource: 'Contract',
  filter: { customerId: EQUAL, defaultDomainName: TEXT, displayName: TEXT },
  orderBy: {},
  search: [],
}

/**
 * Page "Advanced query capabilities on Microsoft Entra ID objects". Objects of other services have
 * no such rules: what their paths list works for every property.
 */
export const RULES_BY_TYPE: Readonly<Record<string, QueryRules | undefined>> = {
  'microsoft.graph.user': USER,
  'microsoft.graph.group': GROUP,
  'microsoft.graph.application': APPLICATION,
  'microsoft.graph.servicePrincipal': SERVICE_PRINCIPAL,
  'microsoft.graph.contract': CONTRACT,
}

/** Types that have no rules of their own, but count only in advanced queries. */
const COUNTED_TYPES = [
  'microsoft.graph.directoryObject',
  'microsoft.graph.appRoleAssignment',
  'microsoft.graph.oAuth2PermissionGrant',
]

/** Objects of the directory are counted and searched in advanced queries only. */
export function needsAdvancedCount(typeName: string): boolean {
  return RULES_BY_TYPE[typeName] !== undefined || COUNTED_TYPES.includes(typeName)
}

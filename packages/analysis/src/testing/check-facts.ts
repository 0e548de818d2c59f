import type { CheckFacts, PartName, PartValues, PolicyFacts, UserFacts } from '../checks/facts.ts'
import type { Absence, Part } from '../coverage/facts.ts'
import { NO_PRICES } from '../prices.ts'

/** The time at which the cases of checks are judged. */
export const NOW = new Date('2026-11-24T12:00:00Z')

const P1_PLAN = '41781fb2-bc02-4b7c-bd55-b576c07bb09d'
const P2_PLAN = 'eec0eb4f-6444-4f95-aba0-50c24d67f998'

export const sku = (changes: Partial<PartValues['subscribedSkus'][number]> = {}) => ({
  skuId: 'sku',
  skuPartNumber: 'SPE_E5',
  capabilityStatus: 'Enabled',
  appliesTo: 'User',
  consumedUnits: 0,
  prepaidUnits: { enabled: 100, warning: 0, suspended: 0, lockedOut: 0 },
  servicePlans: [],
  ...changes,
})
export const P1_SKU = sku({ skuId: 'p1', servicePlans: [{ servicePlanId: P1_PLAN }] })
export const P2_SKU = sku({
  skuId: 'p2',
  servicePlans: [{ servicePlanId: P1_PLAN }, { servicePlanId: P2_PLAN }],
})

export const user = (id: string, changes: Partial<UserFacts> = {}): UserFacts => ({
  id,
  displayName: id,
  accountEnabled: true,
  userType: 'Member',
  externalUserState: null,
  ...changes,
})

/** A policy for all users and all resources that grants access with MFA, changed as given. */
export const policy = (id: string, changes: Partial<PolicyFacts> = {}): PolicyFacts => ({
  id,
  displayName: id,
  state: 'enabled',
  conditions: {
    users: { includeUsers: ['All'] },
    applications: { includeApplications: ['All'] },
    clientAppTypes: ['all'],
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
  ...changes,
})

const EMPTY: PartValues = {
  organization: {},
  subscribedSkus: [P1_SKU],
  subscriptions: [],
  domains: [],
  users: [],
  groups: [],
  groupMembers: new Map(),
  policies: [],
  namedLocations: [],
  securityDefaults: { isEnabled: false },
  methodsPolicy: { authenticationMethodConfigurations: [] },
  authorizationPolicy: {},
  adminConsentRequestPolicy: {},
  appManagementPolicy: {},
  crossTenantDefault: {},
  timeoutPolicies: [],
  groupSettings: [],
  roleDefinitions: [],
  roleAssignments: [],
  servicePrincipals: [],
  applications: [],
  applicationOwners: new Map(),
  delegatedGrants: [],
  appRoleAssignments: [],
  registrationDetails: [],
  signInActivity: [],
  activeUsers: [],
  devices: [],
  perUserMfa: [],
  dns: [],
  deletedObjects: new Set(),
}

/**
 * Facts of a tenant with P1 in which every part was read and is empty, changed as given; a text
 * instead of a value is the reason why the part is absent.
 */
export function facts(
  changes: { readonly [Name in PartName]?: PartValues[Name] | Absence } = {},
  emergencyAccounts: readonly string[] = [],
): CheckFacts {
  const parts = Object.fromEntries(
    Object.entries({ ...EMPTY, ...changes }).map(([name, value]): [string, Part<unknown>] => [
      name,
      typeof value === 'string' ? { absent: value } : { value },
    ]),
  )
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part has its own value
    parts: parts as CheckFacts['parts'],
    licenseChoices: new Map(),
    prices: NO_PRICES,
    emergencyAccounts: new Set(emergencyAccounts.map((id) => id.toLowerCase())),
    asOf: NOW,
    unattributedUsageRows: Array.isArray(changes.activeUsers)
      ? changes.activeUsers.filter(({ isConcealed }) => isConcealed).length
      : 0,
  }
}

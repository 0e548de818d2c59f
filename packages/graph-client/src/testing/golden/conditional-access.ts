import { readNamedLocations } from '../../read/named-locations.ts'
import { readPolicies } from '../../read/policies.ts'
import { ADA, APP, GLOBAL_ADMINISTRATOR, GROUP, NEVER, TENANT } from './golden.ts'
import type { Golden } from './golden.ts'

const filter = { mode: 'exclude', rule: 'device.isCompliant -eq True' }
const guests = (membershipKind: string) => ({
  guestOrExternalUserTypes: 'b2bCollaborationGuest,serviceProvider',
  externalTenants: { membershipKind },
})

const policy = {
  id: GROUP,
  displayName: 'Require MFA for all',
  state: 'enabled',
  templateId: APP,
  createdDateTime: '2024-02-01T09:00:00Z',
  modifiedDateTime: '2024-02-02T09:00:00Z',
  conditions: {
    users: {
      includeUsers: ['All'],
      excludeUsers: [ADA],
      includeGroups: [GROUP],
      excludeGroups: [GROUP],
      includeRoles: [GLOBAL_ADMINISTRATOR],
      excludeRoles: [GLOBAL_ADMINISTRATOR],
      includeGuestsOrExternalUsers: guests('all'),
      excludeGuestsOrExternalUsers: guests('enumerated'),
    },
    applications: {
      includeApplications: ['All'],
      excludeApplications: [APP],
      includeUserActions: ['urn:user:registersecurityinfo'],
      includeAuthenticationContextClassReferences: ['c1'],
      applicationFilter: filter,
    },
    clientApplications: {
      includeServicePrincipals: ['ServicePrincipalsInMyTenant'],
      excludeServicePrincipals: [APP],
    },
    clientAppTypes: ['all'],
    userRiskLevels: ['high'],
    signInRiskLevels: ['medium'],
    servicePrincipalRiskLevels: ['low'],
    platforms: { includePlatforms: ['all'], excludePlatforms: ['iOS'] },
    locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] },
    devices: { deviceFilter: filter },
    authenticationFlows: { transferMethods: 'deviceCodeFlow,authenticationTransfer' },
    insiderRiskLevels: 'minor,moderate',
  },
  grantControls: {
    operator: 'OR',
    builtInControls: ['mfa'],
    customAuthenticationFactors: ['duo'],
    termsOfUse: [APP],
    authenticationStrength: {
      id: APP,
      displayName: 'Phishing-resistant MFA',
      allowedCombinations: ['fido2', 'windowsHelloForBusiness'],
    },
  },
  sessionControls: {
    disableResilienceDefaults: true,
    signInFrequency: {
      isEnabled: true,
      type: 'hours',
      value: 4,
      frequencyInterval: 'timeBased',
    },
    persistentBrowser: { isEnabled: true, mode: 'never' },
    secureSignInSession: { isEnabled: true },
  },
}

const barePolicy = {
  id: GROUP,
  displayName: null,
  state: null,
  templateId: null,
  createdDateTime: null,
  modifiedDateTime: null,
  conditions: null,
  grantControls: null,
  sessionControls: null,
}

const emptyConditions = {
  users: null,
  applications: null,
  clientApplications: null,
  clientAppTypes: [],
  userRiskLevels: [],
  signInRiskLevels: [],
  servicePrincipalRiskLevels: [],
  platforms: null,
  locations: null,
  devices: null,
  authenticationFlows: null,
  insiderRiskLevels: null,
}

const location = {
  id: GROUP,
  displayName: 'Head office',
  isTrusted: true,
  ipRanges: [
    { '@odata.type': '#microsoft.graph.iPv4CidrRange', cidrAddress: '203.0.113.0/24' },
    {
      '@odata.type': '#microsoft.graph.iPv4Range',
      lowerAddress: '198.51.100.1',
      upperAddress: '198.51.100.9',
    },
  ],
  countriesAndRegions: ['DE'],
  includeUnknownCountriesAndRegions: false,
}

const bareLocation = {
  id: GROUP,
  displayName: null,
  isTrusted: null,
  ipRanges: [],
  countriesAndRegions: [],
  includeUnknownCountriesAndRegions: null,
  kind: null,
}

/** Conditional Access: its policies and places. */
export const CONDITIONAL_ACCESS_GOLDEN: readonly Golden[] = [
  {
    name: 'Conditional Access policies',
    path: '/identity/conditionalAccess/policies',
    comes: 'in a collection',
    read: readPolicies,
    full: { ...policy, deletedDateTime: null, partialEnablementStrategy: null },
    keptOfFull: policy,
    keepsNamesIn: ['conditions', 'grantControls', 'sessionControls'],
    required: ['id'],
    keptOfBare: barePolicy,
    odd: {
      id: GROUP,
      state: 'unknownFutureValue',
      modifiedDateTime: NEVER,
      createdDateTime: '',
      conditions: { clientAppTypes: ['telepathy', null], insiderRiskLevels: '' },
      grantControls: { operator: null, builtInControls: ['teleportation'] },
      sessionControls: { signInFrequency: { isEnabled: true, value: null } },
    },
    keptOfOdd: {
      ...barePolicy,
      state: 'unknownFutureValue',
      conditions: { ...emptyConditions, clientAppTypes: ['telepathy'] },
      grantControls: {
        operator: null,
        builtInControls: ['teleportation'],
        customAuthenticationFactors: [],
        termsOfUse: [],
        authenticationStrength: null,
      },
      sessionControls: {
        disableResilienceDefaults: null,
        signInFrequency: { isEnabled: true, type: null, value: null, frequencyInterval: null },
        persistentBrowser: null,
        secureSignInSession: null,
      },
    },
    unneeded: ['deletedDateTime', 'partialEnablementStrategy'],
  },
  {
    name: 'named locations',
    path: '/identity/conditionalAccess/namedLocations',
    comes: 'in a collection',
    read: readNamedLocations,
    full: {
      '@odata.type': '#microsoft.graph.ipNamedLocation',
      ...location,
      createdDateTime: '2024-02-01T09:00:00Z',
      modifiedDateTime: null,
      countryLookupMethod: 'clientIpAddress',
    },
    keptOfFull: {
      ...location,
      kind: 'ip',
      ipRanges: ['203.0.113.0/24', '198.51.100.1-198.51.100.9'],
    },
    required: ['id'],
    keptOfBare: bareLocation,
    odd: {
      '@odata.type': '#microsoft.graph.CountryNamedLocation',
      id: GROUP,
      displayName: '',
      ipRanges: [{ '@odata.type': '#microsoft.graph.planet', mass: TENANT }],
      countriesAndRegions: ['ZZ', null],
    },
    keptOfOdd: { ...bareLocation, kind: 'country', countriesAndRegions: ['ZZ'] },
    unneeded: [
      'createdDateTime',
      'modifiedDateTime',
      'countryLookupMethod',
      'ipRanges.@odata.type',
    ],
  },
]

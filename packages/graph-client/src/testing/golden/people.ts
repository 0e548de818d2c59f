import { readGroups } from '../../read/groups.ts'
import { DirectoryUser, readUsers, USER_PROPERTIES } from '../../read/users.ts'
import { ADA, EXCHANGE, GROUP, NEVER, SPB, wholeOf } from './golden.ts'
import type { Golden } from './golden.ts'

const license = { skuId: SPB, disabledPlans: [EXCHANGE] }
const assignment = {
  skuId: SPB,
  disabledPlans: [EXCHANGE],
  assignedByGroup: GROUP,
  state: 'Active',
  error: 'None',
  lastUpdatedDateTime: '2024-05-01T00:00:00Z',
}

const namedUser = {
  id: ADA,
  '@odata.type': 'agentUser',
  displayName: 'Ada Example',
  userPrincipalName: 'ada@fabrikam.example',
  mail: 'ada@fabrikam.example',
  jobTitle: 'Countess',
  department: 'Engines',
  accountEnabled: true,
  userType: 'Member',
  externalUserState: 'Accepted',
  externalUserStateChangeDateTime: '2022-01-06T08:00:00Z',
  onPremisesSyncEnabled: false,
  createdDateTime: '2022-01-05T08:00:00Z',
  usageLocation: 'US',
  passwordPolicies: 'DisablePasswordExpiration',
  assignedLicenses: [license],
  licenseAssignmentStates: [assignment],
}
// Values for properties of the row that are not named above: the first that its schema accepts.
const SAMPLES = [['A text'], 'A text', true]
const others = USER_PROPERTIES.split(',')
  .filter((name) => !(name in namedUser))
  .map((name) => {
    const isAccepted = (value: unknown) =>
      DirectoryUser.safeParse({ id: ADA, [name]: value }).success
    return [name, SAMPLES.find(isAccepted)] as const
  })
const user = { ...namedUser, ...Object.fromEntries(others) }
const bareUser = {
  id: ADA,
  '@odata.type': null,
  displayName: null,
  userPrincipalName: null,
  mail: null,
  jobTitle: null,
  department: null,
  accountEnabled: null,
  userType: null,
  externalUserState: null,
  externalUserStateChangeDateTime: null,
  onPremisesSyncEnabled: null,
  createdDateTime: null,
  usageLocation: null,
  passwordPolicies: null,
  assignedLicenses: [],
  licenseAssignmentStates: [],
  ...Object.fromEntries(others.map(([name, value]) => [name, Array.isArray(value) ? [] : null])),
}

const group = {
  id: GROUP,
  displayName: 'All staff',
  assignedLicenses: [license],
  hasMembersWithLicenseErrors: true,
  securityEnabled: true,
  mailEnabled: false,
  visibility: 'Private',
  groupTypes: ['DynamicMembership'],
  membershipRule: 'user.department -eq "Engines"',
  isAssignableToRole: false,
}
const bareGroup = {
  id: GROUP,
  displayName: null,
  assignedLicenses: [],
  licenseProcessingState: null,
  hasMembersWithLicenseErrors: null,
  securityEnabled: null,
  mailEnabled: null,
  visibility: null,
  groupTypes: [],
  membershipRule: null,
  isAssignableToRole: null,
}

/** Who is in a directory. */
export const PEOPLE_GOLDEN: readonly Golden[] = [
  {
    name: 'people',
    path: '/users',
    comes: 'in a collection',
    read: (graph) => wholeOf(readUsers(graph, { expectedPeople: 1 })),
    full: { ...user, '@odata.id': 'https://x.example', deviceKeys: [] },
    keptOfFull: user,
    required: ['id'],
    keptOfBare: bareUser,
    odd: {
      id: ADA.toUpperCase(),
      displayName: '',
      userType: 'Martian',
      createdDateTime: '',
      assignedLicenses: [null, { skuId: SPB.toUpperCase(), disabledPlans: null, extra: 1 }],
      licenseAssignmentStates: [
        { skuId: SPB, state: 'Odd', error: null, lastUpdatedDateTime: NEVER },
      ],
    },
    keptOfOdd: {
      ...bareUser,
      userType: 'Martian',
      assignedLicenses: [{ skuId: SPB, disabledPlans: [] }],
      licenseAssignmentStates: [
        {
          skuId: SPB,
          disabledPlans: [],
          assignedByGroup: null,
          state: 'Odd',
          error: null,
          lastUpdatedDateTime: null,
        },
      ],
    },
    unneeded: ['@odata.id', 'deviceKeys'],
  },
  {
    name: 'groups',
    path: '/groups',
    comes: 'in a collection',
    read: (graph) => wholeOf(readGroups(graph)),
    full: { ...group, licenseProcessingState: { state: 'ProcessingComplete' }, mail: null },
    keptOfFull: { ...group, licenseProcessingState: 'ProcessingComplete' },
    required: ['id'],
    keptOfBare: bareGroup,
    odd: {
      id: GROUP.toUpperCase(),
      displayName: '',
      visibility: 'Translucent',
      groupTypes: ['Unified', null],
      licenseProcessingState: { state: null },
      assignedLicenses: [{ skuId: SPB.toUpperCase() }],
    },
    keptOfOdd: {
      ...bareGroup,
      visibility: 'Translucent',
      groupTypes: ['Unified'],
      assignedLicenses: [{ skuId: SPB, disabledPlans: [] }],
    },
    unneeded: ['mail'],
  },
]

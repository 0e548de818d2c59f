import type { GraphRoute } from './call.ts'
import { listContracts } from './contracts.ts'
import { applicationsDelta, groupsDelta, usersDelta } from './delta-sources.ts'
import { countGroups, listGroups } from './groups.ts'
import { listDomains, listOrganization, listSubscribedSkus } from './organization.ts'
import { countUsers, getUser, listUsers } from './users.ts'

const COMMON = { method: 'GET', service: 'directory' } as const
const DELTA = {
  ...COMMON,
  units: 1,
  // No $top, $expand or $orderby: how large a page is and what comes first is Microsoft's choice.
  options: ['$select', '$filter', '$deltatoken', '$skiptoken'],
} as const

const LIST_OPTIONS = [
  '$count',
  '$expand',
  '$filter',
  '$orderby',
  '$search',
  '$select',
  '$skiptoken',
  '$top',
]

const USERS = ['User.Read.All', 'Directory.Read.All']
const BASIC_USERS = ['User.ReadBasic.All', ...USERS]
const GROUPS = ['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All']
const BASIC_GROUPS = ['Group.ReadBasic.All', ...GROUPS]
const APPLICATIONS = ['Application.Read.All', 'Directory.Read.All']

/** People, groups, licenses and the organization. */
export const DIRECTORY_ROUTES: readonly GraphRoute[] = [
  {
    ...COMMON,
    path: '/organization',
    permissions: ['Organization.Read.All', 'Directory.Read.All', 'User.Read.All'],
    delegated: ['User.Read', 'Organization.Read.All', 'Directory.Read.All', 'User.Read.All'],
    units: 1,
    options: ['$select'],
    answer: listOrganization,
  },
  {
    ...COMMON,
    path: '/subscribedSkus',
    permissions: ['LicenseAssignment.Read.All', 'Organization.Read.All', 'Directory.Read.All'],
    delegated: ['LicenseAssignment.Read.All', 'Organization.Read.All', 'Directory.Read.All'],
    units: 3,
    options: ['$select'],
    answer: listSubscribedSkus,
  },
  {
    ...COMMON,
    path: '/users',
    permissions: BASIC_USERS,
    delegated: BASIC_USERS,
    units: 2,
    options: LIST_OPTIONS,
    answer: listUsers,
  },
  {
    ...COMMON,
    path: '/users/$count',
    permissions: BASIC_USERS,
    delegated: BASIC_USERS,
    units: 1,
    options: ['$filter', '$search'],
    answer: countUsers,
  },
  {
    ...DELTA,
    path: '/users/delta',
    permissions: USERS,
    delegated: USERS,
    answer: usersDelta,
  },
  {
    ...COMMON,
    path: '/users/{id}',
    permissions: BASIC_USERS,
    delegated: BASIC_USERS,
    units: 1,
    options: ['$expand', '$select'],
    answer: getUser,
  },
  {
    ...COMMON,
    path: '/groups',
    permissions: BASIC_GROUPS,
    delegated: BASIC_GROUPS,
    units: 1,
    options: LIST_OPTIONS,
    answer: listGroups,
  },
  {
    ...COMMON,
    path: '/groups/$count',
    permissions: BASIC_GROUPS,
    delegated: BASIC_GROUPS,
    units: 1,
    options: ['$filter', '$search'],
    answer: countGroups,
  },
  {
    ...DELTA,
    path: '/groups/delta',
    permissions: GROUPS,
    delegated: GROUPS,
    answer: groupsDelta,
  },
  {
    ...DELTA,
    path: '/applications/delta',
    permissions: APPLICATIONS,
    delegated: APPLICATIONS,
    answer: applicationsDelta,
  },
  {
    ...COMMON,
    path: '/contracts',
    permissions: ['Directory.Read.All'],
    delegated: ['Directory.Read.All'],
    units: 3,
    options: ['$filter', '$select', '$top', '$skiptoken'],
    answer: listContracts,
  },
  {
    ...COMMON,
    path: '/domains',
    permissions: ['Domain.Read.All', 'Directory.Read.All'],
    delegated: ['Domain.Read.All', 'Directory.Read.All'],
    units: 1,
    options: ['$select'],
    answer: listDomains,
  },
]

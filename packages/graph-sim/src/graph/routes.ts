import type { GraphRoute } from './call.ts'
import { listContracts } from './contracts.ts'
import { listGroups } from './groups.ts'
import { listDomains, listOrganization, listSubscribedSkus } from './organization.ts'
import { listPolicies } from './policies.ts'
import { countUsers, getUser, listUsers } from './users.ts'

const USER_PERMISSIONS = ['User.ReadBasic.All', 'User.Read.All', 'Directory.Read.All']

/** Every path with what it needs, as in Microsoft's permissions reference. */
export const GRAPH_ROUTES: readonly GraphRoute[] = [
  {
    method: 'GET',
    path: '/organization',
    service: 'directory',
    permissions: ['Organization.Read.All', 'Directory.Read.All', 'User.Read.All'],
    units: 1,
    options: ['$select'],
    answer: listOrganization,
  },
  {
    method: 'GET',
    path: '/subscribedSkus',
    service: 'directory',
    permissions: ['LicenseAssignment.Read.All', 'Organization.Read.All', 'Directory.Read.All'],
    units: 3,
    options: ['$select'],
    answer: listSubscribedSkus,
  },
  {
    method: 'GET',
    path: '/users',
    service: 'directory',
    permissions: USER_PERMISSIONS,
    units: 2,
    options: ['$select', '$top', '$count', '$skiptoken'],
    answer: listUsers,
  },
  {
    method: 'GET',
    path: '/users/$count',
    service: 'directory',
    permissions: USER_PERMISSIONS,
    units: 1,
    options: [],
    answer: countUsers,
  },
  {
    method: 'GET',
    path: '/users/{id}',
    service: 'directory',
    permissions: USER_PERMISSIONS,
    units: 1,
    options: ['$select'],
    answer: getUser,
  },
  {
    method: 'GET',
    path: '/groups',
    service: 'directory',
    permissions: [
      'GroupMember.Read.All',
      'Group.ReadBasic.All',
      'Group.Read.All',
      'Directory.Read.All',
    ],
    units: 1,
    options: ['$select', '$top', '$count', '$skiptoken'],
    answer: listGroups,
  },
  {
    method: 'GET',
    path: '/identity/conditionalAccess/policies',
    service: 'conditional-access',
    permissions: ['Policy.Read.All'],
    units: 1,
    options: ['$select', '$top', '$skip', '$skiptoken'],
    answer: listPolicies,
  },
  {
    method: 'GET',
    path: '/contracts',
    service: 'directory',
    permissions: ['Directory.Read.All'],
    units: 3,
    options: ['$select', '$top', '$skiptoken'],
    answer: listContracts,
  },
  {
    method: 'GET',
    path: '/domains',
    service: 'directory',
    permissions: ['Domain.Read.All', 'Directory.Read.All'],
    units: 1,
    options: ['$select'],
    answer: listDomains,
  },
]

export interface RouteMatch {
  readonly route: GraphRoute
  readonly id: string
}

/** The routes of a path, whatever their method; the exact ones come before those with an id. */
export function matchRoutes(path: string): RouteMatch[] {
  const segments = path.split('/')
  return GRAPH_ROUTES.map((route) => ({ route, id: matchPath(route.path, segments) })).filter(
    (match): match is RouteMatch => match.id !== undefined,
  )
}

/** The segment in the braces, empty when there are none; undefined when the path differs. */
function matchPath(pattern: string, segments: readonly string[]): string | undefined {
  const wanted = pattern.split('/')
  if (wanted.length !== segments.length) return undefined
  let id = ''
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith('{')) id = segment
    else if (part.toLowerCase() !== segment.toLowerCase()) return undefined
  }
  return id
}

import type { GraphRoute } from './call.ts'
import { listMembers, listTransitiveMembers, listTransitivePeople } from './group-members.ts'
import { listLicenseDetails } from './license-details.ts'
import { sendMail } from './mail.ts'
import { getMe, listMemberOf, listMyMemberOf, listMyRoles } from './memberships.ts'

const MEMBER_PERMISSIONS = [
  'GroupMember.Read.All',
  'Group.Read.All',
  'Directory.Read.All',
  'Group.ReadWrite.All',
  'GroupMember.ReadWrite.All',
]
const LICENSE_PERMISSIONS = ['LicenseAssignment.Read.All', 'User.Read.All', 'Directory.Read.All']
const MEMBER_OF_PERMISSIONS = ['GroupMember.Read.All', 'Directory.Read.All']
const LIST_OPTIONS = ['$count', '$filter', '$select', '$skiptoken', '$top']

const MEMBERS = {
  method: 'GET',
  service: 'directory',
  permissions: MEMBER_PERMISSIONS,
  delegated: MEMBER_PERMISSIONS,
  options: LIST_OPTIONS,
} as const

/** Paths of the signed-in person: an app's own token has no "me". */
const ME = {
  method: 'GET',
  service: 'directory',
  permissions: [],
  delegated: ['User.Read', 'User.ReadBasic.All', 'User.Read.All', 'Directory.Read.All'],
} as const

/** What a person is in, holds and sends, and who is in a group. */
export const PERSON_ROUTES: readonly GraphRoute[] = [
  { ...MEMBERS, path: '/groups/{id}/members', units: 3, answer: listMembers },
  { ...MEMBERS, path: '/groups/{id}/transitiveMembers', units: 5, answer: listTransitiveMembers },
  {
    ...MEMBERS,
    path: '/groups/{id}/transitiveMembers/microsoft.graph.user',
    units: 5,
    answer: listTransitivePeople,
  },
  {
    method: 'GET',
    path: '/users/{id}/licenseDetails',
    service: 'directory',
    permissions: LICENSE_PERMISSIONS,
    delegated: ['User.Read', ...LICENSE_PERMISSIONS],
    units: 2,
    options: ['$select'],
    answer: listLicenseDetails,
  },
  {
    method: 'GET',
    path: '/users/{id}/memberOf',
    service: 'directory',
    permissions: MEMBER_OF_PERMISSIONS,
    delegated: ['User.Read', ...MEMBER_OF_PERMISSIONS],
    units: 2,
    options: LIST_OPTIONS,
    answer: listMemberOf,
  },
  {
    method: 'POST',
    path: '/users/{id}/sendMail',
    service: 'directory',
    permissions: ['Mail.Send'],
    delegated: ['Mail.Send'],
    denied: {
      code: 'ErrorAccessDenied',
      message: 'Access is denied. Check credentials and try again.',
    },
    units: 1,
    options: [],
    answer: sendMail,
  },
  { ...ME, path: '/me', units: 1, options: ['$select'], answer: getMe },
  { ...ME, path: '/me/memberOf', units: 2, options: LIST_OPTIONS, answer: listMyMemberOf },
  {
    ...ME,
    path: '/me/memberOf/microsoft.graph.directoryRole',
    units: 2,
    options: LIST_OPTIONS,
    answer: listMyRoles,
  },
]

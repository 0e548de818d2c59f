import { getApplication, listApplicationOwners, listApplications } from './applications.ts'
import type { GraphRoute } from './call.ts'
import {
  listAppRoleAssignedTo,
  listAppRoleAssignedToByAppId,
  listAppRoleAssignments,
  listAppRoleAssignmentsByAppId,
  listDelegatedGrants,
} from './permission-grants.ts'
import {
  getServicePrincipal,
  getServicePrincipalByAppId,
  listServicePrincipals,
} from './service-principals.ts'

const PERMISSIONS = ['Application.Read.All', 'Directory.Read.All', 'Application.ReadWrite.All']
const COMMON = {
  method: 'GET',
  service: 'directory',
  permissions: PERMISSIONS,
  delegated: PERMISSIONS,
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
const ASSIGNMENT_OPTIONS = ['$count', '$filter', '$select', '$skiptoken', '$top']

/** App registrations, what stands for apps in a directory, and what both were granted. */
export const APPLICATION_ROUTES: readonly GraphRoute[] = [
  {
    ...COMMON,
    path: '/applications',
    units: 2,
    options: LIST_OPTIONS,
    answer: listApplications,
  },
  {
    ...COMMON,
    path: '/applications/{id}',
    units: 2,
    options: ['$expand', '$select'],
    answer: getApplication,
  },
  {
    ...COMMON,
    path: "/applications(appId='{id}')",
    units: 2,
    options: ['$expand', '$select'],
    answer: getApplication,
  },
  {
    ...COMMON,
    path: '/applications/{id}/owners',
    units: 1,
    options: ['$select', '$skiptoken', '$top'],
    answer: listApplicationOwners,
  },
  {
    ...COMMON,
    path: '/servicePrincipals',
    units: 1,
    options: LIST_OPTIONS.filter((option) => option !== '$expand'),
    answer: listServicePrincipals,
  },
  {
    ...COMMON,
    path: '/servicePrincipals/{id}',
    units: 1,
    options: ['$select'],
    answer: getServicePrincipal,
  },
  {
    ...COMMON,
    path: "/servicePrincipals(appId='{id}')",
    units: 1,
    options: ['$select'],
    answer: getServicePrincipalByAppId,
  },
  {
    ...COMMON,
    path: '/servicePrincipals/{id}/appRoleAssignments',
    units: 2,
    options: ASSIGNMENT_OPTIONS,
    answer: listAppRoleAssignments,
  },
  {
    ...COMMON,
    path: "/servicePrincipals(appId='{id}')/appRoleAssignments",
    units: 2,
    options: ASSIGNMENT_OPTIONS,
    answer: listAppRoleAssignmentsByAppId,
  },
  {
    ...COMMON,
    path: '/servicePrincipals/{id}/appRoleAssignedTo',
    units: 1,
    options: ASSIGNMENT_OPTIONS,
    answer: listAppRoleAssignedTo,
  },
  {
    ...COMMON,
    path: "/servicePrincipals(appId='{id}')/appRoleAssignedTo",
    units: 1,
    options: ASSIGNMENT_OPTIONS,
    answer: listAppRoleAssignedToByAppId,
  },
  {
    ...COMMON,
    path: '/oauth2PermissionGrants',
    permissions: ['Directory.Read.All', 'DelegatedPermissionGrant.ReadWrite.All'],
    delegated: ['Directory.Read.All', 'DelegatedPermissionGrant.ReadWrite.All'],
    units: 2,
    options: ['$filter', '$select', '$skiptoken', '$top'],
    answer: listDelegatedGrants,
  },
]

import type { GraphRoute } from './call.ts'
import {
  getRoleByTemplate,
  listDirectoryRoles,
  listRoleAssignments,
  listRoleDefinitions,
  listRoleMembers,
  listRoleMembersByTemplate,
  listRoleTemplates,
} from './roles.ts'

const PERMISSIONS = [
  'RoleManagement.Read.Directory',
  'RoleManagement.Read.All',
  'Directory.Read.All',
  'RoleManagement.ReadWrite.Directory',
]

const COMMON = {
  method: 'GET',
  service: 'directory',
  permissions: PERMISSIONS,
  delegated: PERMISSIONS,
  units: 1,
} as const

/** Directory roles, in their old and their new form. */
export const ROLE_ROUTES: readonly GraphRoute[] = [
  {
    ...COMMON,
    path: '/directoryRoles',
    options: ['$expand', '$filter', '$select'],
    answer: listDirectoryRoles,
  },
  {
    ...COMMON,
    path: '/directoryRoles/{id}/members',
    options: ['$filter', '$select'],
    answer: listRoleMembers,
  },
  {
    ...COMMON,
    path: "/directoryRoles(roleTemplateId='{id}')",
    options: ['$select'],
    answer: getRoleByTemplate,
  },
  {
    ...COMMON,
    path: "/directoryRoles(roleTemplateId='{id}')/members",
    options: ['$filter', '$select'],
    answer: listRoleMembersByTemplate,
  },
  { ...COMMON, path: '/directoryRoleTemplates', options: ['$select'], answer: listRoleTemplates },
  {
    ...COMMON,
    path: '/roleManagement/directory/roleDefinitions',
    options: ['$filter', '$select', '$skiptoken', '$top'],
    answer: listRoleDefinitions,
  },
  {
    ...COMMON,
    path: '/roleManagement/directory/roleAssignments',
    options: ['$count', '$expand', '$filter', '$select', '$skiptoken', '$top'],
    answer: listRoleAssignments,
  },
]

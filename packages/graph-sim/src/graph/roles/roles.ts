import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { resourceNotFound } from '../engine/refusals.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'
import {
  DIRECTORY_OBJECT,
  findObject,
  roleDescription,
  wholeObject,
  type DirectoryObject,
} from '../users/directory-objects.ts'
import { ROLE_CATALOG, type RoleTemplate } from './role-catalog.ts'
import { heldRolesOf, roleObjectId, type HeldRole } from './role-objects.ts'

/** These answer all of their rows at once. */
const ONE_PAGE = { pageDefault: 10_000, pageMax: 10_000 } as const
/** A role is activated when it is first assigned; this one is from the start. */
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'

const DIRECTORY_ROLE: EntityShape<RoleTemplate> = {
  typeName: 'microsoft.graph.directoryRole',
  defaults: ['id', 'deletedDateTime', 'description', 'displayName', 'roleTemplateId'],
  properties: {
    id: (role, { tenant }) => roleObjectId(tenant, role.id),
    deletedDateTime: () => null,
    description: roleDescription,
    displayName: (role) => role.displayName,
    roleTemplateId: (role) => role.id,
  },
  expansions: {
    members: (role, call) => membersOf(call, role).map((member) => wholeObject(member, call)),
  },
}

/** Only roles that were ever assigned. */
export function listDirectoryRoles(call: GraphCall): GraphAnswer {
  const rows = activatedRoles(call)
  return answerList(call, { set: 'directoryRoles', shape: DIRECTORY_ROLE, rows, ...ONE_PAGE })
}

export function listRoleMembers(call: GraphCall, id: string): GraphAnswer {
  const wanted = id.toLowerCase()
  const role = activatedRoles(call).find((each) => roleObjectId(call.tenant, each.id) === wanted)
  if (!role) throw resourceNotFound(id)
  const rows = membersOf(call, role)
  return answerList(call, { set: 'directoryObjects', shape: DIRECTORY_OBJECT, rows, ...ONE_PAGE })
}

const DEFINITION_PROPERTIES = {
  id: (role: RoleTemplate) => role.id,
  description: roleDescription,
  displayName: (role: RoleTemplate) => role.displayName,
  isBuiltIn: () => true,
  isEnabled: () => true,
  templateId: (role: RoleTemplate) => role.id,
}

const ROLE_DEFINITION: EntityShape<RoleTemplate> = {
  typeName: 'microsoft.graph.unifiedRoleDefinition',
  properties: DEFINITION_PROPERTIES,
  defaults: Object.keys(DEFINITION_PROPERTIES),
}

export function listRoleDefinitions(call: GraphCall): GraphAnswer {
  const set = 'roleManagement/directory/roleDefinitions'
  return answerList(call, { set, shape: ROLE_DEFINITION, rows: ROLE_CATALOG, ...ONE_PAGE })
}

const ASSIGNMENT_DEFAULTS = ['id', 'principalId', 'directoryScopeId', 'roleDefinitionId']

const ROLE_ASSIGNMENT: EntityShape<HeldRole> = {
  typeName: 'microsoft.graph.unifiedRoleAssignment',
  defaults: ASSIGNMENT_DEFAULTS,
  properties: {
    id: (held) => held.id,
    principalId: (held) => held.principalId,
    directoryScopeId: ({ scope }) => scope ?? '/',
    // Of a role that Microsoft defines, the definition has the template's id.
    roleDefinitionId: (held) => held.roleTemplateId,
  },
  expansions: {
    principal: (held, call) => {
      const found = findObject(call, held.principalId)
      return found ? wholeObject(found, call) : null
    },
  },
}

/** Active assignments in the complete directory; eligible ones that are not activated are not returned. */
export function listRoleAssignments(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'roleManagement/directory/roleAssignments',
    shape: ROLE_ASSIGNMENT,
    rows: heldRolesOf(call.tenant),
    pageDefault: 100,
    pageMax: 999,
  })
}

function membersOf(call: GraphCall, role: RoleTemplate): readonly DirectoryObject[] {
  return heldRolesOf(call.tenant)
    .filter((held) => held.roleTemplateId === role.id)
    .map((held) => findObject(call, held.principalId))
    .filter((found) => found !== undefined)
}

function activatedRoles({ tenant }: GraphCall): readonly RoleTemplate[] {
  const held = new Set(heldRolesOf(tenant).map(({ roleTemplateId }) => roleTemplateId))
  return ROLE_CATALOG.filter((role) => role.id === GLOBAL_ADMINISTRATOR || held.has(role.id))
}

import { ORDINARY_USER_ROLE } from '@tenantscope/analysis/directory-roles'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'

/** The user that the mappings are applied to. */
export interface MappedPerson {
  /** Template ids of the user's directory roles, in any case. */
  readonly roleIds: readonly string[]
  readonly isGuest: boolean
}

export interface MappedRole {
  readonly role: Role
  /** The deciding mapping; null: none matched. */
  readonly mapping: RoleMapping | null
  /** Tenants granted with the role; null: grants are unchanged. */
  readonly access: TenantAccessGrant | null
}

/**
 * Returns the role of the first enabled mapping whose directory role the user has; viewer without
 * one (specification section 6). No mapping makes a guest of the directory an administrator.
 */
export function roleByMappings(
  mappings: readonly RoleMapping[],
  { roleIds, isGuest }: MappedPerson,
): MappedRole {
  const held = new Set(roleIds.map((id) => id.toLowerCase()))
  held.delete(ORDINARY_USER_ROLE)
  const mapping = mappings.find((each) => each.enabled && held.has(each.microsoftRole)) ?? null
  if (mapping === null) return UNMATCHED
  const { localRole, access } = mapping
  return { role: isGuest && localRole === 'admin' ? 'technician' : localRole, mapping, access }
}

/** The result of a directory role for users with it as their first tried role. */
export interface TriedRole {
  readonly roleId: string
  readonly member: MappedRole
  readonly guest: MappedRole
}

/**
 * Returns the deciding directory roles in order. A user's first role in this list decides, so the
 * database can find it for all users at once.
 */
export const triedRoles = (mappings: readonly RoleMapping[]): TriedRole[] =>
  rolesLookedFor(mappings)
    .map((roleId) => ({
      roleId,
      member: roleByMappings(mappings, { roleIds: [roleId], isGuest: false }),
      guest: roleByMappings(mappings, { roleIds: [roleId], isGuest: true }),
    }))
    .filter(({ member }) => member.mapping !== null)

/** The result for users without any of them. */
export const UNMATCHED: MappedRole = { role: 'viewer', mapping: null, access: null }

/** Returns the directory roles that enabled mappings refer to. */
export const rolesLookedFor = (mappings: readonly RoleMapping[]): string[] => [
  ...new Set(mappings.filter(({ enabled }) => enabled).map(({ microsoftRole }) => microsoftRole)),
]

/**
 * True when a list may make a user an administrator whom the stored list did not. Only mappings up
 * to the last enabled one to Administrator matter.
 */
export function mayMakeAdministrators(
  before: readonly RoleMapping[],
  after: readonly RoleMapping[],
): boolean {
  const deciding = decidingAdministrators(after)
  return deciding !== '' && deciding !== decidingAdministrators(before)
}

/** True when a mapping grants all tenants that did not before. */
export function mayGrantAllTenants(
  before: readonly RoleMapping[],
  after: readonly RoleMapping[],
): boolean {
  const granted = new Set(rolesWithAllTenants(before))
  return rolesWithAllTenants(after).some((role) => !granted.has(role))
}

const rolesWithAllTenants = (mappings: readonly RoleMapping[]): string[] =>
  mappings
    .filter(({ enabled, access }) => enabled && access?.mode === 'all')
    .map(({ microsoftRole }) => microsoftRole)

function decidingAdministrators(mappings: readonly RoleMapping[]): string {
  const enabled = mappings.filter((mapping) => mapping.enabled)
  const last = enabled.findLastIndex(({ localRole }) => localRole === 'admin')
  return enabled
    .slice(0, last + 1)
    .map(({ microsoftRole, localRole }) => `${microsoftRole} ${localRole}`)
    .join('\n')
}

import { ORDINARY_USER_ROLE } from '@tenantscope/analysis/directory-roles'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'

/** Whom the mappings are asked about. */
export interface MappedPerson {
  /** Template ids of the directory roles that they hold, in any case. */
  readonly roleIds: readonly string[]
  readonly isGuest: boolean
}

export interface MappedRole {
  readonly role: Role
  /** The mapping that decided; null: none matched. */
  readonly mapping: RoleMapping | null
  /** What is granted along with the role; null: grants stay as they are. */
  readonly access: TenantAccessGrant | null
}

/**
 * The first enabled mapping whose directory role the person holds decides; without one, viewer
 * (specification section 6). No mapping makes a guest of the directory an administrator.
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

/** What a directory role gives to those whose first it is of the roles that are tried. */
export interface TriedRole {
  readonly roleId: string
  readonly member: MappedRole
  readonly guest: MappedRole
}

/**
 * The directory roles that decide something, in the order in which they are tried: of those that
 * somebody holds the first one decides, so that the database can find it for everybody at once.
 */
export const triedRoles = (mappings: readonly RoleMapping[]): TriedRole[] =>
  rolesLookedFor(mappings)
    .map((roleId) => ({
      roleId,
      member: roleByMappings(mappings, { roleIds: [roleId], isGuest: false }),
      guest: roleByMappings(mappings, { roleIds: [roleId], isGuest: true }),
    }))
    .filter(({ member }) => member.mapping !== null)

/** What those get who hold none of them. */
export const UNMATCHED: MappedRole = { role: 'viewer', mapping: null, access: null }

/** The directory roles that any enabled mapping looks for. */
export const rolesLookedFor = (mappings: readonly RoleMapping[]): string[] => [
  ...new Set(mappings.filter(({ enabled }) => enabled).map(({ microsoftRole }) => microsoftRole)),
]

/**
 * Whether a list may make somebody an administrator whom the stored one did not: what stands up to
 * the last enabled mapping to Administrator decides who becomes one.
 */
export function mayMakeAdministrators(
  before: readonly RoleMapping[],
  after: readonly RoleMapping[],
): boolean {
  const deciding = decidingAdministrators(after)
  return deciding !== '' && deciding !== decidingAdministrators(before)
}

function decidingAdministrators(mappings: readonly RoleMapping[]): string {
  const enabled = mappings.filter((mapping) => mapping.enabled)
  const last = enabled.findLastIndex(({ localRole }) => localRole === 'admin')
  return enabled
    .slice(0, last + 1)
    .map(({ microsoftRole, localRole }) => `${microsoftRole} ${localRole}`)
    .join('\n')
}

import roles from './directory-roles.json' with { type: 'json' }

/** A built-in role of Microsoft, the same in every directory. */
interface DirectoryRoleTemplate {
  readonly roleTemplateId: string
  readonly displayName: string
}

/**
 * Microsoft's own directory roles by name (page "Microsoft Entra built-in roles", column Template ID,
 * as of January 2026). Newer ones are read from the own directory.
 */
export const BUILT_IN_DIRECTORY_ROLES: readonly DirectoryRoleTemplate[] = roles

const nameById: ReadonlyMap<string, string> = new Map(
  roles.map(({ roleTemplateId, displayName }) => [roleTemplateId, displayName]),
)

/** Returns the name of a built-in role, or undefined for a custom role. */
export const builtInRoleName = (roleTemplateId: string): string | undefined =>
  nameById.get(roleTemplateId.toLowerCase())

/** The "User" role, present in the wids claim of every directory member; it grants nothing. */
export const ORDINARY_USER_ROLE = 'b79fbf4d-3ef9-4689-8143-76b194e85509'

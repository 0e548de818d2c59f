import roles from './directory-roles.json' with { type: 'json' }

/** A role that Microsoft made, the same in every directory. */
interface DirectoryRoleTemplate {
  readonly roleTemplateId: string
  readonly displayName: string
}

/**
 * Microsoft's own directory roles by name (page "Microsoft Entra built-in roles", column Template ID,
 * as of January 2026). Newer ones come with what is read of the own directory.
 */
export const BUILT_IN_DIRECTORY_ROLES: readonly DirectoryRoleTemplate[] = roles

const nameById: ReadonlyMap<string, string> = new Map(
  roles.map(({ roleTemplateId, displayName }) => [roleTemplateId, displayName]),
)

/** The name of a role that Microsoft made; undefined for one that a directory made itself. */
export const builtInRoleName = (roleTemplateId: string): string | undefined =>
  nameById.get(roleTemplateId.toLowerCase())

/** In the wids of every member of a directory, whatever they hold: it says nothing. */
export const ORDINARY_USER_ROLE = 'b79fbf4d-3ef9-4689-8143-76b194e85509'

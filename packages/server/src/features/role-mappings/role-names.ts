import { BUILT_IN_DIRECTORY_ROLES } from '@tenantscope/analysis/directory-roles'

import type { OwnDirectoryRepo, OwnReading } from './own-directory.repo.ts'

interface NamedRole {
  readonly roleTemplateId: string
  readonly displayName: string
  readonly isBuiltIn: boolean
}

/** Returns Microsoft's roles and those of the own directory, by name. */
export async function directoryRolesOf(
  directory: OwnDirectoryRepo,
  reading: OwnReading | undefined,
): Promise<NamedRole[]> {
  const roles = new Map<string, NamedRole>(
    BUILT_IN_DIRECTORY_ROLES.map((role) => [role.roleTemplateId, { ...role, isBuiltIn: true }]),
  )
  for (const { id, displayName, isBuiltIn } of reading ? await directory.roles(reading) : [])
    if (displayName !== null)
      roles.set(id, { roleTemplateId: id, displayName, isBuiltIn: isBuiltIn !== false })
  return [...roles.values()].toSorted((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
}

/** Returns names of directory roles by id. */
export async function roleNamesIn(
  directory: OwnDirectoryRepo,
): Promise<ReadonlyMap<string, string>> {
  const roles = await directoryRolesOf(directory, await directory.reading())
  return new Map(roles.map(({ roleTemplateId, displayName }) => [roleTemplateId, displayName]))
}

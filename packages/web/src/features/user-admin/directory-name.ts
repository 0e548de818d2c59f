import type { DirectoryPerson } from '@tenantscope/contract/users'

/** How a person of the directory is called. */
export function directoryNameOf(person: DirectoryPerson): string {
  const { displayName, email, username, microsoftId } = person
  return displayName ?? email ?? username ?? microsoftId
}

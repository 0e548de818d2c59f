import type { CallReply } from '@tenantscope/contract/endpoint'
import type { DirectoryPerson, ImportPreview, importUsers } from '@tenantscope/contract/user-import'

/** The result of an import, and the people of its preview. */
export interface ImportOutcome {
  result: CallReply<typeof importUsers>
  people: readonly ImportPreview[]
}

/** Why a person is left out. */
export const LEFT_OUT = {
  'has an account': 'Has an account already',
  blocked: 'Blocked at Microsoft',
  'not found': 'Not found in your directory',
} as const satisfies Record<NonNullable<ImportPreview['leftOut']>, string>

/** '12 imported, 2 left out'. */
export function importCounts(counts: { done: string; imported: number; leftOut: number }): string {
  const imported = `${counts.imported} ${counts.done}`
  return counts.leftOut === 0 ? imported : `${imported}, ${counts.leftOut} left out`
}

/** Returns the name under which a person of the directory is shown. */
export function directoryNameOf(person: DirectoryPerson): string {
  const { displayName, email, username, microsoftId } = person
  return displayName ?? email ?? username ?? microsoftId
}

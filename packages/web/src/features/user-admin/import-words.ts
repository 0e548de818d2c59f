import type { ImportPreview } from '@tenantscope/contract/users'

import { directoryNameOf } from './directory-name.ts'
import type { ImportResult } from './directory.queries.ts'

/** What came of an import, and what was shown before it. */
export interface ImportOutcome {
  result: ImportResult
  people: readonly ImportPreview[]
}

/** Why somebody is left out, in words. */
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

/** Everybody who got no account, and why: those of the preview, and those whom the server refused. */
export function leftOutOf({ result, people }: ImportOutcome): { name: string; reason: string }[] {
  const before = people.flatMap((person) =>
    person.leftOut === null
      ? []
      : [{ name: directoryNameOf(person), reason: LEFT_OUT[person.leftOut] }],
  )
  const after = result.leftOut.map(({ microsoftId, reason }) => {
    const person = people.find((each) => each.microsoftId === microsoftId)
    return { name: person === undefined ? microsoftId : directoryNameOf(person), reason }
  })
  return [...before, ...after]
}

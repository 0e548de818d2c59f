import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Sorts names by alphabet, as the files do; both databases have this collation. */
export const byAlphabet = (name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${name} collate "und-x-icu"`

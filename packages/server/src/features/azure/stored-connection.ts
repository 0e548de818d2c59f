import type { Selectable } from 'kysely'

import type { Database } from '../../db/tables.ts'

/** The row of the Microsoft connection; secrets are sealed. */
export type StoredConnection = Selectable<Database['microsoftConnection']>

/** The columns that the proof of a new connection sets. */
export type ProvenFacts = Partial<
  Pick<
    StoredConnection,
    | 'lastSuccessAt'
    | 'refusedCause'
    | 'refusedAt'
    | 'refusedMicrosoftCode'
    | 'refusedWords'
    | 'refusedRequestId'
  >
>

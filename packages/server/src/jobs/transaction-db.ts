import { CompiledQuery, type Transaction } from 'kysely'
import type { Db } from 'pg-boss'

import type { Database } from '../db/tables.ts'

/** Lets pg-boss write inside somebody's transaction. */
export function toBossTransaction(transaction: Transaction<Database>): Db {
  // pg-boss names its own columns; the product's renaming must not touch them.
  const plain = transaction.withoutPlugins()
  return {
    async executeSql(text, values) {
      const { rows } = await plain.executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}

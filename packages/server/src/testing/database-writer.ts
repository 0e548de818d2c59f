// A process of its own that commits numbered rows and prints each number once it is acknowledged:
// `node database-writer.ts DATA_DIR`.
import { sql } from 'kysely'
import { pino } from 'pino'

import { openDatabase } from '../db/connection.ts'

const [, , dataDir = ''] = process.argv

const { db } = await openDatabase({
  databaseUrl: null,
  dataDir,
  logger: pino({ level: 'silent' }),
})
await sql`create table if not exists written (number int primary key)`.execute(db)
await sql`create table if not exists written_too (number int primary key, filler text)`.execute(db)
const { rows } = await sql<{ next: number }>`
  select coalesce(max(number), 0) + 1 as next from written`.execute(db)

for (let number = rows[0]?.next ?? 1; ; number += 1) {
  await db.transaction().execute(async (transaction) => {
    await sql`insert into written values (${number})`.execute(transaction)
    await sql`insert into written_too values (${number}, repeat('x', 500))`.execute(transaction)
  })
  process.stdout.write(`${number}\n`)
}

// A process of its own that makes the embedded database of a first start, migrated and without a row
// of anybody's: `node empty-installation.ts DATA_DIR`. Journeys begin from copies of it.
import { pino } from 'pino'

import { openDatabase } from '../db/connection.ts'
import { migrateToLatest } from '../db/migrate.ts'

const [, , dataDir = ''] = process.argv

const database = await openDatabase({
  databaseUrl: null,
  dataDir,
  logger: pino({ level: 'silent' }),
})
await migrateToLatest(database)
await database.close()

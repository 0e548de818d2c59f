// A separate process that creates the embedded database of a first start, migrated and without rows
// of users: `node empty-installation.ts DATA_DIR`. Journeys begin from copies of it, so that they sign in
// with a password alone.
import { pino } from 'pino'

import { openDatabase } from '../db/connection.ts'
import { migrateToLatest } from '../db/migrate.ts'
import { PASSWORD_ONLY } from './database-template.ts'

const [, , dataDir = ''] = process.argv

const database = await openDatabase({
  databaseUrl: null,
  dataDir,
  logger: pino({ level: 'silent' }),
})
await migrateToLatest(database)
await database.executeSql(PASSWORD_ONLY)
await database.close()

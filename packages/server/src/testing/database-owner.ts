// A process of its own that takes a data directory and holds it: `node database-owner.ts DATA_DIR`.
import { pino } from 'pino'

import { openDataDirectory } from '../db/embedded/data-directory.ts'
import { DataDirectoryInUse } from '../db/errors.ts'

const [, , dataDir = ''] = process.argv

try {
  await openDataDirectory(dataDir, {
    logger: pino({ level: 'silent' }),
    onCommand: (command) => Promise.resolve({ heard: command }),
  })
  process.stdout.write('owner\n')
} catch (error) {
  if (!(error instanceof DataDirectoryInUse)) throw error
  process.stdout.write(`refused by ${error.pid} since ${error.startedAt.toISOString()}\n`)
}

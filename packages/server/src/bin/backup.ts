import path from 'node:path'

import { backUpTo } from '../app/backup-commands.ts'
import { refusalMessage } from '../app/process.ts'
import { readConfig } from '../config.ts'
import { readPassphrase } from './passphrase.ts'

const USAGE = `npm run backup [-- FILE]

Writes the whole database, encrypted, into a new file: FILE, or database-backup-DATE.json here. Asks
for a passphrase of at least 12 characters, or reads it from the file that BACKUP_PASSPHRASE_FILE
names. Without the passphrase nobody can open the backup. With the embedded database Tenantscope must
not run meanwhile: make a backup under Administration > System then.

Exit codes: 0 done, 1 refused or failed, 2 not understood.`

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE)
    return 0
  }
  if (args.length > 1 || args.some((arg) => arg.startsWith('-'))) {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const day = new Date().toISOString().slice(0, 10)
  const file = path.resolve(args[0] ?? `database-backup-${day}.json`)
  const { stats } = await backUpTo(config, {
    file,
    passphrase: await readPassphrase({ isNew: true }),
  })
  console.log(`${file}: ${stats.totalUsers} people, ${stats.totalTenants} tenants`)
  return 0
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const isThere = error instanceof Error && Reflect.get(error, 'code') === 'EEXIST'
  console.error(isThere ? 'The file is there already.' : (refusalMessage(error) ?? error))
  process.exitCode = 1
}

import path from 'node:path'

import { backUpTo } from '../app/backup-commands.ts'
import { abortOnSignals, refusalMessage } from '../app/process.ts'
import { readConfig } from '../config.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { readPassphrase } from './passphrase.ts'

const USAGE = `npm run backup [-- FILE]

Writes the whole database, encrypted, into a new file: FILE, or database-backup-DATE.json here. Asks
for a passphrase of at least 12 characters, or reads it from the file that BACKUP_PASSPHRASE_FILE
names. Without the passphrase nobody can open the backup. With the embedded database Tenantscope must
not run meanwhile: make a backup under Administration > System then. Until it is whole the file is
called FILE.unfinished; SIGTERM and Ctrl-C take that away.

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
    signal: abortOnSignals(new StartRefused('Stopped. No backup was made.')),
  })
  console.log(`${file}: ${stats.totalUsers} people, ${stats.totalTenants} tenants`)
  return 0
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST:
    'FILE.unfinished is there: another backup is being made, or one was killed. Remove it then.',
  ENOENT: 'There is no such folder.',
  EACCES: 'The folder may not be written.',
  EROFS: 'The folder may not be written. In a container name a file in /data.',
  ENOSPC: 'The disk is full.',
}

function messageOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return (typeof code === 'string' ? REASONS[code] : undefined) ?? refusalMessage(error)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error) ?? error)
  process.exitCode = 1
}

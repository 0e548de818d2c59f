import path from 'node:path'

import { backUpTo } from '../app/backup-commands.ts'
import { readConfig } from '../config.ts'
import { errorCode } from '../lib/error-code.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { commandOf } from './command.ts'
import type { CommandHost } from './command.ts'
import { readPassphrase } from './passphrase.ts'

const USAGE = `npm run backup [-- FILE]

Writes an encrypted backup of the complete database to a new file: FILE, or database-backup-DATE.json
in the current folder. Asks for a passphrase of at least 12 characters, or reads it from the file that
BACKUP_PASSPHRASE_FILE names. The backup cannot be opened without the passphrase. Stop Tenantscope
first if it uses the embedded database, or create the backup under Admin Panel > System instead. The
file is called FILE.unfinished until it is complete. SIGTERM and Ctrl-C remove it.

Exit codes: 0 done, 1 refused or failed, 2 invalid arguments.`

async function run(args: readonly string[], host: CommandHost): Promise<number> {
  if (args.length > 1 || args.some((arg) => arg.startsWith('-'))) {
    host.printError(USAGE)
    return 2
  }
  const config = readConfig(host.environment)
  const day = new Date().toISOString().slice(0, 10)
  const file = path.resolve(args[0] ?? `database-backup-${day}.json`)
  const { stats } = await backUpTo(config, {
    file,
    passphrase: await readPassphrase(host.environment, { isNew: true }),
    signal: host.abortOnSignals(new StartRefused('Stopped. No backup was created.')),
  })
  host.print(`${file}: ${stats.totalUsers} users, ${stats.totalTenants} tenants`)
  return 0
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST:
    'FILE.unfinished exists: another backup is running, or one was stopped. Remove the file if none is running.',
  ENOENT: 'The folder does not exist.',
  EACCES: 'The folder is not writable.',
  EROFS: 'The folder is not writable. In a container, use a file in /data.',
  ENOSPC: 'The disk is full.',
}

export const backup = commandOf({
  usage: USAGE,
  run,
  reasonOf: (error) => REASONS[errorCode(error) ?? ''],
})

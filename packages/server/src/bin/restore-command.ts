import path from 'node:path'
import { parseArgs } from 'node:util'

import { restoreFrom } from '../app/backup-commands.ts'
import { readConfig } from '../config.ts'
import { BackupRefused } from '../db/backup-refused.ts'
import { errorCode } from '../lib/error-code.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { commandOf } from './command.ts'
import type { CommandHost } from './command.ts'
import { confirmReplacing, readPassphrase } from './passphrase.ts'

const USAGE = `npm run restore -- FILE [--confirm RESTORE]

Replaces all stored data with a database backup. If it fails, nothing is changed. Asks for the
passphrase of the backup, or reads it from the file that BACKUP_PASSPHRASE_FILE names. The database can
be new, and a backup of PostgreSQL can be restored to the embedded database and the other way round.
Secrets in the backup are encrypted again with the key of this installation. If the installation holds
data, confirm with RESTORE at the prompt or with --confirm. Stop Tenantscope first if it uses the
embedded database.

Exit codes: 0 done, 1 refused or failed, 2 invalid arguments.`

async function run(args: readonly string[], host: CommandHost): Promise<number> {
  const given = understood(args)
  if (given === null) {
    host.printError(USAGE)
    return 2
  }
  const { head, rows, areTrailsIntact, unopened } = await restoreFrom(
    readConfig(host.environment),
    {
      file: path.resolve(given.file),
      passphrase: await readPassphrase(host.environment, { isNew: false }),
      confirm: () => confirmReplacing(given.confirmation),
      signal: host.abortOnSignals(new StartRefused('Stopped. Nothing was changed.')),
    },
  )
  host.print(`Restored ${rows} rows of the backup of ${head.createdAt}.`)
  host.print(
    'All users have to sign in again. Tenants show the data of the backup until they are read again.',
  )
  if (!areTrailsIntact) host.print('Its audit trails were changed before the backup was created.')
  if (unopened > 0) host.print(`${unopened} stored secrets could not be opened; enter them again.`)
  return 0
}

function understood(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { confirm: { type: 'string' } },
    })
    const [file, ...others] = positionals
    return file === undefined || others.length > 0 ? null : { file, confirmation: values.confirm }
  } catch {
    return null
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'The file does not exist.',
  EACCES: 'The file is not readable.',
  EISDIR: 'The path is not a file.',
}

export const restore = commandOf({
  usage: USAGE,
  run,
  reasonOf: (error) =>
    error instanceof BackupRefused
      ? `${error.message}. Nothing was changed.`
      : REASONS[errorCode(error) ?? ''],
})

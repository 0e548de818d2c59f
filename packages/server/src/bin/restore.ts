import path from 'node:path'
import { parseArgs } from 'node:util'

import { restoreFrom } from '../app/backup-commands.ts'
import { abortOnSignals, refusalMessage } from '../app/process.ts'
import { readConfig } from '../config.ts'
import { BackupRefused } from '../db/backup.ts'
import { StartRefused } from '../lib/start-refused.ts'
import { confirmReplacing, readPassphrase } from './passphrase.ts'

const USAGE = `npm run restore -- FILE [--confirm RESTORE]

Puts a database backup in the place of everything that is stored, or changes nothing. Asks for the
backup's passphrase, or reads it from the file that BACKUP_PASSPHRASE_FILE names. The database may be
new and may be of the other kind than the one that was backed up; what is sealed in the backup is
sealed anew with the key of this installation. An installation that was used already is replaced only
after RESTORE was typed, or given with --confirm. With the embedded database Tenantscope must not run.

Exit codes: 0 done, 1 refused or failed, 2 not understood.`

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE)
    return 0
  }
  const given = understood(args)
  if (given === null) {
    console.error(USAGE)
    return 2
  }
  const { head, rows, areTrailsIntact, unopened } = await restoreFrom(readConfig(process.env), {
    file: path.resolve(given.file),
    passphrase: await readPassphrase({ isNew: false }),
    confirm: () => confirmReplacing(given.confirmation),
    signal: abortOnSignals(new StartRefused('Stopped. Nothing was changed.')),
  })
  console.log(`Restored ${rows} rows of the backup of ${head.createdAt}.`)
  console.log(
    'Everybody has to sign in again. Tenants show what the backup holds of them until they are read.',
  )
  if (!areTrailsIntact) console.log('Its audit trails had been changed before it was made.')
  if (unopened > 0) console.log(`${unopened} stored secrets could not be opened; enter them again.`)
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

function messageOf(error: unknown): string | null {
  if (error instanceof BackupRefused) return `${error.message}. Nothing was changed.`
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'ENOENT') return 'There is no such file.'
  if (code === 'EACCES') return 'The file may not be read.'
  return code === 'EISDIR' ? 'This is no file.' : refusalMessage(error)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error) ?? error)
  process.exitCode = 1
}

import path from 'node:path'

import { restoreFrom } from '../app/backup-commands.ts'
import { refusalMessage } from '../app/process.ts'
import { readConfig } from '../config.ts'
import { BackupRefused } from '../db/backup.ts'
import { readPassphrase } from './passphrase.ts'

const USAGE = `npm run restore -- FILE

Puts a database backup in the place of everything that is stored, or changes nothing. Asks for the
backup's passphrase, or reads it from the file that BACKUP_PASSPHRASE_FILE names. The database may be
new and may be of the other kind than the one that was backed up; what is sealed in the backup is
sealed anew with the key of this installation. With the embedded database Tenantscope must not run.

Exit codes: 0 done, 1 refused or failed, 2 not understood.`

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE)
    return 0
  }
  const [file, ...others] = args
  if (file === undefined || others.length > 0 || file.startsWith('-')) {
    console.error(USAGE)
    return 2
  }
  const { head, rows, areTrailsIntact, unopened } = await restoreFrom(readConfig(process.env), {
    file: path.resolve(file),
    passphrase: await readPassphrase({ isNew: false }),
  })
  console.log(`Restored ${rows} rows of the backup of ${head.createdAt}.`)
  console.log('Everybody has to sign in again, and every tenant is read again at the next start.')
  if (!areTrailsIntact) console.log('Its audit trails had been changed before it was made.')
  if (unopened > 0) console.log(`${unopened} stored secrets could not be opened; enter them again.`)
  return 0
}

function messageOf(error: unknown): string | null {
  if (error instanceof BackupRefused) return `${error.message}. Nothing was changed.`
  const isMissing = error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'
  return isMissing ? 'There is no such file.' : refusalMessage(error)
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(messageOf(error) ?? error)
  process.exitCode = 1
}

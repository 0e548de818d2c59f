import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import type { Kysely } from 'kysely'

import { syncDirectory } from '../../lib/durable-file.ts'
import { writeBackup } from '../backup.ts'
import type { Database } from '../tables.ts'

type Reason = 'scheduled' | 'before-upgrade'

export type Backups = {
  /** Writes DATA_DIR/backups/…-reason.ndjson.gz and removes the oldest of its kind; returns the file. */
  backUp(connection: Kysely<Database>, reason: Reason): Promise<string>
  /** When the newest scheduled backup was made. */
  lastScheduledAt(): Promise<Date | null>
}

const keptOfEachReason = 7
const backupName =
  /^(?<at>\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})-\d{3}Z-(?<reason>scheduled|before-upgrade)\.ndjson\.gz$/

export function createBackups(dataDir: string, clock: { now(): Date }): Backups {
  const directory = path.join(dataDir, 'backups')

  const namesOf = async (reason: Reason): Promise<string[]> => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const names = await readdir(directory)
    return names.filter((name) => backupName.exec(name)?.groups?.['reason'] === reason).toSorted()
  }

  return {
    async backUp(connection, reason) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const stamp = clock.now().toISOString().replaceAll(/[:.]/g, '-')
      const file = path.join(directory, `${stamp}-${reason}.ndjson.gz`)
      const unfinished = path.join(directory, 'unfinished')
      await rm(unfinished, { force: true })
      await writeBackup(connection, unfinished)
      await rename(unfinished, file)
      await syncDirectory(directory)
      const outdated = (await namesOf(reason)).slice(0, -keptOfEachReason)
      await Promise.all(outdated.map((name) => rm(path.join(directory, name))))
      return file
    },

    async lastScheduledAt() {
      const newest = (await namesOf('scheduled')).at(-1)
      const at = newest === undefined ? undefined : backupName.exec(newest)?.groups?.['at']
      if (at === undefined) return null
      const [day = '', time = ''] = at.split('T')
      return new Date(`${day}T${time.replaceAll('-', ':')}Z`)
    },
  }
}

import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { StoredBackup } from '@tenantscope/contract/system'

import { addWholeFile } from '../lib/durable-file.ts'

export type BackupFolder = ReturnType<typeof createBackupFolder>
type Kind = StoredBackup['kind']

const STAMP = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/
/** Parts of a file's name before and after the time of the backup. */
const NAMES: Readonly<Record<Kind, readonly [before: string, after: string]>> = {
  encrypted: ['database-backup-', '.json'],
  'daily-copy': ['', '-scheduled.ndjson.gz'],
  'before-upgrade': ['', '-before-upgrade.ndjson.gz'],
}

/** Reads and writes the backups in DATA_DIR/backups. */
export function createBackupFolder(dataDir: string) {
  const directory = path.join(dataDir, 'backups')

  /** Returns the backups, newest first; empty when the folder cannot be read. */
  async function list(kind?: Kind): Promise<StoredBackup[]> {
    const names = await readdir(directory).catch(() => [])
    const described = await Promise.all(names.map((name) => describe(directory, name)))
    return described
      .filter((backup) => backup !== null)
      .filter((backup) => kind === undefined || backup.kind === kind)
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  return {
    directory,
    list,

    /**
     * Returns when the last backup was made: the recorded one, which may be stored elsewhere, or a
     * newer file here. Daily copies count. Null: there is none.
     */
    async lastBackupAt(recorded: Date | null): Promise<Date | null> {
      const [newest] = await list()
      if (newest === undefined) return recorded
      const stored = new Date(newest.createdAt)
      return recorded !== null && recorded > stored ? recorded : stored
    },

    /** Adds the file that `write` creates under a temporary name, and returns its path. */
    async add(
      { kind, at }: { kind: Kind; at: Date },
      write: (unfinished: string) => Promise<unknown>,
    ): Promise<string> {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = path.join(directory, NAMES[kind].join(at.toISOString().replaceAll(/[:.]/g, '-')))
      await addWholeFile(file, write)
      return file
    },

    /** Removes the oldest backups of a kind, and unfinished files of killed processes. */
    async rotate(kind: Kind, keep: number): Promise<void> {
      const outdated = (await list(kind)).slice(keep).map(({ name }) => name)
      const [before, after] = NAMES[kind]
      const unfinished = (await readdir(directory)).filter(
        (name) =>
          name === 'unfinished' ||
          (name.startsWith(before) && name.endsWith(`${after}.unfinished`)),
      )
      await Promise.all(
        [...outdated, ...unfinished].map((name) => rm(path.join(directory, name), { force: true })),
      )
    },
  }
}

/** Returns null for other files, and for a file that was removed in the meantime. */
async function describe(directory: string, name: string): Promise<StoredBackup | null> {
  const found = STAMP.exec(name)
  const kind = StoredBackup.shape.kind.options.find((each) => NAMES[each].join(found?.[0]) === name)
  if (kind === undefined || found === null) return null
  const [, day, hours, minutes, seconds, ms] = found
  const createdAt = `${day}T${hours}:${minutes}:${seconds}.${ms}Z`
  const file = await stat(path.join(directory, name)).catch(() => null)
  return file && { name, createdAt, bytes: file.size, kind }
}

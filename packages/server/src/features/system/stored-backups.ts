import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { StoredBackup } from '@tenantscope/contract/system'

import { addWholeFile } from '../../lib/durable-file.ts'

export type StoredBackups = ReturnType<typeof createStoredBackups>

const OURS = /^database-backup-(?<at>\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)\.json$/
/** Those that the embedded database makes by itself (db/embedded/backups.ts). */
const EMBEDDED =
  /^(?<at>\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z)-(?<reason>scheduled|before-upgrade)\.ndjson\.gz$/

/** The backups in DATA_DIR/backups. */
export function createStoredBackups(dataDir: string) {
  const directory = path.join(dataDir, 'backups')

  const namesOf = async (): Promise<string[]> => {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    return (await readdir(directory)).toSorted()
  }

  /** Somebody who only looks has no use for why there is none. */
  const namesIfAny = (): Promise<string[]> => namesOf().catch(() => [])

  return {
    directory,

    /** Newest first. */
    async list(): Promise<StoredBackup[]> {
      const described = await Promise.all(
        (await namesIfAny()).map(async (name) => describe(directory, name)),
      )
      return described
        .filter((backup) => backup !== null)
        .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
    },

    /** Ours, the newest first. */
    async files(): Promise<string[]> {
      const names = (await namesIfAny()).filter((name) => OURS.test(name))
      return names.toReversed().map((name) => path.join(directory, name))
    },

    async add(at: Date, write: (file: string) => Promise<unknown>): Promise<string> {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = `database-backup-${at.toISOString().replaceAll(/[:.]/g, '-')}.json`
      await addWholeFile(path.join(directory, name), write)
      return name
    },

    /** Removes the oldest of ours, and what a process that died left unfinished. */
    async rotate(keep: number): Promise<void> {
      const names = await namesOf()
      const outdated = names.filter((name) => OURS.test(name)).slice(0, -keep)
      const unfinished = names.filter((name) => /^database-backup-.*\.unfinished$/.test(name))
      await Promise.all(
        [...outdated, ...unfinished].map((name) => rm(path.join(directory, name), { force: true })),
      )
    },
  }
}

async function describe(directory: string, name: string): Promise<StoredBackup | null> {
  const at = (OURS.exec(name) ?? EMBEDDED.exec(name))?.groups?.['at']
  if (at === undefined) return null
  const found = await stat(path.join(directory, name)).catch(() => null)
  // Somebody removed it meanwhile.
  if (found === null) return null
  const [day = '', time = ''] = at.split('T')
  const [hours, minutes, seconds, ms] = time.replace('Z', '').split('-')
  return {
    name,
    createdAt: `${day}T${hours}:${minutes}:${seconds}.${ms}Z`,
    bytes: found.size,
    kind: kindOf(name),
  }
}

function kindOf(name: string): StoredBackup['kind'] {
  if (OURS.test(name)) return 'encrypted'
  return EMBEDDED.exec(name)?.groups?.['reason'] === 'before-upgrade'
    ? 'before-upgrade'
    : 'daily-copy'
}

import { existsSync, fsyncSync } from 'node:fs'
import { chmod, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'

import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

import { syncDirectory, syncFile } from '../../lib/durable-file.ts'
import { valueParsers } from '../value-types.ts'
import { createDurableFs, durableStartParams } from './durable-fs.ts'

type OpenOptions = {
  dataDir: string
  /** The disk or the engine failed: nothing may be answered any more. Ends the thread. */
  onFailure: (error: unknown) => never
}

// PGlite's own signal for "a statement failed, go on with the next"; keep in step with its POSTGRES_MAIN_LONGJMP.
const statementFailedStatus = 100
const linesRemembered = 5

/** Opens the database under DATA_DIR, making it first where there is none. */
export async function openPglite({ dataDir, onFailure }: OpenOptions): Promise<PGlite> {
  const directory = path.join(dataDir, 'database')
  if (!existsSync(path.join(directory, 'PG_VERSION'))) {
    // Made apart and moved into place whole, so that a start cut short never leaves half a database.
    const unfinished = path.join(dataDir, 'database.new')
    await rm(unfinished, { recursive: true, force: true })
    const pglite = await open(unfinished, onFailure)
    await pglite.close()
    await chmod(unfinished, 0o700)
    await syncTree(unfinished)
    await rename(unfinished, directory)
    await syncDirectory(dataDir)
  }
  return open(directory, onFailure)
}

async function open(directory: string, onFailure: OpenOptions['onFailure']): Promise<PGlite> {
  const said: string[] = []
  const tell = (error: unknown): Error => {
    const reason = error instanceof Error ? error.message : String(error)
    return new Error([reason, ...said].join(' | '), { cause: error })
  }
  const fail = (error: unknown): never => onFailure(tell(error))
  const options: PGliteOptions = {
    fs: createDurableFs(directory, { fsync: fsyncSync, onFailure: fail }),
    // PostgreSQL says on its error output why it gives up.
    onStderr(line) {
      said.push(line)
      if (said.length > linesRemembered) said.shift()
      return false
    },
    startParams: durableStartParams(PGlite.defaultStartParams),
    parsers: { ...valueParsers },
  }
  const pglite = await PGlite.create(options).catch((error: unknown) => {
    throw tell(error)
  })
  reportEngineFailures(pglite, fail)
  return pglite
}

// PGlite swallows whatever is thrown inside the engine and answers as if the statement were done;
// a PANIC or a trap must end the thread instead.
function reportEngineFailures(pglite: PGlite, onFailure: OpenOptions['onFailure']): void {
  const engine: { _PostgresMainLoopOnce: () => void } = pglite.Module
  const runOnce = engine._PostgresMainLoopOnce
  engine._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if (error instanceof Object && Reflect.get(error, 'status') === statementFailedStatus) {
        throw error
      }
      onFailure(error)
    }
  }
}

async function syncTree(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile()) await syncFile(file)
    if (entry.isDirectory()) await syncDirectory(file)
  }
  await syncDirectory(directory)
}

import { existsSync, fsyncSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import path from 'node:path'

import { PGlite, type PGliteOptions } from '@electric-sql/pglite'

import { moveTree } from '../../lib/durable-tree.ts'
import { valueParsers } from '../value-types.ts'
import { createDurableFs, durableStartParams } from './durable-fs.ts'

type OpenOptions = {
  dataDir: string
  /** The disk or the engine failed: no reply may be sent any more. Ends the thread. */
  onFailure: (error: unknown) => never
}

// PGlite's own status for a failed statement; must equal its POSTGRES_MAIN_LONGJMP.
const statementFailedStatus = 100
const linesRemembered = 5

/** Opens the database in DATA_DIR and creates it first if it does not exist. */
export async function openPglite({ dataDir, onFailure }: OpenOptions): Promise<PGlite> {
  const directory = path.join(dataDir, 'database')
  if (!existsSync(path.join(directory, 'PG_VERSION'))) {
    // Created under another name and then moved, so that an interrupted start leaves no partial
    // database.
    const unfinished = path.join(dataDir, 'database.new')
    await rm(unfinished, { recursive: true, force: true })
    const pglite = await open(unfinished, onFailure)
    await pglite.close()
    await chmod(unfinished, 0o700)
    await moveTree({ from: unfinished, to: directory })
  }
  return open(directory, onFailure)
}

async function open(directory: string, onFailure: OpenOptions['onFailure']): Promise<PGlite> {
  const said: string[] = []
  const toError = (error: unknown): Error => {
    const reason = error instanceof Error ? error.message : String(error)
    return new Error([reason, ...said].join(' | '), { cause: error })
  }
  const fail = (error: unknown): never => onFailure(toError(error))
  const options: PGliteOptions = {
    fs: createDurableFs(directory, { fsync: fsyncSync, onFailure: fail }),
    // PostgreSQL writes the reason of a crash to its error output.
    onStderr(line) {
      said.push(line)
      if (said.length > linesRemembered) said.shift()
      return false
    },
    startParams: durableStartParams(PGlite.defaultStartParams),
    parsers: { ...valueParsers },
  }
  const pglite = await PGlite.create(options).catch((error: unknown) => {
    throw toError(error)
  })
  reportEngineFailures(pglite, fail)
  return pglite
}

// PGlite swallows every exception inside the engine and reports success; a PANIC or a trap must end
// the thread instead.
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

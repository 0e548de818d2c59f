import { mkdir, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

import type { Logger } from 'pino'
import { z } from 'zod'

import { readIfPresent, replaceFile } from './durable-file.ts'
import { UnexpectedEnd } from './unexpected-end.ts'

const RunRecord = z.object({
  state: z.enum(['running', 'stopped']),
  lastUnexpectedEnd: UnexpectedEnd.nullable(),
})
type RunRecord = z.infer<typeof RunRecord>

const FILE = 'run.json'
/** The file's time is the last sign of life of a process that ended with its machine. */
const SIGN_OF_LIFE_MS = 10_000

interface OpenOptions {
  readonly dataDir: string
  readonly logger: Pick<Logger, 'error' | 'warn'>
  /** The end that the supervisor reported. */
  readonly ended: UnexpectedEnd | null
  /** True when only this process writes the record: a record that still says 'running' is then an unexpected end. */
  readonly isAlone: boolean
}

/** Records that this process runs, and logs an unexpected end of the one before; `close` records an orderly end. */
export async function openRunRecord(options: OpenOptions): Promise<{ close(): Promise<void> }> {
  const { dataDir, logger, ended, isAlone } = options
  const file = path.join(dataDir, FILE)
  const last = await readRecord(dataDir)
  const found = ended ?? (isAlone && last?.state === 'running' ? await unknownEnd(file) : null)
  if (found !== null) logger.error(found, 'the previous process ended unexpectedly')
  const lastUnexpectedEnd = found ?? last?.lastUnexpectedEnd ?? null
  async function write(state: RunRecord['state']): Promise<void> {
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      await replaceFile(file, JSON.stringify({ state, lastUnexpectedEnd }))
    } catch (error) {
      logger.warn({ err: error, file }, 'the state of this process could not be recorded')
    }
  }

  await write('running')
  const timer = setInterval(() => void touch(file), SIGN_OF_LIFE_MS).unref()
  return {
    async close() {
      clearInterval(timer)
      await write('stopped')
    },
  }
}

/** Returns the last unexpected end of the process with this data directory; null when none is recorded. */
export async function lastUnexpectedEndIn(dataDir: string): Promise<UnexpectedEnd | null> {
  return (await readRecord(dataDir))?.lastUnexpectedEnd ?? null
}

async function readRecord(dataDir: string): Promise<RunRecord | null> {
  try {
    const text = await readIfPresent(path.join(dataDir, FILE))
    return RunRecord.parse(JSON.parse(text ?? ''))
  } catch {
    return null
  }
}

async function unknownEnd(file: string): Promise<UnexpectedEnd> {
  return { at: (await stat(file)).mtime, signal: null }
}

async function touch(file: string): Promise<void> {
  const now = new Date()
  // A directory that is gone or full is reported by what needs it.
  await utimes(file, now, now).catch(() => undefined)
}

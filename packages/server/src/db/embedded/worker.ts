// The embedded database's own thread: every query, write and fsync runs here, so none of them
// blocks the event loop that serves requests.
import { parentPort } from 'node:worker_threads'

import type { PGlite, Results } from '@electric-sql/pglite'

import { SQL_ERROR_FIELDS } from '../errors.ts'
import type { SqlErrorFields } from '../errors.ts'
import { openPglite } from './open-pglite.ts'
import type { StatementResult, WorkerMessage, WorkerRequest } from './worker-protocol.ts'

const [, , dataDir = ''] = process.argv

const post = (message: WorkerMessage): void => parentPort?.postMessage(message, [])

const pglite = await openPglite({ dataDir, onFailure: stopAtOnce })
pglite.onNotification((channel, payload) => post({ kind: 'notification', channel, payload }))
parentPort?.on('message', (request: WorkerRequest) => void answer(request))
post({ kind: 'ready' })

async function answer(request: WorkerRequest): Promise<void> {
  const { id } = request
  try {
    if (request.kind === 'close') {
      await pglite.close()
      post({ kind: 'answer', id, results: [] })
      parentPort?.close()
      return
    }
    const results = await run(pglite, request.text, request.values)
    post({ kind: 'answer', id, results: results.map(toStatementResult) })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    post({ kind: 'refusal', id, message, fields: sqlErrorFieldsOf(error) })
  }
}

// As in `pg`: without values the simple protocol is used, which allows several statements in one
// text.
async function run(pglite: PGlite, text: string, values: unknown[]): Promise<Results[]> {
  if (values.length === 0) return pglite.exec(text)
  return [await pglite.query(text, values)]
}

function toStatementResult({ command, rowCount, rows }: Results): StatementResult {
  return { command: command ?? '', rowCount: rowCount ?? 0, rows }
}

// Ends the thread: only this ensures that a write that did not reach the disk is never
// acknowledged. The engine would swallow an exception.
function stopAtOnce(error: unknown): never {
  post({ kind: 'fatal', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

function sqlErrorFieldsOf(error: unknown): SqlErrorFields {
  if (!(error instanceof Error)) return {}
  return Object.fromEntries(
    SQL_ERROR_FIELDS.flatMap((field) => {
      const value: unknown = Reflect.get(error, field)
      return typeof value === 'string' ? [[field, value] as const] : []
    }),
  )
}

// The embedded database's own thread: every query, write and fsync happens here, so none of them
// holds up the event loop that serves people.
import { parentPort } from 'node:worker_threads'

import type { PGlite, Results } from '@electric-sql/pglite'

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

// As in `pg`: without values the simple protocol, which allows several statements in one text.
async function run(pglite: PGlite, text: string, values: unknown[]): Promise<Results[]> {
  if (values.length === 0) return pglite.exec(text)
  return [await pglite.query(text, values)]
}

function toStatementResult({ command, rowCount, rows }: Results): StatementResult {
  return { command: command ?? '', rowCount: rowCount ?? 0, rows }
}

// Ending the thread is the only way to be sure that a write which did not reach the disk is never
// acknowledged: an error thrown from here would pass through the engine and be lost in it.
function stopAtOnce(error: unknown): never {
  post({ kind: 'fatal', message: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}

function sqlErrorFieldsOf(error: unknown): SqlErrorFields {
  const read = (field: string): string | undefined => {
    const value: unknown = error instanceof Error ? Reflect.get(error, field) : undefined
    return typeof value === 'string' ? value : undefined
  }
  return {
    code: read('code'),
    severity: read('severity'),
    detail: read('detail'),
    hint: read('hint'),
    schema: read('schema'),
    table: read('table'),
    column: read('column'),
    constraint: read('constraint'),
  }
}

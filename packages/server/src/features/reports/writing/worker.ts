// A thread that writes reports: whatever a format costs, it holds up nobody whom the process serves.
import { parentPort } from 'node:worker_threads'

import { ReportDocument } from '@tenantscope/contract/report-document'

import { AppError } from '../../../lib/app-error.ts'
import { writerOf } from '../formats/report-writers.ts'
import { inChunks } from './chunks.ts'
import { CHUNK_BYTES, WINDOW_CHUNKS } from './worker-protocol.ts'
import type { WorkerMessage, WorkerRequest } from './worker-protocol.ts'

const PROGRESS_MS = 100

let parts: string[] = []
let unread = 0
let wake: (() => void) | null = null

const post = (message: WorkerMessage, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer)

parentPort?.on('message', (request: WorkerRequest) => {
  switch (request.kind) {
    case 'part':
      parts.push(request.text)
      return
    case 'write':
      void write(request)
      return
    case 'taken':
      unread -= request.chunks
      wake?.()
  }
})

async function write({ format, look }: Extract<WorkerRequest, { kind: 'write' }>): Promise<void> {
  try {
    const document = ReportDocument.parse(JSON.parse(takeText()))
    post({ kind: 'started', total: document.users.length })
    const write = await writerOf(format)
    unread = 0
    for await (const chunk of inChunks(write({ document, look }, progress()), CHUNK_BYTES)) {
      await roomForOneMore()
      unread += 1
      post({ kind: 'chunk', bytes: chunk }, [chunk.buffer])
    }
    post({ kind: 'progress', written: document.users.length })
    post({ kind: 'done' })
  } catch (error) {
    post(refusalOf(error))
  }
}

function takeText(): string {
  const text = parts.join('')
  parts = []
  return text
}

/** Tells of every tenth of a second at most: each message costs the other thread time too. */
function progress(): (written: number) => void {
  let last = 0
  return (written) => {
    const now = performance.now()
    if (now - last < PROGRESS_MS) return
    last = now
    post({ kind: 'progress', written })
  }
}

async function roomForOneMore(): Promise<void> {
  if (unread < WINDOW_CHUNKS) return
  const { promise, resolve } = Promise.withResolvers<void>()
  wake = resolve
  await promise
  wake = null
}

function refusalOf(error: unknown): WorkerMessage {
  if (error instanceof AppError)
    return { kind: 'refused', code: error.code, message: error.message }
  if (error instanceof Error) return { kind: 'failed', message: error.message, stack: error.stack }
  return { kind: 'failed', message: String(error), stack: undefined }
}

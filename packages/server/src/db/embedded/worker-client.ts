import { Worker } from 'node:worker_threads'

import { EmbeddedDatabaseStopped, SqlError } from '../errors.ts'
import type { StatementResult, WorkerMessage, WorkerRequest } from './worker-protocol.ts'

export type DatabaseWorker = Awaited<ReturnType<typeof startDatabaseWorker>>

type StartOptions = {
  dataDir: string
  onNotification: (channel: string, payload: string) => void
  /** The thread ended unexpectedly. */
  onStopped: (error: EmbeddedDatabaseStopped) => void
}

type Pending = {
  resolve: (results: StatementResult[]) => void
  reject: (error: Error) => void
}

/** Starts the embedded database in its own thread and waits until it is open. */
export async function startDatabaseWorker(options: StartOptions) {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    argv: [options.dataDir],
    execArgv: [],
  })
  const pending = new Map<number, Pending>()
  const ready = Promise.withResolvers<void>()
  const exited = Promise.withResolvers<void>()
  let lastId = 0
  let isReady = false
  let isClosing = false
  let stopped: EmbeddedDatabaseStopped | null = null

  const stop = (reason: string, cause?: unknown): void => {
    if (stopped !== null) return
    stopped = new EmbeddedDatabaseStopped(`The embedded database has stopped: ${reason}`, { cause })
    ready.reject(stopped)
    for (const { reject } of pending.values()) reject(stopped)
    pending.clear()
    if (isReady && !isClosing) options.onStopped(stopped)
  }

  const settle = (id: number, act: (waiting: Pending) => void): void => {
    const waiting = pending.get(id)
    if (waiting === undefined) return
    pending.delete(id)
    act(waiting)
  }

  const receive = (message: WorkerMessage): void => {
    switch (message.kind) {
      case 'ready':
        isReady = true
        return ready.resolve()
      case 'fatal':
        return stop(message.message)
      case 'answer':
        return settle(message.id, ({ resolve }) => resolve(message.results))
      case 'refusal':
        return settle(message.id, ({ reject }) =>
          reject(new SqlError(message.message, message.fields)),
        )
      case 'notification':
        return options.onNotification(message.channel, message.payload)
    }
  }

  worker.on('message', receive)
  worker.on('error', (error) => stop(error instanceof Error ? error.message : String(error), error))
  worker.on('exit', (code) => {
    stop(`its thread ended with code ${code}`)
    exited.resolve()
  })

  const ask = (request: (id: number) => WorkerRequest): Promise<StatementResult[]> =>
    new Promise((resolve, reject) => {
      if (stopped !== null) return reject(stopped)
      lastId += 1
      pending.set(lastId, { resolve, reject })
      try {
        worker.postMessage(request(lastId), [])
      } catch (error) {
        // A value that cannot be copied to another thread, such as a function.
        pending.delete(lastId)
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    })

  await ready.promise
  return {
    run: (text: string, values: readonly unknown[]) =>
      ask((id) => ({ kind: 'run', id, text, values: [...values] })),
    async close(): Promise<void> {
      if (stopped === null) {
        isClosing = true
        await ask((id) => ({ kind: 'close', id }))
      }
      await exited.promise
    },
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { startDatabaseWorker } from '../../packages/server/src/db/embedded/worker-client.ts'

export type Mode = 'thread' | 'process'

export interface Engine {
  run(text: string, values?: readonly unknown[]): Promise<number>
  /** Bytes of memory of the engine's own process; 0 for a thread, which is part of this one. */
  ownMemory(): number
  /** Ends the engine's own process by a signal and opens the engine again. */
  crash(): Promise<void>
  close(): Promise<void>
}

const Answer = z.object({
  id: z.number(),
  results: z.array(z.object({ rows: z.array(z.unknown()) })).optional(),
})

/** Opens the embedded database in DATA_DIR, as the product does or in a child process. */
export async function openEngine(mode: Mode, dataDir: string): Promise<Engine> {
  return mode === 'thread' ? openThread(dataDir) : openProcess(dataDir)
}

async function openThread(dataDir: string): Promise<Engine> {
  const worker = await startDatabaseWorker({
    dataDir,
    onNotification: () => undefined,
    onStopped: (error) => {
      throw error
    },
  })
  return {
    run: async (text, values = []) => (await worker.run(text, values)).at(-1)?.rows.length ?? 0,
    ownMemory: () => 0,
    crash: () => Promise.reject(new Error('A thread ends with its process')),
    close: () => worker.close(),
  }
}

async function openProcess(dataDir: string): Promise<Engine> {
  let lastId = 0
  const waiting = new Map<number, (rows: number) => void>()
  let child = await startChild()

  async function startChild() {
    const started = fork('bench/engine/engine-process.ts', [dataDir], {
      serialization: 'advanced',
      execArgv: process.execArgv,
    })
    await once(started, 'message')
    started.on('message', (message) => {
      const { id, results } = Answer.parse(message)
      waiting.get(id)?.(results?.at(-1)?.rows.length ?? 0)
      waiting.delete(id)
    })
    return started
  }

  return {
    run(text, values = []) {
      lastId += 1
      const { promise, resolve } = Promise.withResolvers<number>()
      waiting.set(lastId, resolve)
      child.send({ id: lastId, text, values: [...values] })
      return promise
    },
    ownMemory: () => residentBytes(child.pid ?? 0),
    async crash() {
      const ended = once(child, 'exit')
      child.kill('SIGSEGV')
      await ended
      waiting.clear()
      child = await startChild()
    },
    async close() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

const PAGE_BYTES = 4_096

function residentBytes(pid: number): number {
  const [, resident = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return Number(resident) * PAGE_BYTES
}

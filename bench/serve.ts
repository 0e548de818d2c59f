import { Setting } from './protocol.ts'
import type { Measurement, Reading } from './protocol.ts'

const LOOK_EVERY_MS = 5

/** Runs in a process of its own, so that its CPU time and memory are its own: a message, a measured run. */
export async function serve(reading: Reading): Promise<void> {
  const setting = Setting.parse(JSON.parse(process.argv[2] ?? ''))
  const { prepare, read } = await reading(setting)
  process.on('message', (message) => {
    const work = message === 'prepare' ? (prepare?.() ?? Promise.resolve()) : measured(read)
    void work.then(
      (answer) => process.send?.({ answer: answer ?? null }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.send?.({ answer: 'ready' })
}

async function measured(read: () => Promise<number>): Promise<Measurement> {
  globalThis.gc?.()
  const memoryBefore = process.memoryUsage().heapUsed
  let peak = memoryBefore
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed)
  }, LOOK_EVERY_MS)
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const rows = await read()
  const milliseconds = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  clearInterval(look)
  return {
    milliseconds,
    cpuMilliseconds: (user + system) / 1_000,
    rows,
    peakMegabytes: (peak - memoryBefore) / 1_048_576,
  }
}

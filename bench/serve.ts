import { Setting } from './protocol.ts'
import type { Measurement, Reading } from './protocol.ts'

const LOOK_EVERY_MS = 5

/** Runs in its own process, to measure its CPU time and memory: each message starts a measured run. */
export async function serve(reading: Reading): Promise<void> {
  const setting = Setting.parse(JSON.parse(process.argv[2] ?? ''))
  const reader = await reading(setting)
  process.on('message', (message) => {
    const work =
      message === 'prepare'
        ? (reader.prepare?.() ?? Promise.resolve())
        : measured(() => reader.read())
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
  const memoryBefore = memoryInUse()
  let peak = memoryBefore
  const look = setInterval(() => {
    peak = Math.max(peak, memoryInUse())
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

/** Memory of objects and of buffers with network data. */
function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

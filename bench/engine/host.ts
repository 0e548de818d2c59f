// One contender in a process of its own, as the product's process: `host.ts MODE DATA_DIR`.
import { monitorEventLoopDelay } from 'node:perf_hooks'

import { median } from '../statistics.ts'
import { openEngine } from './engines.ts'
import type { Measured } from './measured.ts'

const STATEMENTS = 2_000
const WRITES = 300
const RESULTS = 9
const CRASHES = 3
const RESULT = `select n, 'person ' || n as name, 'person' || n || '@example.com' as mail,
  now() as created_at, n % 2 = 0 as is_enabled, repeat('x', 100) as filler
  from generate_series(1, 10000) n`

const [, , mode = '', dataDir = ''] = process.argv
if (mode !== 'thread' && mode !== 'process') throw new Error('host.ts thread|process DATA_DIR')

const engine = await openEngine(mode, dataDir)
await engine.run('create table if not exists measured_writes (n int, filler text)')
await times(200, () => engine.run('select $1::int as n', [1]))
const statements = await times(STATEMENTS, () => engine.run('select $1::int as n', [1]))
const writes = await times(WRITES, () =>
  engine.run('insert into measured_writes values ($1, $2)', [1, 'x'.repeat(200)]),
)
await times(2, () => engine.run(RESULT))
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const results = await times(RESULTS, () => engine.run(RESULT))
delay.disable()
const memory = process.memoryUsage.rss() + engine.ownMemory()
const reopened = mode === 'process' ? await times(CRASHES, reopen) : null
await engine.run('drop table measured_writes')
await engine.close()
process.send?.({
  statementsPerSecond: 1_000 / mean(statements),
  writesPerSecond: 1_000 / mean(writes),
  resultMs: median(results),
  loopHeldMs: delay.max / 1e6,
  megabytes: memory / 2 ** 20,
  reopenMs: reopened === null ? null : median(reopened),
} satisfies Measured)
process.disconnect()

async function reopen(): Promise<void> {
  await engine.run('insert into measured_writes values ($1, $2)', [1, 'x'])
  await engine.crash()
  await engine.run('select $1::int as n', [1])
}

async function times(count: number, act: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  for (let index = 0; index < count; index += 1) {
    const before = performance.now()
    await act()
    durations.push(performance.now() - before)
  }
  return durations
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

import { availableParallelism, cpus, loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import type { ReportFormat } from '../../packages/contract/src/report-document.ts'
import { writeCsv } from '../../packages/server/src/features/reports/formats/csv-writer.ts'
import { createReportWriting } from '../../packages/server/src/features/reports/writing/report-writing.ts'
import { createLogger } from '../../packages/server/src/lib/logger.ts'
import { manyPeople, PLAIN_LOOK } from '../../packages/server/src/testing/report-fixtures.ts'
import { median } from '../statistics.ts'

// A report of 10,000 people with three licenses each: how long its CSV and JSON files take beside
// JSON.stringify of the same report, and how long the event loop is held while files are written in
// threads. Rounds are interleaved, the first only warm up. Ends with 1 when a goal is missed.

const PEOPLE = 10_000
const WARM_UP_ROUNDS = 3
const GOALS = { ratio: 1.5, heldMs: 50 } as const
const FORMATS: readonly ReportFormat[] = ['csv', 'json', 'xlsx', 'pdf']

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('--rounds must be a whole number above 0')

const report = manyPeople(PEOPLE)
const document = JSON.stringify(report)
const writing = createReportWriting({ logger: createLogger({ level: 'error' }) })
const signal = new AbortController().signal
// The threads alone would let this process end.
const keptAlive = setInterval(() => undefined, 60_000)

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Node ${process.version}; ${PEOPLE} people x 3; medians of ${rounds} rounds\n`)
let missed = 0
await compareText()
await measureThreads()
console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}`)
clearInterval(keptAlive)
await writing.close()
process.exitCode = missed > 0 ? 1 : 0

async function compareText(): Promise<void> {
  const lanes = [
    { name: 'JSON.stringify', run: () => Promise.resolve(JSON.stringify(report).length) },
    { name: 'CSV', run: () => sizeOf(writeCsv({ document: report, look: PLAIN_LOOK }, ignore)) },
    { name: 'JSON', run: () => sizeOf(fileOf('json')) },
  ].map((lane) => ({ ...lane, times: [] as number[] }))
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1)
    for (const { run, times } of lanes) {
      const started = performance.now()
      await run()
      if (round >= 0) times.push(performance.now() - started)
    }
  const baseline = median(lanes[0]?.times ?? [])
  console.log('| what | ms | / JSON.stringify | at most | |\n|---|--:|--:|--:|---|')
  for (const { name, times } of lanes) {
    const ratio = median(times) / baseline
    const goal =
      name === 'JSON.stringify' ? '| |' : `${GOALS.ratio} | ${verdict(ratio, GOALS.ratio)} |`
    console.log(`| ${name} | ${median(times).toFixed(1)} | ${ratio.toFixed(2)} | ${goal}`)
  }
}

async function measureThreads(): Promise<void> {
  console.log(
    '\n| through the threads | first byte, ms | ms | kB | loop held at most, ms | at most | |',
  )
  console.log('|---|--:|--:|--:|--:|--:|---|')
  for (const format of FORMATS) {
    const runs: ThreadRun[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await runInThread(format))
    const of = (key: keyof ThreadRun) => median(runs.map((run) => run[key]))
    const held = Math.max(...runs.map(({ heldMs }) => heldMs))
    const figures = [of('firstMs'), of('ms'), of('bytes') / 1_024].map(Math.round).join(' | ')
    const goal = `${held.toFixed(0)} | ${GOALS.heldMs} | ${verdict(held, GOALS.heldMs)}`
    console.log(`| ${format} | ${figures} | ${goal} |`)
  }
}

interface ThreadRun {
  readonly firstMs: number
  readonly ms: number
  readonly bytes: number
  readonly heldMs: number
}

async function runInThread(format: ReportFormat): Promise<ThreadRun> {
  // What the round before has left is cleared away before, not while this one is measured.
  await sleep(50)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const started = performance.now()
  let firstMs = 0
  let bytes = 0
  for await (const chunk of fileOf(format)) {
    if (bytes === 0) firstMs = performance.now() - started
    bytes += chunk.length
  }
  const ms = performance.now() - started
  await sleep(5)
  delay.disable()
  return { firstMs, ms, bytes, heldMs: delay.max / 1_000_000 }
}

function fileOf(format: ReportFormat): AsyncIterable<Uint8Array> {
  return writing.write({ document, look: PLAIN_LOOK, format }, { signal })
}

async function sizeOf(file: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const chunk of file) bytes += chunk.length
  return bytes
}

function verdict(measured: number, atMost: number): string {
  if (measured <= atMost) return 'met'
  missed += 1
  return '**missed**'
}

function ignore(): void {}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { serve, stop } from '../product.ts'
import { median } from '../statistics.ts'
import type { Mode } from './engines.ts'
import { Measured } from './measured.ts'

// `npm run bench:engine`: the embedded database in a thread, as in the product, and in a child process,
// on the data of a new installation. Rounds are interleaved; figures are medians, and ratios within one run.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const MODES = ['thread', 'process'] as const

type Best = (...values: number[]) => number

const FIGURES: readonly [what: string, of: (each: Measured) => number, best: Best][] = [
  ['statements per second', (each) => each.statementsPerSecond, Math.max],
  ['commits per second', (each) => each.writesPerSecond, Math.max],
  ['result of 10,000 rows, ms', (each) => each.resultMs, Math.min],
  ['loop held by such a result, ms', (each) => each.loopHeldMs, Math.min],
  ['memory, MB', (each) => each.megabytes, Math.min],
]

const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantscope-bench-'))
const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'fatal' }
try {
  await stop((await serve(environment)).server)
  const measured: Record<Mode, Measured[]> = { thread: [], process: [] }
  const restarts: number[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const mode of round % 2 === 0 ? MODES : MODES.toReversed())
      measured[mode].push(await measure(mode))
    restarts.push(await restart())
  }
  print(measured, restarts)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(mode: Mode): Promise<Measured> {
  const host = fork('bench/engine/host.ts', [mode, dataDir])
  const ended = once(host, 'exit')
  const answer = await Promise.race([once(host, 'message'), ended.then(() => null)])
  await ended
  if (answer === null) throw new Error(`The contender ${mode} ended without an answer`)
  return Measured.parse(answer[0])
}

/** The time from SIGSEGV to a server that is ready again. */
async function restart(): Promise<number> {
  const { server } = await serve(environment)
  const ended = once(server, 'exit')
  server.kill('SIGSEGV')
  await ended
  const before = performance.now()
  const again = await serve(environment)
  const milliseconds = performance.now() - before
  await stop(again.server)
  return milliseconds
}

function print(measured: Record<Mode, Measured[]>, restarts: number[]): void {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
  console.log(
    `Node ${process.version}, ${values.rounds} rounds, load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  console.log('| median (best of the rounds) | thread | child process | ratio (of the best) |')
  console.log('|---|--:|--:|--:|')
  for (const [what, of, best] of FIGURES)
    printRow(what, [measured.thread.map(of), measured.process.map(of)], best)
  const reopened = measured.process.map(({ reopenMs }) => reopenMs ?? Number.NaN)
  printRow('from SIGSEGV to the next response, ms', [restarts, reopened], Math.min)
}

type Both = readonly [thread: readonly number[], child: readonly number[]]

function printRow(what: string, [thread, child]: Both, best: Best): void {
  const shownOf = (values: readonly number[]) =>
    `${shown(median(values))} (${shown(best(...values))})`
  const ratio = median(child) / median(thread)
  const ratioOfBest = best(...child) / best(...thread)
  console.log(
    `| ${what} | ${shownOf(thread)} | ${shownOf(child)} | ${ratio.toFixed(2)} (${ratioOfBest.toFixed(2)}) |`,
  )
}

function shown(value: number): string {
  return value < 100 ? value.toFixed(1) : Math.round(value).toString()
}

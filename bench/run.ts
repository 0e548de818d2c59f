import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { CASES } from './cases.ts'
import type { Case, Median } from './cases.ts'
import { startContender, startMicrosoft } from './processes.ts'
import type { Contender, SimulatedMicrosoft } from './processes.ts'
import type { Measurement } from './protocol.ts'
import { median } from './statistics.ts'

// `npm run bench`: runs every case, or those whose names contain a given word. Rounds are interleaved, so
// that other load affects all contenders equally; each round starts with another one. The first rounds
// only warm up, since the compared programs run for days.

const WARM_UP_ROUNDS = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' } },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('--rounds must be a whole number above 0')
const chosen = CASES.filter(({ name }) => positionals.every((word) => name.includes(word)))
if (chosen.length === 0) throw new Error('No case matches these words')

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Node ${process.version}; medians of ${rounds} interleaved rounds\n`)
let missed = 0
for (const each of chosen) missed += await runCase(each)
process.exitCode = missed > 0 ? 1 : 0

type Run = Measurement & { requests: number }

interface Lane {
  readonly name: string
  readonly microsoft: SimulatedMicrosoft
  readonly contender: Contender
  readonly runs: Run[]
}

async function runCase(each: Case): Promise<number> {
  const stops: (() => Promise<void>)[] = []
  try {
    const lanes = await lanesOf(each, stops)
    let seed = 0
    for (let round = 1 - WARM_UP_ROUNDS; round <= rounds; round += 1) {
      for (const lane of rotated(lanes, round)) {
        // A repeated seed would create users that exist already.
        seed += 1
        const run = await runOnce(lane, { changes: each.changes ?? 0, seed })
        if (round > 0) lane.runs.push(run)
      }
    }
    return report(each, lanes)
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

async function lanesOf(each: Case, stops: (() => Promise<void>)[]): Promise<Lane[]> {
  const lanes: Lane[] = []
  const start = async (latencyMs: number, names: readonly string[], suffix: string) => {
    if (names.length === 0) return
    const microsoft = await startMicrosoft({ ...each.world, latencyMs })
    stops.push(() => microsoft.stop())
    for (const name of names) {
      const contender = await startContender(name, microsoft.setting)
      stops.push(() => contender.stop())
      lanes.push({ name: name + suffix, microsoft, contender, runs: [] })
    }
  }
  await start(each.world.latencyMs, each.contenders, '')
  await start(0, each.withoutLatency ?? [], ', no latency')
  return lanes
}

async function runOnce(
  { microsoft, contender }: Lane,
  { changes, seed }: { changes: number; seed: number },
): Promise<Run> {
  await contender.prepare()
  if (changes > 0) await microsoft.change(changes, seed)
  const before = await microsoft.requests()
  const measurement = await contender.run()
  return { ...measurement, requests: (await microsoft.requests()) - before }
}

/** Prints the case. Returns the number of missed goals. */
function report(each: Case, lanes: readonly Lane[]): number {
  const medians = new Map(lanes.map(({ name, runs }) => [name, medianOf(runs)]))
  if (each.changes === undefined) requireSameRows(medians)
  console.log(`## ${each.name}\n`)
  console.log('| who reads | ms | quickest | CPU ms | requests | rows | memory at most, MB |')
  console.log('|---|--:|--:|--:|--:|--:|--:|')
  for (const [name, of] of medians) {
    const times = [of.milliseconds, of.quickestMilliseconds, of.cpuMilliseconds]
    const figures = [...times, of.requests, of.rows, of.peakMegabytes]
    console.log(`| ${name} | ${figures.map((figure) => Math.round(figure)).join(' | ')} |`)
  }
  console.log('\n| goal | at most | measured | |\n|---|--:|--:|---|')
  let missed = 0
  for (const { text, atMost, ratio } of each.goals) {
    const measured = ratio((name) => known(medians, name), each.world)
    if (measured > atMost) missed += 1
    const verdict = measured > atMost ? '**missed**' : 'met'
    console.log(`| ${text} | ${atMost} | ${measured.toFixed(2)} | ${verdict} |`)
  }
  console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}\n`)
  return missed
}

/** Throws when the contenders read different numbers of rows. */
function requireSameRows(medians: ReadonlyMap<string, Median>): void {
  const counts = new Set([...medians.values()].map(({ rows }) => rows))
  if (counts.size === 1) return
  const counted = [...medians].map(([name, { rows }]) => `${name}: ${rows}`).join(', ')
  throw new Error(`The contenders read different numbers of rows: ${counted}`)
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const start = Math.abs(by) % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

function medianOf(runs: readonly Run[]): Median {
  const of = (key: keyof Run) => median(runs.map((run) => run[key]))
  return {
    milliseconds: of('milliseconds'),
    quickestMilliseconds: Math.min(...runs.map(({ milliseconds }) => milliseconds)),
    cpuMilliseconds: of('cpuMilliseconds'),
    peakMegabytes: of('peakMegabytes'),
    requests: of('requests'),
    rows: of('rows'),
  }
}

function known(medians: ReadonlyMap<string, Median>, name: string): Median {
  const found = medians.get(name)
  if (found === undefined) throw new Error(`'${name}' does not take part`)
  return found
}

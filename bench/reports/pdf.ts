import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { median } from '../statistics.ts'

// A report of 10,000 people with three licenses each as a tagged PDF file, beside the same table with
// pdfkit's own calls. Every run has a process of its own; rounds are interleaved. Ends with 1 when a goal
// is missed.

const PEOPLE = 10_000
const OWN = 'Tenantscope'
const BARE = 'bare pdfkit'
const GOALS = [
  { text: `time, ${OWN} / ${BARE}`, atMost: 1.5, of: () => ratio('milliseconds') },
  {
    text: 'memory of the whole process, MB',
    atMost: 450,
    of: () => medianOf(OWN, 'peakMegabytes'),
  },
  { text: 'until the first byte, ms', atMost: 500, of: () => medianOf(OWN, 'firstByteMs') },
] as const

const Run = z.object({
  milliseconds: z.number(),
  firstByteMs: z.number(),
  firstPageMs: z.number(),
  bytes: z.number(),
  peakMegabytes: z.number(),
})
type Run = z.infer<typeof Run>

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('--rounds must be a whole number above 0')

const runs = { [OWN]: [] as Run[], [BARE]: [] as Run[] }
for (let round = 0; round < rounds; round += 1)
  for (const name of round % 2 === 0 ? ([OWN, BARE] as const) : ([BARE, OWN] as const))
    runs[name].push(await runOnce(name))

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Node ${process.version}; ${PEOPLE} people x 3; medians of ${rounds} rounds\n`)
console.log(
  '| who writes | ms | first byte, ms | first page, ms | kB | memory, MB |\n|---|--:|--:|--:|--:|--:|',
)
for (const name of [OWN, BARE] as const) {
  const figures = [
    medianOf(name, 'milliseconds'),
    medianOf(name, 'firstByteMs'),
    medianOf(name, 'firstPageMs'),
    medianOf(name, 'bytes') / 1_024,
    medianOf(name, 'peakMegabytes'),
  ]
  console.log(`| ${name} | ${figures.map((figure) => Math.round(figure)).join(' | ')} |`)
}
console.log('\n| goal | at most | measured | |\n|---|--:|--:|---|')
for (const { text, atMost, of } of GOALS) {
  const measured = of()
  if (measured > atMost) process.exitCode = 1
  const shown = measured < 10 ? measured.toFixed(2) : measured.toFixed(0)
  console.log(`| ${text} | ${atMost} | ${shown} | ${measured > atMost ? '**missed**' : 'met'} |`)
}
console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}`)

async function runOnce(name: string): Promise<Run> {
  const child = fork('bench/reports/pdf-contender.ts', [name, String(PEOPLE)])
  const answers: readonly unknown[] = await once(child, 'message')
  await once(child, 'exit')
  return Run.parse(answers[0])
}

function medianOf(name: typeof OWN | typeof BARE, key: keyof Run): number {
  return median(runs[name].map((run) => run[key]))
}

function ratio(key: keyof Run): number {
  return medianOf(OWN, key) / medianOf(BARE, key)
}

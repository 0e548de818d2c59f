import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { makeScratchDatabase } from '../../tools/scratch-database.ts'

// `npm run bench:backups`: a backup and its restore into a new installation, on each engine, of so much
// data and of a quarter of it: what is read and written in a stream takes the same memory for both. With
// `--rows 200000 --megabytes 0 --embedded-megabytes 0` of what was read of Microsoft alone. Ends with 1
// when a goal is missed.

const LOOP_HELD_MS = 50
/** How much more memory four times the data may take. */
const GROWTH = 1.25

const Measured = z.object({
  milliseconds: z.number(),
  loopHeldMs: z.number(),
  computedMs: z.number(),
  peakMegabytes: z.number(),
})
type Measured = z.infer<typeof Measured>
type Engine = 'PostgreSQL' | 'embedded'
type Environment = Readonly<Record<string, string>>

interface Installation {
  readonly environment: Environment
  remove(): Promise<void>
}

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '320' },
    'embedded-megabytes': { type: 'string', default: '80' },
    rows: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})
const sizes = {
  PostgreSQL: Number(values.megabytes),
  embedded: Number(values['embedded-megabytes']),
} as const satisfies Record<Engine, number>

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Node ${process.version}\n`)
console.log(
  '| database | MB | rows read | what | seconds | memory, MB | loop held, ms | computing, ms | |',
)
console.log('|---|--:|--:|---|--:|--:|--:|--:|---|')
for (const engine of ['PostgreSQL', 'embedded'] as const)
  if (values.only === undefined || values.only === engine) await measure(engine)
console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}`)

async function measure(engine: Engine): Promise<void> {
  const small = await roundTrip(engine, 1 / 4)
  const large = await roundTrip(engine, 1)
  for (const act of ['backup', 'restore'] as const) {
    const growth = large[act].peakMegabytes / small[act].peakMegabytes
    const isMet = growth <= GROWTH
    if (!isMet) process.exitCode = 1
    console.log(
      `| ${engine} | | | ${act}: memory, four times the data / once | | ${growth.toFixed(2)}, at most ${GROWTH} | | | ${verdict(isMet)} |`,
    )
  }
}

async function roundTrip(engine: Engine, share: number) {
  const megabytes = sizes[engine] * share
  const rows = Number(values.rows) * share
  const folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-bench-'))
  const from = await install(engine, path.join(folder, 'from'))
  const to = await install(engine, path.join(folder, 'to'))
  try {
    const file = path.join(folder, 'backup.json')
    await runScript('seed.ts', [String(megabytes), String(rows)], from.environment)
    const backup = Measured.parse(await runScript('act.ts', ['backup', file], from.environment))
    const restore = Measured.parse(await runScript('act.ts', ['restore', file], to.environment))
    const { size } = await stat(file)
    print(
      `${engine} | ${megabytes} | ${rows} | backup, a file of ${Math.round(size / 1e6)} MB`,
      backup,
    )
    print(`${engine} | ${megabytes} | ${rows} | restore`, restore)
    return { backup, restore }
  } finally {
    await from.remove()
    await to.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function install(engine: Engine, dataDir: string): Promise<Installation> {
  const environment = { DATA_DIR: dataDir }
  if (engine === 'embedded') return { environment, remove: () => Promise.resolve() }
  const database = await makeScratchDatabase()
  return {
    environment: { ...environment, ...database.environment },
    remove: () => database.drop(),
  }
}

async function runScript(
  script: string,
  args: readonly string[],
  environment: Environment,
): Promise<unknown> {
  const { PATH = '', HOME = '' } = process.env
  const child = fork(`bench/backups/${script}`, args, { env: { PATH, HOME, ...environment } })
  const ended = once(child, 'exit')
  const answer = await Promise.race([once(child, 'message'), ended.then(() => null)])
  await ended
  if (answer === null) throw new Error(`${script} ended without an answer`)
  return answer[0]
}

function print(what: string, measured: Measured): void {
  const { milliseconds, peakMegabytes, loopHeldMs, computedMs } = measured
  const isMet = loopHeldMs <= LOOP_HELD_MS
  if (!isMet) process.exitCode = 1
  console.log(
    `| ${what} | ${(milliseconds / 1_000).toFixed(1)} | ${Math.round(peakMegabytes)} | ${Math.round(loopHeldMs)} | ${Math.round(computedMs)} | ${verdict(isMet)} |`,
  )
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : '**missed**'
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { makeScratchDatabase } from '../tools/scratch-database.ts'
import { serve, signIn, stop } from './product.ts'
import type { Environment } from './product.ts'
import { median } from './statistics.ts'

/** A call with the name of what it asks for; with a body it is a POST. */
type MeasuredCall = readonly [what: string, address: string, body?: object]

interface Measured {
  readonly calls: readonly MeasuredCall[]
  /** Of every call, at first and later. */
  readonly goalMs: number
  /** The file that fills the installation of its environment, with its arguments. */
  readonly seed: string
  readonly seedArguments: readonly string[]
  /** What the installation holds, for the heading. */
  readonly holds: string
}

/** The smallest call that knows who asks. */
const BASELINE = '/api/auth/me'

type Engine = 'PostgreSQL' | 'embedded'

/**
 * Measures calls of a filled installation on each engine, each call beside the smallest one. Prints a
 * table, and makes the process end with 1 when a goal is missed. Options: `--only`, `--rounds`.
 */
export async function measureCalls(measured: Measured): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, rounds: { type: 'string', default: '9' } },
  })
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
  console.log(`Node ${process.version}; ${measured.holds}\n`)
  console.log(`| database | what | at first, ms | then, ms | times ${BASELINE} | |`)
  console.log('|---|---|--:|--:|--:|---|')
  for (const engine of ['PostgreSQL', 'embedded'] as const)
    if (values.only === undefined || values.only === engine)
      await measure(engine, measured, Number(values.rounds))
  console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}`)
}

async function measure(engine: Engine, measured: Measured, rounds: number): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantscope-bench-'))
  const database = engine === 'PostgreSQL' ? await makeScratchDatabase() : undefined
  const environment = { DATA_DIR: dataDir, ...database?.environment }
  try {
    // The first start makes the tables and the administrator.
    await stop((await serve(environment)).server)
    await fill(measured, environment)
    const { server, url } = await serve(environment)
    try {
      await measureEach(measured, { engine, url, rounds })
    } finally {
      await stop(server)
    }
  } finally {
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureEach(
  { calls, goalMs }: Measured,
  { engine, url, rounds }: { engine: Engine; url: string; rounds: number },
): Promise<void> {
  const cookie = await signIn(url)
  const ask = async (address: string, given?: object): Promise<number> => {
    const headers = { cookie, origin: url, 'content-type': 'application/json' }
    const sent = given && { method: 'POST', body: JSON.stringify(given) }
    const started = performance.now()
    const answer = await fetch(`${url}${address}`, { headers, ...sent })
    const body = await answer.text()
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${body}`)
    return performance.now() - started
  }
  await ask(BASELINE)
  for (const [what, address, given] of calls) {
    const first = await ask(address, given)
    const times: number[] = []
    const smallest: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      smallest.push(await ask(BASELINE))
      times.push(await ask(address, given))
    }
    const ratio = median(times) / median(smallest)
    const isMet = Math.max(first, median(times)) <= goalMs
    if (!isMet) process.exitCode = 1
    console.log(
      `| ${engine} | ${what} | ${first.toFixed(0)} | ${median(times).toFixed(0)} | ${ratio.toFixed(1)} | ${isMet ? 'met' : '**missed**'} |`,
    )
  }
}

async function fill({ seed, seedArguments }: Measured, environment: Environment): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const child = fork(seed, seedArguments, { env: { PATH, HOME, ...environment } })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${seed} ended with ${child.exitCode}`)
}

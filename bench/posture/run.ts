import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { CHECKS } from '../../packages/analysis/src/checks/catalogue.ts'
import type { CheckFacts } from '../../packages/analysis/src/checks/facts.ts'
import { judgeTenant } from '../../packages/analysis/src/checks/judge-tenant.ts'
import { TenantId } from '../../packages/contract/src/ids.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { openDatabase } from '../../packages/server/src/db/connection.ts'
import { createRowCollector } from '../../packages/server/src/features/posture/judging/collected-rows.ts'
import { createJudgingThread } from '../../packages/server/src/features/posture/judging/judging-thread.ts'
import { createStoredFactsRepo } from '../../packages/server/src/features/posture/stored-facts.repo.ts'
import type { StoredFactsRepo } from '../../packages/server/src/features/posture/stored-facts.repo.ts'
import { factsOfStored } from '../../packages/server/src/features/posture/stored-facts.rules.ts'
import { createLogger } from '../../packages/server/src/lib/logger.ts'
import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import { serve, signIn, stop } from '../product.ts'
import type { Environment } from '../product.ts'
import { median } from '../statistics.ts'
import { measureShare } from './refresh-share.ts'
import { seedEstate, seedLargeTenant } from './seed.ts'
import type { LargeTenant } from './seed.ts'

// `npm run bench:posture`: judging tenants with their facts in memory, reading their facts from the
// database into the thread that judges, the estate's page, and the share of judging in a refresh. Ends
// with 1 when a goal is missed.

const ESTATE = 1_000
const GOALS = { loadMs: 500, heldMs: 50, estateMs: 150, share: 0.1 } as const
const REFRESHED = { tenants: ESTATE, users: 50 } as const
const TENANTS: readonly (LargeTenant & { readonly judgeMs: number })[] = [
  { id: '00000000-0000-4000-8000-000000000500', people: 500, policies: 20, judgeMs: 25 },
  { id: '00000000-0000-4000-8000-000000010000', people: 10_000, policies: 100, judgeMs: 400 },
]
const WARM_UP = 3
const SHOWN_CHECKS = 10
const BASELINE = '/api/auth/me'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    checks: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Node ${process.version}; load ${loadOf()}\n`)
console.log('| what | ms | of it processor time | at most, ms | |')
console.log('|---|--:|--:|--:|---|')
const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantscope-bench-'))
const database = await makeScratchDatabase()
const environment = { DATA_DIR: dataDir, ...database.environment }
try {
  // The first start makes the tables and the administrator.
  await stop((await serve(environment)).server)
  await measureTenants(environment)
  await measureEstate(environment)
  await measureRefresh()
} finally {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
}
console.log(`\nThe machine's load in the last minute: ${loadOf()}`)

async function measureTenants(given: Environment): Promise<void> {
  const config = readConfig({ ...process.env, ...given, PUBLIC_URL: 'http://localhost:1' })
  const handle = await openDatabase({ ...config, logger: createLogger({ level: 'fatal' }) })
  try {
    for (const tenant of TENANTS) await seedLargeTenant(handle, tenant)
    await seedEstate(handle, ESTATE)
    await handle.executeSql('update settings set second_factor_required = false; analyze')
    const repo = createStoredFactsRepo(handle.db)
    for (const tenant of TENANTS) await measureTenant(repo, tenant)
  } finally {
    await handle.close()
  }
}

async function measureTenant(
  repo: StoredFactsRepo,
  { id, people, policies, judgeMs }: (typeof TENANTS)[number],
): Promise<void> {
  const name = `${people} people, ${policies} policies`
  const source = await sourceOf(repo, id)
  const read: Timed[] = []
  const made: Timed[] = []
  const judged: Timed[] = []
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const rows = createRowCollector()
    const reading = await timed(async () => {
      for await (const chunk of source.chunks())
        if ('table' in chunk) rows.add(chunk)
        else for (const text of chunk) rows.addText(text)
    })
    // Facts of their own each time: what checks derive from them is kept with them.
    const facts = { current: factsOfStored(source.frame, rows.all()) }
    const making = await timed(() => {
      facts.current = factsOfStored(source.frame, rows.all())
    })
    const judging = await timed(() => judgeTenant(facts.current, new Date()))
    if (round < 0) continue
    read.push(reading)
    made.push(making)
    judged.push(judging)
    if (values.checks && round === rounds - 1) showChecks(factsOfStored(source.frame, rows.all()))
  }
  show(`${name}: judging in memory`, judged, judgeMs)
  show(`${name}: reading rows`, read)
  show(`${name}: facts of rows`, made)
  const loaded = read.map((reading, at) => sum(reading, made[at]))
  show(`${name}: loading, rows and facts`, loaded, GOALS.loadMs)
  await measureThread(name, source)
}

async function sourceOf(repo: StoredFactsRepo, id: string) {
  const tenantId = TenantId.parse(id)
  const current = await repo.findCurrent(tenantId)
  if (current === undefined) throw new Error(`Tenant ${id} has no data`)
  const frame = await repo.readFrame(tenantId, current.outcome)
  const generation = { tenantId, generationId: current.generationId }
  return { frame, chunks: () => repo.chunks(generation, frame) }
}

/** Rows from the database to the thread and its judgements, and how long the event loop is held. */
async function measureThread(
  name: string,
  { frame, chunks }: Awaited<ReturnType<typeof sourceOf>>,
): Promise<void> {
  const thread = createJudgingThread()
  const judge = () => thread.judge({ frame, chunks: chunks(), now: new Date() })
  const whole: Timed[] = []
  const held: Timed[] = []
  try {
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const loop = watchLoop()
      const time = await timed(judge)
      const longest = await loop.end()
      if (round < 0) continue
      whole.push(time)
      held.push(longest)
    }
  } finally {
    await thread.close()
  }
  show(`${name}: rows to judgements in the thread`, whole)
  show(`${name}: longest pause of the event loop meanwhile`, held, GOALS.heldMs)
}

/** Measures the longest time between two turns, and the most processor time in one. */
function watchLoop() {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let since = process.threadCpuUsage()
  let longestMs = 0
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, processorMs(since))
    since = process.threadCpuUsage()
  }, 1)
  return {
    async end(): Promise<Timed> {
      await wait(5)
      clearInterval(timer)
      delay.disable()
      return { wallMs: delay.max / 1e6, processorMs: longestMs }
    },
  }
}

function showChecks(facts: CheckFacts): void {
  const times = CHECKS.map((check) => {
    const since = process.threadCpuUsage()
    check.judge(facts, new Date())
    return { id: check.id, ms: processorMs(since) }
  })
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, SHOWN_CHECKS)
  console.log(slowest.map(({ id, ms }) => `${id} ${ms.toFixed(1)}`).join(', '))
}

async function measureEstate(given: Environment): Promise<void> {
  const { server, url } = await serve(given)
  try {
    const cookie = await signIn(url)
    const ask = async (address: string): Promise<number> => {
      const startedAt = performance.now()
      const answer = await fetch(`${url}${address}`, { headers: { cookie, origin: url } })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${body}`)
      return performance.now() - startedAt
    }
    const times: number[] = []
    const smallest: number[] = []
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const baseline = await ask(BASELINE)
      const time = await ask('/api/posture')
      if (round < 0) continue
      smallest.push(baseline)
      times.push(time)
    }
    const ratio = median(times) / median(smallest)
    showRow(`/api/posture of ${ESTATE} tenants, ${ratio.toFixed(1)} times ${BASELINE}`, {
      figure: median(times),
      processor: '',
      atMost: GOALS.estateMs,
    })
  } finally {
    await stop(server)
  }
}

/** Compares what judging adds with the rest of a refresh. */
async function measureRefresh(): Promise<void> {
  const { refreshMs, judgingMs } = await measureShare(REFRESHED)
  const { tenants, users } = REFRESHED
  showRow(`refresh of ${tenants} tenants of ${users} people: judging a tenant`, {
    figure: judgingMs,
    processor: judgingMs.toFixed(1),
    atMost: (refreshMs - judgingMs) * GOALS.share,
  })
}

interface Timed {
  readonly wallMs: number
  /** Of the main thread: other load on the machine is not in it. */
  readonly processorMs: number
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}

async function timed(work: () => unknown): Promise<Timed> {
  const startedAt = performance.now()
  const since = process.threadCpuUsage()
  await work()
  return { wallMs: performance.now() - startedAt, processorMs: processorMs(since) }
}

function sum(one: Timed, other: Timed = { wallMs: 0, processorMs: 0 }): Timed {
  return {
    wallMs: one.wallMs + other.wallMs,
    processorMs: one.processorMs + other.processorMs,
  }
}

/** Shows medians; a goal is compared with the time on the clock. */
function show(what: string, times: readonly Timed[], atMost?: number): void {
  const processor = median(times.map((each) => each.processorMs)).toFixed(1)
  showRow(what, { figure: median(times.map(({ wallMs }) => wallMs)), processor, atMost })
}

function showRow(
  what: string,
  row: { figure: number; processor: string; atMost: number | undefined },
): void {
  const { figure, processor, atMost } = row
  const isMissed = atMost !== undefined && figure > atMost
  if (isMissed) process.exitCode = 1
  const verdict = atMost === undefined ? '' : isMissed ? '**missed**' : 'met'
  const goal = atMost === undefined ? '' : Number(atMost.toFixed(1))
  console.log(`| ${what} | ${figure.toFixed(1)} | ${processor} | ${goal} | ${verdict} |`)
}

function loadOf(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}

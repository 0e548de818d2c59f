import { availableParallelism, cpus, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { timeLoops } from '../../tools/hostile/timed-loops.ts'
import { median } from '../statistics.ts'
import { startInstallation } from './installation.ts'
import type { Answer, Installation, Probe } from './installation.ts'

// `npm run bench:hostile`: a tenant with hostile data beside forty normal ones, an ordinary tenant of the
// same size beside them, and the same world without either: what the second costs is due to the size. Measured is the main thread of the server: the longest time that its event loop was held,
// the most processor time that one request took, and the other tenants' data and times. Ends with 1 when
// a goal is missed.

const GOALS = { heldMs: 50, requestMs: 1_000, ratio: 1.25 } as const
const SAMPLE_EVERY_MS = 100
const LOOP_LIMIT_MS = 30_000
const FORMATS = ['csv', 'xlsx', 'pdf', 'json'] as const
const SEARCHES = ['Anna Berg Anna', 'Иван', '山田太郎', 'aa', '%_', '=1+1', 'a.b.c.', 'mmmmmmmm']

const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '40' },
    users: { type: 'string', default: '30' },
    'hostile-users': { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '5' },
  },
})
const world = { tenants: Number(values.tenants), users: Number(values.users) }
const hostileUsers = Number(values['hostile-users'])

const Run = z.object({ startedAt: z.string().nullable(), finishedAt: z.string().nullable() })
const Started = z.object({ runId: z.string() })
const Listed = z.object({
  tenants: z.array(z.object({ id: z.string(), dataAsOf: z.string().nullable() })),
})
const Licenses = z.object({ licenses: z.array(z.object({ skuId: z.string() })) })
const Users = z.object({
  users: z.array(z.object({ id: z.string(), licenseSkuIds: z.array(z.string()) })),
  nextCursor: z.string().nullable(),
})
const Snapshots = z.object({ snapshots: z.array(z.object({ id: z.string() })) })
const Shared = z.object({ shareUrl: z.string() })
/** The figures of a tenant that must not depend on another tenant. */
const Figures = z.object({
  userCount: z.number().nullable(),
  licenses: z.array(
    z.object({ skuId: z.string(), consumedUnits: z.number(), enabledUnits: z.number() }),
  ),
  policies: z
    .object({ conditionalAccess: z.array(z.object({ displayName: z.unknown() })) })
    .nullable(),
  partFailures: z.array(z.object({ part: z.string(), code: z.string() })),
  malformedRows: z.array(z.unknown()),
})

interface Measured extends Probe {
  readonly what: string
  readonly requests: number
  /** The most main-thread time of one request; null for a refresh, which is no request. */
  readonly requestMs: number | null
}

/** A refresh as the other tenants see it. */
interface OthersRun {
  /** From the start of the run until the last of the other tenants is read. */
  readonly readMs: number
  /** Times of a page of another tenant during the refresh. */
  readonly pageMs: readonly number[]
}
type Lane = 'beside' | 'ordinary' | 'alone'

const LANE_NAMES: Readonly<Record<Lane, string>> = {
  beside: 'beside the hostile tenant',
  ordinary: 'beside an ordinary one of its size',
  alone: 'without either',
}

const measured: Measured[] = []
let missed = 0

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Node ${process.version}; ${world.tenants} tenants, ${hostileUsers} hostile users\n`)
const beside = await startInstallation({ ...world, hostileUsers })
const ordinary = await startInstallation({ ...world, hostileUsers: 0, largeUsers: hostileUsers })
const alone = await startInstallation({ ...world, hostileUsers: 0 })
try {
  const runs: Record<Lane, OthersRun[]> = { beside: [], ordinary: [], alone: [] }
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const lanes = [
      ['beside', beside] as const,
      ['ordinary', ordinary] as const,
      ['alone', alone] as const,
    ]
    for (const [name, installation] of round % 2 === 0 ? lanes : lanes.toReversed())
      runs[name].push(
        await refresh(installation, name, round === 0 ? 'first refresh' : 'later refresh'),
      )
  }
  const { hostileId } = beside
  if (hostileId === undefined) throw new Error('The world has no hostile tenant')
  await openPages(hostileId)
  for (const text of SEARCHES) await request('search', `/api/search?q=${encodeURIComponent(text)}`)
  await report(hostileId)
  showMeasured()
  await showOthers(runs)
} finally {
  await beside.stop()
  await ordinary.stop()
  await alone.stop()
}
await showLoops()
console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}`)
process.exitCode = missed > 0 ? 1 : 0

async function refresh(installation: Installation, lane: Lane, what: string): Promise<OthersRun> {
  const other = (await othersOf(installation)).at(0)
  await installation.probe()
  const { runId } = read(Started, await installation.ask('/api/tenants/refresh', {}))
  const pageMs: number[] = []
  let run = read(Run, await installation.ask(`/api/sync-runs/${runId}`))
  while (run.finishedAt === null) {
    await wait(SAMPLE_EVERY_MS)
    if (other !== undefined)
      pageMs.push((await installation.ask(`/api/tenants/${other.id}/details`)).milliseconds)
    run = read(Run, await installation.ask(`/api/sync-runs/${runId}`))
  }
  const probe = await installation.probe()
  note({ what: `${what}, ${LANE_NAMES[lane]}`, requests: 0, requestMs: null, ...probe })
  const readAt = (await othersOf(installation)).map(({ dataAsOf }) => Date.parse(dataAsOf ?? ''))
  return { readMs: Math.max(...readAt) - Date.parse(run.startedAt ?? ''), pageMs }
}

/** The read tenants without the hostile or the large one. */
async function othersOf(installation: Installation) {
  const { tenants: listed } = read(Listed, await installation.ask('/api/tenants'))
  return listed.filter(({ id, dataAsOf }) => dataAsOf !== null && id !== installation.addedId)
}

/** Sends one request and adds what it cost. */
async function request(what: string, address: string, body?: object): Promise<Answer> {
  await beside.probe()
  const answer = await beside.ask(address, body)
  // What the server does after its answer belongs to the request too.
  await wait(20)
  const probe = await beside.probe()
  note({ what, requests: 1, requestMs: probe.mainMs, ...probe })
  return answer
}

/** Adds a measurement to those of the same name. */
function note(one: Measured): void {
  const at = measured.findIndex(({ what }) => what === one.what)
  const before = measured[at]
  if (before === undefined) {
    measured.push(one)
    return
  }
  measured[at] = {
    what: one.what,
    requests: before.requests + one.requests,
    requestMs: one.requestMs && Math.max(before.requestMs ?? 0, one.requestMs),
    heldMs: Math.max(before.heldMs, one.heldMs),
    computedMs: Math.max(before.computedMs, one.computedMs),
    mainMs: before.mainMs + one.mainMs,
    wallMs: before.wallMs + one.wallMs,
  }
}

async function openPages(hostileId: string): Promise<void> {
  const of = `/api/tenants/${hostileId}`
  await request('All Tenants', '/api/tenants')
  await request('tenant: details', `${of}/details`)
  await request('tenant: history', `${of}/history`)
  await request('tenant: settings', `${of}/settings`)
  for (const { skuId } of await licensesOf(of))
    for (const kind of ['all', 'blocked', 'guests'])
      await request('tenant: holders', `${of}/license-holders?skuId=${skuId}&kind=${kind}`)
  await request('licenses of all tenants', '/api/admin/licenses')
}

async function licensesOf(of: string) {
  return read(Licenses, await request('tenant: licenses', `${of}/licenses-with-visibility`))
    .licenses
}

async function usersOf(of: string) {
  const all: z.infer<typeof Users>['users'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const answer = await request('tenant: users, one page', `${of}/users-with-licenses${query}`)
    const page: z.infer<typeof Users> = read(Users, answer)
    all.push(...page.users)
    cursor = page.nextCursor
  }
  return all
}

async function report(hostileId: string): Promise<void> {
  const of = `/api/tenants/${hostileId}`
  const licenses = await licensesOf(of)
  const holders = (await usersOf(of)).filter(({ licenseSkuIds }) => licenseSkuIds.length > 0)
  const held = new Set(holders.flatMap(({ licenseSkuIds }) => licenseSkuIds))
  const wanted = {
    tenantId: hostileId,
    reportType: 'user-license',
    licenseIds: licenses.map(({ skuId }) => skuId).filter((skuId) => held.has(skuId)),
    userIds: holders.map(({ id }) => id),
  }
  console.log(`A report of ${wanted.userIds.length} users x ${wanted.licenseIds.length} licenses`)
  for (const format of FORMATS)
    await request(`report: ${format}`, '/api/reports/generate', { ...wanted, format })
  const list = await request('report: list', `${of}/report-snapshots`)
  const [one, other] = read(Snapshots, list).snapshots
  const both = `one=${one?.id ?? ''}&other=${other?.id ?? ''}`
  await request('report: comparison', `${of}/report-comparison?${both}`)
  await share(wanted)
}

async function share(wanted: { tenantId: string; reportType: string }): Promise<void> {
  const { tenantId, reportType } = wanted
  const reportData = JSON.stringify(wanted)
  const given = { tenantId, reportType, reportData, expirationDays: 7, maskNames: false }
  const { shareUrl } = read(Shared, await request('share: create', '/api/reports/share', given))
  const address = `/api/reports/shared/${shareUrl.split('/').at(-1) ?? ''}`
  await request('share: open', address)
  for (const format of FORMATS)
    await request(`share: ${format}`, `${address}/download?format=${format}`)
}

function showMeasured(): void {
  console.log(
    `\n| what | requests | loop held, ms | computing in one turn, ms | at most ${GOALS.heldMs} | main thread, one request, ms | at most ${GOALS.requestMs} |`,
  )
  console.log('|---|--:|--:|--:|---|--:|---|')
  for (const { what, requests, heldMs, computedMs, requestMs } of measured) {
    const ofRequest =
      requestMs === null
        ? ' | '
        : `${requestMs.toFixed(0)} | ${verdict(requestMs, GOALS.requestMs)}`
    const ofLoop = `${heldMs.toFixed(0)} | ${computedMs.toFixed(0)} | ${verdict(heldMs, GOALS.heldMs)}`
    console.log(`| ${what} | ${requests === 0 ? '' : requests} | ${ofLoop} | ${ofRequest} |`)
  }
}

async function showOthers(runs: Record<Lane, readonly OthersRun[]>): Promise<void> {
  const figures = { beside: await figuresOf(beside), alone: await figuresOf(alone) }
  const different = [...figures.alone].filter(([id, each]) => figures.beside.get(id) !== each)
  const isComplete = different.length === 0 && figures.beside.size === figures.alone.size
  console.log(`\nThe other tenants: ${figures.beside.size} beside, ${figures.alone.size} alone,`)
  console.log(`${different.length} with other figures: ${verdict(isComplete ? 0 : 1, 0)}\n`)
  console.log(
    `| the other tenants | ${Object.values(LANE_NAMES).join(' | ')} | hostile / without | at most ${GOALS.ratio} | hostile / ordinary |`,
  )
  console.log('|---|--:|--:|--:|--:|---|--:|')
  const later = {
    beside: runs.beside.slice(1),
    ordinary: runs.ordinary.slice(1),
    alone: runs.alone.slice(1),
  }
  compare('first refresh, until all are read, ms', (lane) => runs[lane][0]?.readMs ?? 0)
  compare('later refresh, until all are read, ms', (lane) =>
    median(later[lane].map(({ readMs }) => readMs)),
  )
  compare('a page during a refresh, ms', (lane) =>
    median(later[lane].flatMap(({ pageMs }) => pageMs)),
  )
  const calm = {
    beside: await calmPages(beside),
    ordinary: await calmPages(ordinary),
    alone: await calmPages(alone),
  }
  compare('a page at rest, ms', (lane) => median(calm[lane]))
}

/** Shows what the loops of tools/hostile/loops.ts take for 10,000 items, slowest first. */
async function showLoops(): Promise<void> {
  const { millisecondsByLoop, unfinished } = await timeLoops({ limitMs: LOOP_LIMIT_MS })
  console.log('\n| 10,000 | processor time, ms |')
  console.log('|---|--:|')
  const slowestFirst = [...millisecondsByLoop].toSorted(([, a], [, b]) => b - a)
  for (const [name, milliseconds] of slowestFirst)
    console.log(`| ${name} | ${milliseconds.toFixed(0)} |`)
  if (unfinished !== null) console.log(`| ${unfinished} | ${verdict(1, 0)} |`)
}

function compare(what: string, of: (lane: Lane) => number): void {
  const ratio = of('beside') / of('alone')
  const times = [of('beside'), of('ordinary'), of('alone'), ratio]
  const figures = times.map((each) => each.toFixed(each === ratio ? 2 : 1)).join(' | ')
  const besideOrdinary = (of('beside') / of('ordinary')).toFixed(2)
  console.log(`| ${what} | ${figures} | ${verdict(ratio, GOALS.ratio)} | ${besideOrdinary} |`)
}

async function figuresOf(installation: Installation): Promise<Map<string, string>> {
  const byId = new Map<string, string>()
  for (const { id } of await othersOf(installation)) {
    const figures = read(Figures, await installation.ask(`/api/tenants/${id}/details`))
    byId.set(id, JSON.stringify(figures))
  }
  return byId
}

/** The times of every other tenant's pages, one after the other. */
async function calmPages(installation: Installation): Promise<number[]> {
  const times: number[] = []
  for (const { id } of await othersOf(installation))
    for (const page of ['details', 'licenses-with-visibility', 'users-with-licenses'])
      times.push((await installation.ask(`/api/tenants/${id}/${page}`)).milliseconds)
  return times
}

function read<S extends z.ZodType>(schema: S, { content }: Answer): z.output<S> {
  return schema.parse(JSON.parse(content.toString()))
}

function verdict(value: number, atMost: number): string {
  if (value <= atMost) return 'met'
  missed += 1
  return '**missed**'
}

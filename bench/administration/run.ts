import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import { makeScratchDatabase } from '../../tools/scratch-database.ts'
import { serve, signIn, stop } from '../product.ts'
import type { Environment } from '../product.ts'
import { median } from '../statistics.ts'

// `npm run bench:administration`: what the screens of administration ask for first, of an installation
// with many people and long trails, on each engine; each call beside the smallest one that knows who
// asks. Ends with 1 when a goal is missed.

const GOAL_MS = 300
const PEOPLE = 5_000
const RECORDS = 100_000
const BASELINE = '/api/auth/me'
/** Global Reader, by its template: what the previewed mapping looks for. */
const MAPPED_ROLE = 'f2ef992c-3afb-46b9-b7cf-a126ee74c451'
const PREVIEWED = {
  mappings: [{ id: 'readers', microsoftRole: MAPPED_ROLE, localRole: 'technician' }],
}
const CALLS: readonly (readonly [what: string, address: string, body?: object])[] = [
  ['people, first page', '/api/admin/all-users'],
  ['people, one found by name', '/api/admin/all-users?q=person%204321'],
  ['audit, first page', '/api/admin/audit'],
  ['audit, of one kind', '/api/admin/audit?type=data'],
  ['audit, a text in few records', '/api/admin/audit?q=rarely'],
  ['audit, a text in all records', '/api/admin/audit?q=preferences'],
  ['audit, a text in no record', '/api/admin/audit?q=absent'],
  ['audit, counts of 30 days', '/api/admin/audit/counts'],
  ['sign-ins, first page', '/api/admin/login-audit'],
  ['sign-ins, of one address', '/api/admin/login-audit?email=person42%40'],
  ['license log, 25', '/api/admin/license-visibility-log?limit=25'],
  ['license log, 100', '/api/admin/license-visibility-log?limit=100'],
  ['activity of a user with 10,000 acts', '/api/admin/users/1/activity'],
  ['counts of people and tenants', '/api/admin/stats'],
  ['who would get what', '/api/admin/role-mappings/preview', PREVIEWED],
]

type Engine = 'PostgreSQL' | 'embedded'

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '9' } },
})

console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores,`)
console.log(`Node ${process.version}; ${PEOPLE} people, ${RECORDS} acts, ${RECORDS} sign-ins\n`)
console.log(`| database | what | at first, ms | then, ms | times ${BASELINE} | |`)
console.log('|---|---|--:|--:|--:|---|')
for (const engine of ['PostgreSQL', 'embedded'] as const)
  if (values.only === undefined || values.only === engine) await measure(engine)
console.log(`\nThe machine's load in the last minute: ${loadavg()[0]?.toFixed(1)}`)

async function measure(engine: Engine): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantscope-bench-'))
  const database = engine === 'PostgreSQL' ? await makeScratchDatabase() : undefined
  const environment = { DATA_DIR: dataDir, ...database?.environment }
  try {
    // The first start makes the tables and the administrator.
    await stop((await serve(environment)).server)
    await seed(environment)
    const { server, url } = await serve(environment)
    try {
      await measureCalls(engine, url)
    } finally {
      await stop(server)
    }
  } finally {
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measureCalls(engine: Engine, url: string): Promise<void> {
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
  for (const [what, address, given] of CALLS) {
    const first = await ask(address, given)
    const times: number[] = []
    const smallest: number[] = []
    for (let round = 0; round < Number(values.rounds); round += 1) {
      smallest.push(await ask(BASELINE))
      times.push(await ask(address, given))
    }
    const ratio = median(times) / median(smallest)
    const isMet = Math.max(first, median(times)) <= GOAL_MS
    if (!isMet) process.exitCode = 1
    console.log(
      `| ${engine} | ${what} | ${first.toFixed(0)} | ${median(times).toFixed(0)} | ${ratio.toFixed(1)} | ${isMet ? 'met' : '**missed**'} |`,
    )
  }
}

async function seed(environment: Environment): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const child = fork('bench/administration/seed.ts', [`${PEOPLE}`, `${RECORDS}`, MAPPED_ROLE], {
    env: { PATH, HOME, ...environment },
  })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`seed.ts ended with ${child.exitCode}`)
}

import { createHash } from 'node:crypto'

import type { CompiledQuery, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createAuditViewsRepo } from './audit-views.repo.ts'
import type { AuditViewsRepo } from './audit-views.repo.ts'

const RECORDS = 3_000
const PAGE = 51
const EVERYTHING = { type: 'all', q: '' } as const

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const TRAILS = ['security_audit_log', 'login_audit_log']

/** Where a plan takes records of a trail from. */
const readsOf = (node: PlanNode): PlanNode[] => [
  ...(TRAILS.includes(node['Relation Name'] ?? '') ? [node] : []),
  ...(node.Plans ?? []).flatMap(readsOf),
]

/** Records that were looked at, found or thrown away again. */
const lookedAt = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

/** What the product's own statements find, how many records they look at for it, and in which way. */
async function explained<Found>(read: (repo: AuditViewsRepo) => Promise<Found>) {
  const { db } = database.handle
  const statements: CompiledQuery[] = []
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const found = await read(createAuditViewsRepo(db.withPlugin(listening)))
  const reads: PlanNode[] = []
  for (const { sql: text, parameters } of statements) {
    const { rows } = await database.handle.executeSql(
      `explain (analyze, format json) ${text}`,
      parameters,
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- PostgreSQL's own form of a plan
    const plans = Object.values(rows[0] ?? {})[0] as { Plan: PlanNode }[]
    reads.push(...plans.flatMap(({ Plan }) => readsOf(Plan)))
  }
  const records = reads.reduce((sum, node) => sum + lookedAt(node), 0)
  return { found, records, ways: new Set(reads.map((node) => node['Node Type'])) }
}

async function find(filter: { type: string; q: string }, before: number | null = null) {
  const page = { before, limit: PAGE }
  const { found, records } = await explained((repo) => repo.findEntries(filter, page))
  return { ...found, records }
}

describe('of a few thousand records', () => {
  beforeAll(async () => {
    await database.truncate()
    await database.handle.executeSql(`
      insert into security_audit_log (type, action, changed_by, details)
      select case when n % 10 = 0 then 'settings' else 'user' end, 'something changed', 'ada',
        'no ' || n || case when n % 1000 = 0 then ' rare' else '' end
      from generate_series(1, ${RECORDS}) as n;
      analyze security_audit_log`)
  })

  test.each(['rare', 'absent', 'something'])(
    'searching for “%s” looks at each record once, for the page and the count together',
    async (q) => {
      const { records } = await find({ type: 'all', q })
      expect(records).toBeGreaterThanOrEqual(RECORDS)
      expect(records).toBeLessThanOrEqual(RECORDS + PAGE)
    },
  )

  test('a search with another filter looks at those records alone', async () => {
    const { records, total } = await find({ type: 'settings', q: 'rare' })
    expect(total).toBe(3)
    expect(records).toBeLessThanOrEqual(RECORDS / 10 + PAGE)
  })

  test('a page of all records looks at no more than it shows, beside the count', async () => {
    const { rows, records } = await find(EVERYTHING)
    expect(rows).toHaveLength(PAGE)
    expect(records).toBeLessThanOrEqual(RECORDS + PAGE)
  })

  test('a later page of a search has the same count and the records after the one before', async () => {
    const first = await find({ type: 'all', q: 'something' })
    const last = first.rows.at(-1)
    const second = await find({ type: 'all', q: 'something' }, last?.id)
    expect([first.total, second.total]).toEqual([RECORDS, RECORDS])
    expect(second.rows[0]?.id).toBe((last?.id ?? 0) - 1)
    expect((await find({ type: 'all', q: 'something' }, 1)).rows).toEqual([])
  })
})

describe('of a hundred thousand records', () => {
  beforeAll(async () => {
    await database.truncate()
    await database.handle.executeSql(`
      insert into security_audit_log (type, action, changed_by, changed_by_user_id, timestamp, tenant_id)
      select case when n % 3 = 0 then 'data' when n % 500 = 1 then 'tenant' else 'settings' end, 'something', 'ada', 1,
        now() - n * interval '1 minute', md5((n % 200)::text)
      from generate_series(1, 100000) as n;
      insert into login_audit_log (email, success, method, timestamp)
      select 'ada', n % 2 = 0, 'local', now() - n * interval '1 minute'
      from generate_series(1, 100000) as n;
      analyze security_audit_log; analyze login_audit_log`)
  })
  const page = { before: null, limit: PAGE }
  const tenantId = createHash('md5').update('7').digest('hex')

  test.each<[string, (repo: AuditViewsRepo) => Promise<unknown[]>]>([
    ['all records', (repo) => repo.listEntries(EVERYTHING, page)],
    ['all records, later', (repo) => repo.listEntries(EVERYTHING, { ...page, before: 500 })],
    ['a rare type', (repo) => repo.listEntries({ type: 'tenant', q: '' }, page)],
    ['one tenant', (repo) => repo.listEntries({ ...EVERYTHING, tenantId }, page)],
    [
      'one tenant, later',
      (repo) => repo.listEntries({ ...EVERYTHING, tenantId }, { ...page, before: 90_000 }),
    ],
    ['sign-ins', (repo) => repo.listSignIns({ email: '' }, page)],
    ['sign-ins, later', (repo) => repo.listSignIns({ email: '' }, { ...page, before: 500 })],
  ])('a page of %s looks at no more of them than it shows, by an index', async (_, read) => {
    const { found, records, ways } = await explained(read)
    expect(found).toHaveLength(PAGE)
    expect(records).toBe(PAGE)
    expect([...ways]).toEqual(['Index Scan'])
  })

  test('a page of a type that is everywhere is found on the way through the newest', async () => {
    const { found, records } = await explained((repo) =>
      repo.listEntries({ type: 'data', q: '' }, page),
    )
    expect(found).toHaveLength(PAGE)
    expect(records).toBeLessThanOrEqual(3 * PAGE)
  })
})

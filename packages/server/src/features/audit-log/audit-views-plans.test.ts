import type { CompiledQuery, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createAuditViewsRepo } from './audit-views.repo.ts'

const RECORDS = 3_000
const PAGE = 51
const EVERYTHING = { type: 'all', q: '' } as const

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.handle.executeSql(`
    insert into security_audit_log (type, action, changed_by, details)
    select case when n % 10 = 0 then 'settings' else 'user' end, 'something changed', 'ada',
      'no ' || n || case when n % 1000 = 0 then ' rare' else '' end
    from generate_series(1, ${RECORDS}) as n;
    analyze security_audit_log`)
})
afterAll(() => database.close())

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Records that were looked at, found or thrown away again. */
function lookedAt(node: PlanNode): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const own = node['Relation Name'] === 'security_audit_log' ? rows * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, each) => sum + lookedAt(each), own)
}

async function find(filter: { type: string; q: string }, before: number | null = null) {
  const { db } = database.handle
  const statements: CompiledQuery[] = []
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const page = { before, limit: PAGE }
  const found = await createAuditViewsRepo(db.withPlugin(listening)).findEntries(filter, page)
  let records = 0
  for (const { sql: text, parameters } of statements) {
    const { rows } = await database.handle.executeSql(
      `explain (analyze, format json) ${text}`,
      parameters,
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- PostgreSQL's own form of a plan
    const [plan] = Object.values(rows[0] ?? {})[0] as { Plan: PlanNode }[]
    records += plan === undefined ? 0 : lookedAt(plan.Plan)
  }
  return { ...found, records }
}

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

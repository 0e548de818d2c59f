import type { CompiledQuery, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createUserListRepo } from './user-list.repo.ts'
import type { UserPlace } from './user-list.rules.ts'

const PAGE = 100
const EVERYBODY = { q: '', kind: 'all' } as const

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await database.handle.executeSql(`
    insert into tenants (id, display_name) select 't' || n, 'T' || n from generate_series(1, 20) as n;
    insert into users (username, password, display_name, email, auth_method, role, is_admin)
    select 'user' || n, '!', 'Person ' || md5(n::text), 'user' || n || '@partner.example',
      case when n % 100 = 0 then 'traditional' else 'microsoft' end,
      case when n % 50 = 0 then 'admin' else 'viewer' end, n % 50 = 0
    from generate_series(1, 5000) as n;
    insert into user_tenant_access (user_id, tenant_id)
    select users.id, tenants.id from users, tenants where users.role = 'viewer'
      and users.id % 2 = 0 and tenants.id in ('t1', 't2', 't3');
    analyze users, user_tenant_access`)
})
afterAll(() => database.close())

interface Node {
  readonly type: string
  readonly index: string | undefined
  readonly condition: string
  /** All that it handled, what it threw away again too. */
  readonly rows: number
  readonly isOnce: boolean
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string | undefined
  'Index Cond'?: string | undefined
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number | undefined
  Plans?: PlanNode[] | undefined
}
const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    'Actual Rows': z.number(),
    'Actual Loops': z.number(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
)
const Plan = z.array(z.object({ Plan: PlanNode }))

/** What the database does for a page: every step that touches rows. */
async function stepsOf(after: UserPlace | null): Promise<Node[]> {
  const { db } = database.handle
  const compiled: CompiledQuery[] = []
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      compiled.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await createUserListRepo(db.withPlugin(listening)).page(EVERYBODY, { after, limit: PAGE + 1 })
  const [query] = compiled
  const { rows } = await database.handle.executeSql(
    `explain (analyze, format json) ${query?.sql}`,
    query?.parameters,
  )
  const [row] = rows
  return stepsBelow(Plan.parse(Object.values(row ?? {})[0])[0]!.Plan)
}

function stepsBelow(node: PlanNode): Node[] {
  const perLoop = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return [
    {
      type: node['Node Type'],
      index: node['Index Name'],
      condition: node['Index Cond'] ?? '',
      rows: perLoop * node['Actual Loops'],
      isOnce: node['Actual Loops'] === 1,
    },
    ...(node.Plans ?? []).flatMap(stepsBelow),
  ]
}

async function placeAfter(pages: number): Promise<UserPlace | null> {
  const repo = createUserListRepo(database.handle.db)
  let after: UserPlace | null = null
  for (let page = 0; page < pages; page += 1) {
    const rows = await repo.page(EVERYBODY, { after, limit: PAGE })
    after = rows.at(-1)?.place ?? null
  }
  return after
}

test.each([
  ['the first page', 0, ''],
  ['a page in the middle', 25, 'ROW('],
])('of 5,000 people %s touches no more people than it shows', async (_, pages, beginning) => {
  const steps = await stepsOf(await placeAfter(pages))
  const listed = steps.find(({ index }) => index === 'users_listed')
  expect(listed?.rows).toBe(PAGE + 1)
  expect(listed?.condition).toContain(beginning)
  expect(steps.filter(({ isOnce, rows }) => isOnce && rows > PAGE + 1)).toEqual([])
  // Three grants at most for each person shown, through a handful of steps.
  expect(Math.max(...steps.map(({ rows }) => rows))).toBeLessThanOrEqual((PAGE + 1) * 3)
})

test('all pages together hold everybody once', async () => {
  const repo = createUserListRepo(database.handle.db)
  const seen = new Set<number>()
  let after: UserPlace | null = null
  for (;;) {
    const rows: Awaited<ReturnType<typeof repo.page>> = await repo.page(EVERYBODY, {
      after,
      limit: 700,
    })
    for (const { id } of rows) seen.add(id)
    if (rows.length < 700) break
    after = rows.at(-1)?.place ?? null
  }
  expect(seen.size).toBe(5_000)
  expect(await repo.count(EVERYBODY)).toBe(5_000)
})

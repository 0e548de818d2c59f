import { randomBytes, randomUUID } from 'node:crypto'

import { UserId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Actor } from '../../lib/actor.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createAzureRepo } from '../azure/azure.repo.ts'
import { createAzureService } from '../azure/azure.service.ts'
import { createRunViewsRepo } from '../sync-runs/run-views.repo.ts'
import { createSyncRunsRepo } from '../sync-runs/sync-runs.repo.ts'
import { createSyncRunsService } from '../sync-runs/sync-runs.service.ts'
import { createTenantsRepo } from './tenants.repo.ts'
import { createTenantsService } from './tenants.service.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const administrator: Actor = {
  userId: UserId.parse(1),
  username: 'admin',
  role: 'admin',
  seesAllTenants: true,
  mustResetPassword: false,
  sessionId: '',
  signedInAt: new Date(),
}

test('listing a thousand tenants takes as many statements as listing none', async () => {
  const clock = createFakeClock()
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const db = database.handle.db.withPlugin(counting)
  const sealer = createSealer(parseKeyRing(randomBytes(32).toString('base64')))
  const views = createRunViewsRepo(db)
  const tenants = createTenantsService({
    repo: createTenantsRepo(db),
    azure: createAzureService({ repo: createAzureRepo(db), sealer, clock }),
    runs: createSyncRunsService({ repo: createSyncRunsRepo(db), views, clock, newId: randomUUID }),
    clock,
  })

  await tenants.list(administrator)
  const before = statements
  await database.handle.executeSql(`
    insert into tenants (id, display_name)
    select gen_random_uuid()::text, 'Tenant ' || number from generate_series(1, 1000) as number`)
  const { total } = listTenants.reply.parse(await tenants.list(administrator))
  expect({ total, statements: statements - before }).toEqual({ total: 1_000, statements: before })
  expect(before).toBeLessThanOrEqual(3)
})

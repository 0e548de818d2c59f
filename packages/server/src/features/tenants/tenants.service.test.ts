import { randomBytes, randomUUID } from 'node:crypto'

import { UserId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { composeLicenses } from '../../app/tenants.ts'
import type { Actor } from '../../lib/actor.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createAzureRepo } from '../azure/azure.repo.ts'
import { createAzureService } from '../azure/azure.service.ts'
import { createTenantSeatsRepo } from '../licenses/tenant-seats.repo.ts'
import { createTenantSeatsService } from '../licenses/tenant-seats.service.ts'
import { createPostureRepo } from '../posture/posture.repo.ts'
import { createShownVerdictsService } from '../posture/shown-verdicts.service.ts'
import { createSettingsRepo } from '../settings/settings.repo.ts'
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
  mustSetUpSecondFactor: false,
  sessionId: '',
  authenticatedAt: new Date(),
}

const TENANTS = 60
/** Tenants that were read, each with these SKUs, their subscriptions and holders. */
const MANY_TENANTS = `
  insert into tenants (id, display_name, status, is_consented, data_as_of)
  select gen_random_uuid()::text, 'Tenant ' || number, 'Active', true, now()
  from generate_series(1, ${TENANTS}) as number;
  insert into generations (tenant_id, completed_at, people, licensed_people, mfa)
  select id, now(), 25, 20, 'required' from tenants;
  update tenants set current_generation_id = generations.id
  from generations where tenant_id = tenants.id;
  create temp table sold as select * from unnest(array[
    '05e9a617-0261-4cee-bb44-138d3ef5d965', 'cbdc14ab-d96c-4c30-b9f4-6ada7cdc1d46',
    'f245ecc8-75af-4f8e-b61f-27d8114de5f3', '3b555118-da6a-4418-894f-7df1e2096870',
    '6fd2c87f-b296-42f0-b197-1e91e994b900', '18181a46-0d4e-45cd-891e-60aabd171b4e',
    'f30db892-07e9-47e9-837c-80727f46fd3d', 'a403ebcc-fae0-4ca2-8c8c-7a907fd6c235',
    '4b9405b0-7788-4568-add1-99614e613b69', '19ec0d23-8335-4cbd-94ac-6050e30712fa',
    'UNKNOWN-SKU', '078d2b04-f1bd-4111-bbd4-b4b1b354cef4']) as sku_id;
  insert into directory_skus (tenant_id, sku_id, sku_part_number, applies_to, capability_status,
    consumed_units, enabled_units, warning_units, suspended_units, locked_out_units, service_plans,
    subscription_ids, from_generation)
  select id, sku_id, 'PART', 'User', 'Enabled', 15, 20, 0, 0, 0,
    '[{"servicePlanId": "1", "servicePlanName": "ONE"}]', '{}', current_generation_id
  from tenants, sold;
  insert into directory_subscriptions (tenant_id, id, sku_id, status, is_trial, total_licenses,
    created_date_time, next_lifecycle_date_time, from_generation)
  select id, sku_id || each, sku_id, 'Enabled', false, 10, now() - interval '90 days',
    now() + interval '275 days', current_generation_id
  from tenants, sold, unnest(array['a', 'b']) as each;
  insert into generation_sku_holders
  select current_generation_id, id, lower(sku_id), 15, 2, 1 from tenants, sold;
  insert into license_visibility (sku_id) select lower(sku_id) from sold;`

test('listing many tenants takes few statements, however many licenses they have', async () => {
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
    seats: createTenantSeatsService({
      repo: createTenantSeatsRepo(db),
      licenses: composeLicenses({ db, clock }),
      clock,
    }),
    azure: createAzureService({ repo: createAzureRepo(db), sealer, clock }),
    runs: createSyncRunsService({ repo: createSyncRunsRepo(db), views, clock, newId: randomUUID }),
    settings: createSettingsRepo(db),
    posture: createShownVerdictsService({ repo: createPostureRepo(db), clock }),
    clock,
  })

  // The first call of a process reads the prices, which it keeps.
  await tenants.list(administrator)
  statements = 0
  await tenants.list(administrator)
  const before = statements
  expect(before).toBeLessThanOrEqual(6)
  await database.handle.executeSql(MANY_TENANTS)
  const {
    total,
    tenants: listed,
    savings,
  } = listTenants.reply.parse(await tenants.list(administrator))
  expect(total).toBe(TENANTS)
  // Two for every fifty tenants, so that none of them holds the server's thread for long.
  const first = statements - before
  expect(first).toBe(before + 2 + 2 * 2)
  await tenants.list(administrator)
  expect(statements - before - first).toBe(before + 2)
  const [one] = listed
  expect(savings.removableSeats).toBe(TENANTS * (one?.figures?.savings.removableSeats ?? 0))
  expect(savings.removableSeats).toBeGreaterThan(0)
})

import { TenantId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { ALL_TENANTS } from '../../db/tenant-scope.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTenantRecordsRepo } from './tenant-records.repo.ts'
import { createTenantRecordsService } from './tenant-records.service.ts'
import type { ListedCustomer, TenantRecordsService } from './tenant-records.service.ts'

const tenantId = TenantId.parse('00000000-0000-4000-8000-000000000001')
const customer: ListedCustomer = {
  tenantId,
  displayName: 'Fabrikam',
  defaultDomainName: 'fabrikam.example',
  contractType: 'ResellerPartner',
}
const ROLES = ['Directory.Read.All']

let database: TestDatabase
let records: TenantRecordsService

beforeAll(async () => {
  database = await createTestDatabase()
  const repo = createTenantRecordsRepo(database.handle.db)
  records = createTenantRecordsService({ repo, clock: createFakeClock() })
})
beforeEach(async () => {
  await database.truncate()
  await records.recordCustomers([customer])
})
afterAll(() => database.close())

const stored = () =>
  database.handle.db
    .selectFrom('tenants')
    .select(['status', 'accessMethod', 'relationship'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

async function isRead(): Promise<boolean> {
  const readable = await records.readable(ALL_TENANTS)
  const isEnded = (await records.ended()).includes(tenantId)
  const isReadable = readable.some(({ id }) => id === tenantId)
  expect(isEnded).toBe(!isReadable)
  return isReadable
}

test('a directory that is gone stays gone, however often its contract is listed', async () => {
  await records.recordGone(tenantId)
  for (let round = 0; round < 2; round += 1) {
    expect(await stored()).toEqual({
      status: 'Inactive',
      accessMethod: 'csp',
      relationship: 'active',
    })
    expect(await isRead()).toBe(false)
    await records.recordCustomers([customer])
  }
})

test('a token of a directory that was believed gone shows that it is there', async () => {
  await records.recordGone(tenantId)
  await records.recordToken(tenantId, ROLES)
  expect(await stored()).toMatchObject({ status: 'Pending', accessMethod: 'csp' })
  expect(await isRead()).toBe(true)
})

test('an administrator who adds a directory that is gone has it tried again', async () => {
  await records.recordGone(tenantId)
  await records.recordDirectConsent(tenantId, 'Fabrikam')
  expect(await stored()).toMatchObject({ status: 'Pending', accessMethod: 'csp' })
  expect(await isRead()).toBe(true)
})

test('a failure of a directory that is gone does not bring it back', async () => {
  await records.recordGone(tenantId)
  const at = new Date()
  await records.recordFailure(
    { tenantId, startedAt: at },
    { code: 'CONSENT_REQUIRED', at, microsoftCode: null, requestId: null, correlationId: null },
  )
  expect(await stored()).toMatchObject({ status: 'Inactive' })
  expect(await isRead()).toBe(false)
})

test('a contract that ended ends the reading until it is listed again', async () => {
  await records.recordCustomers([])
  expect(await stored()).toMatchObject({ status: 'Inactive', relationship: 'ended' })
  expect(await isRead()).toBe(false)
  await records.recordCustomers([customer])
  expect(await stored()).toMatchObject({ status: 'Pending', relationship: 'active' })
  expect(await isRead()).toBe(true)
})

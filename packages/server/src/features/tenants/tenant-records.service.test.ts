import { TenantId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

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
const BY_CONTRACT = { contracts: [customer], delegated: null }
const NO_CUSTOMERS = { contracts: [], delegated: { customers: [], relationships: [] } }
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
  await records.recordCustomers(BY_CONTRACT)
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
  const isEnded = (await records.unread()).includes(tenantId)
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
    await records.recordCustomers(BY_CONTRACT)
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

test('a directory whose reading is stopped stays so until an administrator adds it again', async () => {
  const setStopped = { readingStoppedAt: new Date(), readingStoppedBy: 'admin' }
  await database.handle.db.updateTable('tenants').set(setStopped).execute()
  await records.recordCustomers(NO_CUSTOMERS)
  await records.recordCustomers(BY_CONTRACT)
  await records.recordToken(tenantId, ROLES)
  expect(await isRead()).toBe(false)
  await records.recordDirectConsent(tenantId, 'Fabrikam')
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
  await records.recordCustomers(NO_CUSTOMERS)
  expect(await stored()).toMatchObject({ status: 'Inactive', relationship: 'ended' })
  expect(await isRead()).toBe(false)
  await records.recordCustomers(BY_CONTRACT)
  expect(await stored()).toMatchObject({ status: 'Pending', relationship: 'active' })
  expect(await isRead()).toBe(true)
})

const kept = () =>
  database.handle.db
    .selectFrom('delegatedRelationships')
    .select(['id', 'tenantId', 'endDateTime'])
    .execute()

describe('customers by delegated administration', () => {
  const { contractType: _, ...withoutContract } = customer
  const delegatedCustomer = { ...withoutContract, contractType: null }
  const relationship = {
    id: 'relationship-1',
    tenantId,
    displayName: 'Service desk',
    status: 'active',
    createdDateTime: '2026-01-01T00:00:00Z',
    endDateTime: '2027-01-01T00:00:00Z',
    duration: 'P365D',
    autoExtendDuration: 'PT0S',
    roleTemplateIds: ['f2ef992c-3afb-46b9-b7cf-a126ee74c451'],
  }
  const delegated = { customers: [delegatedCustomer], relationships: [relationship] }

  test('one that loses its contract and keeps the delegation is read on', async () => {
    await records.recordCustomers({ contracts: [], delegated })
    expect(await stored()).toEqual({
      status: 'Pending',
      accessMethod: 'csp',
      relationship: 'active',
    })
    expect(await isRead()).toBe(true)
  })

  test('one whose delegation cannot be looked at is not taken for ended', async () => {
    await records.recordCustomers({ contracts: [], delegated })
    await records.recordCustomers({ contracts: [], delegated: null })
    expect(await isRead()).toBe(true)
    await records.recordCustomers(NO_CUSTOMERS)
    expect(await isRead()).toBe(false)
  })

  test('the relationships are kept with their end, and go when they are listed no more', async () => {
    const elsewhere = {
      ...relationship,
      id: 'relationship-2',
      tenantId: TenantId.parse('00000000-0000-4000-8000-0000000000ff'),
    }
    await records.recordCustomers({
      contracts: [customer],
      delegated: { ...delegated, relationships: [relationship, elsewhere] },
    })
    expect(await kept()).toEqual([
      { id: relationship.id, tenantId, endDateTime: new Date(relationship.endDateTime) },
    ])
    await records.recordCustomers({ contracts: [customer], delegated: null })
    expect(await kept()).toHaveLength(1)
    await records.recordCustomers({
      contracts: [customer],
      delegated: { ...delegated, relationships: [] },
    })
    expect(await kept()).toEqual([])
  })
})

const failureCode = async () => {
  const { db } = database.handle
  const row = await db.selectFrom('tenants').select('failureCode').executeTakeFirstOrThrow()
  return row.failureCode
}

test('a token that shows consent takes the missing consent away as a reason, and no other reason', async () => {
  const attempt = { tenantId, startedAt: new Date() }
  const details = { at: new Date(), microsoftCode: null, requestId: null, correlationId: null }
  await records.recordFailure(attempt, { code: 'CONSENT_REQUIRED', ...details })
  expect(await failureCode()).toBe('CONSENT_REQUIRED')
  await records.recordToken(tenantId, ROLES)
  expect(await failureCode()).toBeNull()
  await records.recordFailure(attempt, { code: 'UNAVAILABLE', ...details })
  await records.recordToken(tenantId, ROLES)
  expect(await failureCode()).toBe('UNAVAILABLE')
})

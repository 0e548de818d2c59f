import { TenantId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { composeLicenses } from '../../app/tenants.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { E3, FLOW, manyHolders } from '../../testing/report-world.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { guidOf } from '../../testing/test-app.ts'
import { createReportSourcesService } from '../licenses/report-sources.service.ts'
import { createTenantLicensesRepo } from '../licenses/tenant-licenses.repo.ts'
import { createTenantPeopleRepo } from '../licenses/tenant-people.repo.ts'
import { createTenantSeatsRepo } from '../licenses/tenant-seats.repo.ts'
import { createTenantSeatsService } from '../licenses/tenant-seats.service.ts'
import { createLicenseBuilding } from './license-building.ts'
import { createReportHeads } from './report-building.ts'
import { createReportSnapshotsRepo } from './report-snapshots.repo.ts'

const tenantId = TenantId.parse(guidOf(71))
const access = grantTenantAccess(tenantId)
const creator = { createdBy: 'Anna', timeZone: 'UTC' }
const clock = createFakeClock()

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** `onPage` runs before each page of people is read. */
function buildingWith(onPage: () => Promise<void>) {
  const { db } = database.handle
  const licenses = composeLicenses({ db, clock })
  const sources = createReportSourcesService({
    licenses,
    seats: createTenantSeatsService({ repo: createTenantSeatsRepo(db), licenses, clock }),
    repo: createTenantLicensesRepo(db),
    people: createTenantPeopleRepo(db),
    clock,
  })
  return createLicenseBuilding({
    sources: {
      ...sources,
      async peopleOf(...asked) {
        await onPage()
        return sources.peopleOf(...asked)
      },
    },
    headOf: createReportHeads({ repo: createReportSnapshotsRepo(db), clock }),
  })
}

const store = (count: number, displayName: string) =>
  storeReading(
    database.handle.db,
    { id: tenantId, displayName: 'Contoso', at: clock.now() },
    {
      skus: [
        { skuId: E3, skuPartNumber: 'SPE_E3', enabledUnits: count },
        { skuId: FLOW, skuPartNumber: 'FLOW_FREE' },
      ],
      people: (manyHolders(count).people ?? []).map((person) => ({ ...person, displayName })),
    },
  )

test('a refresh in the middle of the reading changes nothing: a report is of one reading', async () => {
  await store(4_500, 'Before')
  const readAt = clock.now()
  let pages = 0
  const building = buildingWith(async () => {
    pages += 1
    if (pages !== 2) return
    clock.advance({ minutes: 1 })
    await store(10, 'After')
  })
  const userIds = (manyHolders(4_500).people ?? []).map(({ id }) => id)
  const selection = { licenseIds: [E3, FLOW], userIds }
  const document = await building.fromSelection(access, selection, creator)
  expect(pages).toBe(3)
  expect(document.dataAsOf).toBe(readAt.toISOString())
  expect(document.summary).toEqual({
    totalUsers: 4_500,
    totalLicenses: 2,
    totalAssignments: 6_000,
  })
  expect(new Set(document.users.map(({ displayName }) => displayName))).toEqual(new Set(['Before']))
  expect(document.licenses[0]).toMatchObject({ enabledUnits: 4_500, reportedUsers: 4_500 })
  await expect(building.fromSelection(access, selection, creator)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'This tenant does not have 4490 of the selected users',
  })
}, 90_000)

test('who leaves in the middle of the reading ends it', async () => {
  await store(2_500, 'Here')
  const left = new AbortController()
  let pages = 0
  const building = buildingWith(async () => {
    pages += 1
    left.abort()
  })
  const userIds = (manyHolders(2_500).people ?? []).map(({ id }) => id)
  const selection = { licenseIds: [E3], userIds }
  const begun = building.fromSelection(access, selection, { ...creator, signal: left.signal })
  await expect(begun).rejects.toThrow(/abort/)
  expect(pages).toBe(1)
}, 60_000)

test('everybody who holds a license is found, however many pages they fill', async () => {
  await store(4_100, 'Here')
  const document = await buildingWith(async () => undefined).ofAll(access, creator)
  if ('reason' in document) throw new Error(document.reason)
  expect([document.users.length, document.summary.totalAssignments]).toEqual([4_100, 5_467])
  expect(new Set(document.users.map(({ id }) => id)).size).toBe(4_100)
}, 60_000)

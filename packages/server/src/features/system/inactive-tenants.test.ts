import { TenantId } from '@tenantscope/contract/ids'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createEraseTenantRepo } from './erase-tenant.repo.ts'
import { createEraseTenant } from './erase-tenant.service.ts'
import { eraseTenantData } from './system.jobs.ts'

const overdue = guidOf(1)
const recent = guidOf(2)
const active = guidOf(3)
const own = guidOf(4)
const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.reset())
afterAll(() => app.close())

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)

async function addGone(id: string, days: number, changes: object = {}): Promise<void> {
  const { db } = app.database.handle
  await app.addTenant(id, 'Contoso')
  await db
    .updateTable('tenants')
    .set({ status: 'Inactive', lastSeenAt: daysAgo(days), dataAsOf: daysAgo(days), ...changes })
    .where('id', '=', TenantId.parse(id))
    .execute()
  await db
    .insertInto('tenantDailyCounts')
    .values({ tenantId: id, day: '2025-01-01', people: 7, readAt: daysAgo(days) })
    .execute()
}

const erasing = () =>
  createEraseTenant({
    repo: createEraseTenantRepo(app.database.handle.db),
    auditLog: app.people.auditLog,
    clock: app.clock,
    send: (tenantId, transaction) => app.jobs.send(eraseTenantData, { tenantId }, { transaction }),
  })

const kept = async () => {
  const rows = await app.database.handle.db
    .selectFrom('tenants')
    .leftJoin('tenantDailyCounts as counts', 'counts.tenantId', 'tenants.id')
    .select(['tenants.id', 'counts.people'])
    .orderBy('tenants.id')
    .execute()
  return rows.map(({ id, people }) => [id, people])
}

test('a tenant that went away is erased once its retention is over, and no other', async () => {
  await addGone(overdue, 400)
  await addGone(recent, 300)
  await addGone(active, 400, { status: 'Active' })
  await addGone(own, 400, { isPartnerTenant: true })

  await erasing().eraseOverdue()

  await vi.waitFor(
    async () =>
      expect(await kept()).toEqual([
        [recent, 7],
        [active, 7],
        [own, 7],
      ]),
    { timeout: 30_000, interval: 200 },
  )
  const entries = await app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'changedBy', 'tenantId'])
    .where('action', '=', 'tenant erased')
    .execute()
  expect(entries).toEqual([
    { action: 'tenant erased', changedBy: 'Tenantscope', tenantId: overdue },
  ])
})

test('the setting says for how long', async () => {
  await addGone(recent, 300)
  await app.database.handle.db
    .updateTable('settings')
    .set({ inactiveTenantRetentionMonths: 6 })
    .execute()
  await erasing().eraseOverdue()
  await vi.waitFor(async () => expect(await kept()).toEqual([]), {
    timeout: 30_000,
    interval: 200,
  })
})

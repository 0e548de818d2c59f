import { listAudit } from '@tenantscope/contract/audit'
import type { TenantId } from '@tenantscope/contract/ids'
import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'
import { getTenantPosture, setEmergencyAccounts } from '@tenantscope/contract/posture'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createLogger } from '../../lib/logger.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createAuditLogRepo } from '../audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../audit-log/audit-log.service.ts'
import { createEmergencyAccountsRepo } from './emergency-accounts.repo.ts'
import { createEmergencyAccountsService } from './emergency-accounts.service.ts'

const REASON = 'Kept in the safe of the office'
const [glass, spare, other] = [guidOf(51), guidOf(52), guidOf(53)] as const

let app: TestApp
let admin: TestBrowser
let technician: TestBrowser
let tenantId: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  tenantId = await app.addTenant(guidOf(1), 'Fabrikam')
  const at = app.clock.now()
  await storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Fabrikam', at },
    {
      people: [
        { id: glass, displayName: 'Break glass', userPrincipalName: 'glass@fabrikam.example' },
        { id: spare, displayName: 'Spare' },
      ],
    },
  )
  admin = await app.signIn('admin')
  technician = await app.signIn('technician', { tenants: [tenantId] })
})
afterAll(() => app.close())

interface Account {
  userId: string
  reason: string
}
const account = (userId: string, reason = REASON): Account => ({ userId, reason })
const given = (accounts: Account[], version = 0) => ({
  params: { tenantId },
  body: { accounts, version },
})
const posture = () => technician.call(getTenantPosture, { params: { tenantId } })

test('a technician replaces the accounts, which are shown with names and audited', async () => {
  const first = await technician.call(
    setEmergencyAccounts,
    given([account(glass.toUpperCase(), ` ${REASON}\n`)]),
  )
  expect(first).toMatchObject({
    version: 1,
    accounts: [
      {
        userId: glass,
        displayName: 'Break glass',
        userPrincipalName: 'glass@fabrikam.example',
        reason: REASON,
        declaredAt: app.clock.now().toISOString(),
      },
    ],
  })
  expect(await posture()).toMatchObject({
    emergencyAccounts: first.accounts,
    emergencyAccountsVersion: 1,
  })
  app.clock.advance({ minutes: 1 })
  const both = [account(glass), account(spare)]
  const second = await admin.call(setEmergencyAccounts, given(both, 1))
  expect(second.accounts[0]).toEqual(first.accounts[0])
  expect(second.accounts[1]?.declaredBy).toMatch(/^admin/u)
  const third = await admin.call(
    setEmergencyAccounts,
    given([account(spare, 'Another good reason')], 2),
  )
  expect(third).toMatchObject({ version: 3, accounts: [{ userId: spare }] })
  const { entries } = await admin.call(listAudit, { query: { type: 'tenant' } })
  expect(
    entries.map(({ action, oldValue, newValue, details }) => [action, oldValue, newValue, details]),
  ).toEqual([
    [
      'emergency accounts changed',
      '2 accounts',
      '1 account',
      'added 0, removed 1, reason changed 1',
    ],
    [
      'emergency accounts changed',
      '1 account',
      '2 accounts',
      'added 1, removed 0, reason changed 0',
    ],
    [
      'emergency accounts changed',
      '0 accounts',
      '1 account',
      'added 1, removed 0, reason changed 0',
    ],
  ])
  expect(entries.every((entry) => entry.tenantId === tenantId)).toBe(true)
})

test('an old version is refused, and nothing is written', async () => {
  await technician.call(setEmergencyAccounts, given([account(glass)]))
  const { status, body } = await admin.refusal(setEmergencyAccounts, given([account(spare)]))
  expect([status, body.code]).toEqual([409, 'CONFLICT'])
  expect((await posture()).emergencyAccounts).toMatchObject([{ userId: glass }])
})

test.each([
  ['accounts.1.userId', [account(glass), account(other)], 'No user with this ID'],
  ['accounts.1.userId', [account(glass), account(glass)], 'only once'],
  ['accounts.0.userId', [account('me')], 'Choose an account'],
  ['accounts.0.reason', [account(glass, 'short')], 'at least 10 characters'],
  ['accounts', [1, 2, 3, 4, 5].map((n) => account(guidOf(n))), 'at most 4 accounts'],
])('%s is refused with its field named', async (field, accounts, message) => {
  const { status, body } = await technician.refusal(setEmergencyAccounts, given(accounts))
  expect([status, body.fields?.[0]?.field]).toEqual([400, `body.${field}`])
  expect(body.fields?.[0]?.message).toContain(message)
  expect(await posture()).toMatchObject({ emergencyAccounts: [], emergencyAccountsVersion: 0 })
})

test('an account of an earlier generation is no user of the tenant', async () => {
  await storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Fabrikam', at: app.clock.now() },
    { people: [{ id: spare }] },
  )
  const { status } = await technician.refusal(setEmergencyAccounts, given([account(glass)]))
  expect(status).toBe(400)
})

test('a viewer, a technician without a grant and an old sign-in are refused', async () => {
  const viewer = await app.signIn('viewer', { tenants: [tenantId] })
  expect((await viewer.refusal(setEmergencyAccounts, given([]))).status).toBe(403)
  const stranger = await app.signIn('technician')
  expect((await stranger.refusal(setEmergencyAccounts, given([]))).status).toBe(404)
  app.clock.advance({ minutes: FRESH_SIGN_IN_MINUTES, seconds: 1 })
  const { body } = await technician.refusal(setEmergencyAccounts, given([account(glass)]))
  expect(body.code).toBe('FRESH_SIGN_IN_REQUIRED')
})

test('the tenant is judged again after the change is stored; a failure of that keeps the change', async () => {
  const { db } = app.database.handle
  const seen: unknown[] = []
  const repo = createEmergencyAccountsRepo(db)
  const service = createEmergencyAccountsService({
    repo,
    auditLog: createAuditLogService({ repo: createAuditLogRepo(db), clock: app.clock }),
    clock: app.clock,
    logger: createLogger({ level: 'silent' }),
    rejudge: async (id) => {
      seen.push(id, (await repo.list(grantTenantAccess(tenantId))).length)
      throw new Error('not now')
    },
  })
  const by = { actor: OPERATOR, source: NO_SOURCE }
  const change = { accounts: [account(glass)], version: 0 }
  const stored = await service.set(grantTenantAccess(tenantId), change, by)
  expect(stored.version).toBe(1)
  expect(seen).toEqual([tenantId, 1])
  expect((await posture()).emergencyAccounts).toHaveLength(1)
})

import { NotificationKind } from '@tenantscope/contract/notifications'
import { getSettings, saveSettings } from '@tenantscope/contract/settings'
import type { AdminSettings } from '@tenantscope/contract/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let app: TestApp
let admin: TestBrowser
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const DEFAULTS: AdminSettings = {
  roleSyncEnabled: false,
  localAuthFallback: true,
  secondFactorRequired: false,
  autoImportUsers: false,
  timezone: 'America/Los_Angeles',
  defaultTenantAccess: 'none',
  refreshHours: 6,
  auditRetentionMonths: 12,
  inactiveTenantRetentionMonths: 12,
  postureRetentionMonths: 24,
  billingPeopleMonths: 24,
  publicDnsRead: true,
  notificationKinds: NotificationKind.options,
}
const save = (changes: Partial<AdminSettings> = {}, version?: number) =>
  admin.call(saveSettings, {
    body: { ...DEFAULTS, ...changes, ...(version === undefined ? {} : { version }) },
  })
const audited = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['type', 'oldValue', 'newValue', 'changedBy'])
    .where('action', '=', 'settings changed')
    .orderBy('id')
    .execute()

test('at first they are as specified', async () => {
  expect(await admin.call(getSettings, {})).toEqual({
    ...DEFAULTS,
    version: 1,
    updatedAt: null,
    updatedBy: null,
  })
})

test('what is saved is there, and the trail says what changed and nothing else', async () => {
  const saved = await save({
    roleSyncEnabled: true,
    timezone: 'Europe/Berlin',
    refreshHours: 1,
    notificationKinds: ['backup-failed', 'consent-lost', 'backup-failed'],
  })
  expect(saved).toMatchObject({ version: 2, updatedAt: app.clock.now().toISOString() })
  expect(await admin.call(getSettings, {})).toEqual(saved)
  expect(saved.notificationKinds).toEqual(['consent-lost', 'backup-failed'])
  expect(await audited()).toEqual([
    {
      type: 'settings',
      changedBy: saved.updatedBy,
      oldValue:
        'Role sync: off; Time zone: America/Los_Angeles; Refresh: every 6 hours; Notifications: A refresh failed twice, A tenant withdrew its consent, The app secret or certificate expires, Your share link was opened, A backup failed, Your exception ended',
      newValue:
        'Role sync: on; Time zone: Europe/Berlin; Refresh: every 1 hour; Notifications: A tenant withdrew its consent, A backup failed',
    },
  ])
})

test('saving the same changes nothing', async () => {
  expect((await save()).version).toBe(1)
  expect(await audited()).toEqual([])
})

test('saving an old version reports the last change and its author, and writes nothing', async () => {
  await save({ timezone: 'Europe/Berlin' }, 1)
  const { status, body } = await admin.refusal(saveSettings, {
    body: { ...DEFAULTS, refreshHours: 12, version: 1 },
  })
  expect(status).toBe(409)
  expect(body.message).toMatch(/^changed by admin-\S+ at \d{4}-\d\d-\d\dT\S+Z$/u)
  const { updatedBy: by, updatedAt: at } = await admin.call(getSettings, {})
  expect(body.changed).toEqual({ by, at })
  expect(await admin.call(getSettings, {})).toMatchObject({ refreshHours: 6, version: 2 })
})

test('a body without a version is taken as it is', async () => {
  await save({ refreshHours: 12 })
  expect(await save({ refreshHours: 24 })).toMatchObject({ refreshHours: 24, version: 3 })
})

test.each([
  [{ timezone: 'Mars/Olympus' }, 'body.timezone'],
  [{ refreshHours: 5 }, 'body.refreshHours'],
  [{ auditRetentionMonths: 0 }, 'body.auditRetentionMonths'],
  [{ inactiveTenantRetentionMonths: 121 }, 'body.inactiveTenantRetentionMonths'],
  [{ postureRetentionMonths: 2 }, 'body.postureRetentionMonths'],
  [{ billingPeopleMonths: 1 }, 'body.billingPeopleMonths'],
  [{ auditRetentionMonths: 1.5 }, 'body.auditRetentionMonths'],
  [{ defaultTenantAccess: 'some' }, 'body.defaultTenantAccess'],
  [{ notificationKinds: ['weather'] }, 'body.notificationKinds.0'],
  [{ roleSyncEnabled: 'yes' }, 'body.roleSyncEnabled'],
])('bad input is named: %o', async (changes, field) => {
  const body = { ...DEFAULTS, ...(changes as object) }
  const refused = await admin.refusal(saveSettings, { body })
  expect([refused.status, refused.body.fields?.[0]?.field]).toEqual([400, field])
  expect((await admin.call(getSettings, {})).version).toBe(1)
})

const LOOSER: Partial<AdminSettings>[] = [
  { roleSyncEnabled: true },
  { localAuthFallback: true },
  { secondFactorRequired: true },
  { autoImportUsers: true },
  { defaultTenantAccess: 'all' },
  { auditRetentionMonths: 11 },
  { inactiveTenantRetentionMonths: 11 },
  { postureRetentionMonths: 23 },
  { billingPeopleMonths: 23 },
]

test.each(LOOSER)('%o asks for a fresh sign-in, and nothing is written before', async (changes) => {
  const before = { ...DEFAULTS, localAuthFallback: !('localAuthFallback' in changes) }
  const { version } = await save(before)
  app.clock.advance({ minutes: 11 })
  const body = { ...before, ...changes, refreshHours: 12 }
  const refused = await admin.refusal(saveSettings, { body })
  expect([refused.status, refused.body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
  expect(await admin.call(getSettings, {})).toMatchObject({ ...before, version })
  const fresh = await app.signIn('admin')
  expect(await fresh.call(saveSettings, { body })).toMatchObject(changes)
})

test('a second factor of local accounts that becomes optional asks for one too, and is in the trail', async () => {
  await save({ secondFactorRequired: true })
  app.clock.advance({ minutes: 11 })
  const refused = await admin.refusal(saveSettings, { body: DEFAULTS })
  expect(refused.body.code).toBe('FRESH_SIGN_IN_REQUIRED')
  const fresh = await app.signIn('admin')
  await fresh.call(saveSettings, { body: DEFAULTS })
  expect((await audited()).at(-1)).toMatchObject({
    oldValue: 'Second factor of local accounts: required',
    newValue: 'Second factor of local accounts: optional',
  })
})

test('what is stricter, or neither, asks for none', async () => {
  await save({ autoImportUsers: true, defaultTenantAccess: 'all' })
  app.clock.advance({ minutes: 11 })
  const stricter = { localAuthFallback: false, auditRetentionMonths: 24, refreshHours: 12 }
  expect(await save(stricter)).toMatchObject({
    ...stricter,
    autoImportUsers: false,
    defaultTenantAccess: 'none',
  })
})

test('a missing setting is refused: the complete object is saved', async () => {
  const { timezone: _, ...rest } = DEFAULTS
  const missing: object = rest
  const refused = await admin.refusal(saveSettings, { body: missing })
  expect([refused.status, refused.body.fields?.[0]?.field]).toEqual([400, 'body.timezone'])
})

import { getAzurePermissions } from '@tenantscope/contract/azure'
import type { TenantId } from '@tenantscope/contract/ids'
import { refreshTenant, refreshTenants } from '@tenantscope/contract/sync'
import {
  getTenantSettings,
  saveTenantSettings,
  setTenantReading,
} from '@tenantscope/contract/tenant-settings'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let app: TestApp
let admin: TestBrowser
let technician: TestBrowser
let viewer: TestBrowser
let tenantId: TenantId
let other: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  tenantId = await app.addTenant(guidOf(1), 'Fabrikam')
  other = await app.addTenant(guidOf(2), 'Contoso')
  const grants = { tenants: [tenantId] }
  admin = await app.signIn('admin')
  technician = await app.signIn('technician', grants)
  viewer = await app.signIn('viewer', grants)
})
afterAll(() => app.close())

const NOTHING = { alias: null, tags: [], spareSeats: [] }
const of = (id: TenantId) => ({ params: { tenantId: id } })

/** The trail, without the entries of people and their grants. */
const audited = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'changedBy', 'oldValue', 'newValue', 'details', 'tenantId', 'ipAddress'])
    .where('type', '=', 'tenant')
    .orderBy('id')
    .execute()

test('what a technician says of a tenant is kept, tidied, shown to a viewer and audited', async () => {
  expect(await viewer.call(getTenantSettings, of(tenantId))).toEqual({
    settings: NOTHING,
    version: 0,
    updatedBy: null,
    updatedAt: null,
    isReadingStopped: false,
  })
  const given = {
    alias: '  Fabrikam\n(Munich) ',
    tags: [' gold', 'Ärzte', 'GOLD ', 'b2b'],
    spareSeats: [{ skuId: 'ABC-1', seats: 3, reason: ' for joiners ' }],
  }
  const settings = {
    alias: 'Fabrikam (Munich)',
    tags: ['Ärzte', 'b2b', 'gold'],
    spareSeats: [{ skuId: 'abc-1', seats: 3, reason: 'for joiners' }],
  }
  const saved = await technician.call(saveTenantSettings, {
    ...of(tenantId),
    body: { settings: given, version: 0 },
  })
  expect(saved).toMatchObject({ settings, version: 1 })
  expect(saved.updatedBy).toMatch(/^technician/u)
  expect(await viewer.call(getTenantSettings, of(tenantId))).toEqual(saved)
  const again = { settings: NOTHING, version: 1 }
  const emptied = await technician.call(saveTenantSettings, { ...of(tenantId), body: again })
  expect(emptied).toMatchObject({ settings: NOTHING, version: 2 })
  expect(await audited()).toMatchObject([
    {
      action: 'tenant settings changed',
      changedBy: saved.updatedBy,
      tenantId,
      oldValue: null,
      newValue: null,
      details: 'alias, tags, spare seats',
      ipAddress: '127.0.0.1',
    },
    { tenantId, details: 'alias, tags, spare seats' },
  ])
})

test('writing with an old version reports the previous writer, and nothing is written', async () => {
  const save = (alias: string, version?: number) => ({
    ...of(tenantId),
    body: {
      settings: { ...NOTHING, alias },
      ...(version === undefined ? {} : { version }),
    },
  })
  const { updatedBy, updatedAt } = await technician.call(saveTenantSettings, save('First', 0))
  expect(await admin.refusal(saveTenantSettings, save('Second', 0))).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: `changed by ${updatedBy} at ${updatedAt}` },
  })
  expect(await admin.call(getTenantSettings, of(tenantId))).toMatchObject({
    settings: { alias: 'First' },
    version: 1,
  })
  expect(await audited()).toHaveLength(1)
  expect(await admin.call(saveTenantSettings, save('Third'))).toMatchObject({ version: 2 })
  const both = await Promise.all(
    ['Fourth', 'Fifth'].map((alias) =>
      admin.call(saveTenantSettings, save(alias, 2)).then(
        () => 'written',
        () => 'refused',
      ),
    ),
  )
  expect(both.toSorted()).toEqual(['refused', 'written'])
  expect(await admin.call(getTenantSettings, of(tenantId))).toMatchObject({ version: 3 })
})

const spare = { skuId: 'abc', seats: 1, reason: 'joiners' }
const BAD = [
  ['alias', { alias: '  ' }, 'An alias cannot be empty'],
  ['alias', { alias: '\0' }, 'An alias cannot be empty'],
  ['alias', { alias: '\u200B\u202E' }, 'An alias cannot be empty'],
  ['alias', { alias: 'a'.repeat(121) }, 'Keep the alias under 120 characters'],
  ['tags.0', { tags: [''] }, 'A tag cannot be empty'],
  ['tags', { tags: ['\0'] }, 'A tag cannot be empty'],
  ['tags.1', { tags: ['a', 'b'.repeat(41)] }, 'Keep a tag under 40 characters'],
  ['tags', { tags: Array.from({ length: 21 }, String) }, 'Give a tenant at most 20 tags'],
  ['spareSeats.0.seats', { spareSeats: [{ ...spare, seats: 0 }] }, 'Enter at least 1 seat'],
  ['spareSeats.0.seats', { spareSeats: [{ ...spare, seats: 1.5 }] }, 'Enter a whole number'],
  ['spareSeats.0.reason', { spareSeats: [{ ...spare, reason: ' ' }] }, 'Enter a reason'],
  [
    'spareSeats',
    { spareSeats: [spare, { ...spare, skuId: 'ABC ' }] },
    'List each license only once',
  ],
] as const

test('what is bad is refused with its field named, and nothing is written', async () => {
  for (const [field, bad, message] of BAD) {
    const body = { settings: { ...NOTHING, ...bad } }
    const refused = await technician.refusal(saveTenantSettings, { ...of(tenantId), body })
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toMatchObject([{ field: `body.settings.${field}` }])
    expect(refused.body.fields?.[0]?.message).toContain(message)
  }
  expect(await audited()).toEqual([])
})

test('a viewer may not say anything of a tenant, a technician may not stop its reading', async () => {
  const body = { settings: NOTHING }
  expect(await viewer.refusal(saveTenantSettings, { ...of(tenantId), body })).toMatchObject({
    status: 403,
  })
  const stop = { ...of(tenantId), body: { isStopped: true } }
  expect(await technician.refusal(setTenantReading, stop)).toMatchObject({ status: 403 })
  expect(await viewer.refusal(setTenantReading, stop)).toMatchObject({ status: 403 })
  expect(await admin.call(getTenantSettings, of(tenantId))).toMatchObject({
    version: 0,
    isReadingStopped: false,
  })
})

test('a tenant without a grant has no settings, like one that is not there', async () => {
  const body = { settings: NOTHING }
  for (const id of [other, guidOf(404)]) {
    const params = { tenantId: id }
    expect((await viewer.refusal(getTenantSettings, { params })).status).toBe(404)
    expect((await technician.refusal(saveTenantSettings, { params, body })).status).toBe(404)
  }
  const stop = { params: { tenantId: guidOf(404) }, body: { isStopped: true } }
  expect((await admin.refusal(setTenantReading, stop)).status).toBe(404)
})

const names = async () =>
  (await admin.call(listTenants, {})).tenants.map((tenant) => tenant.displayName)

test('the alias is the name everywhere, and the list is sorted by it', async () => {
  expect(await names()).toEqual(['Contoso', 'Fabrikam'])
  const settings = { ...NOTHING, alias: 'A <b>first</b> \uFFFD🦊 שלום', tags: ['gold'] }
  // The database keeps neither NUL nor half a character.
  const given = { ...settings, alias: settings.alias.replace('\uFFFD', '\0\uD800') }
  await technician.call(saveTenantSettings, { ...of(tenantId), body: { settings: given } })
  expect(await names()).toEqual([settings.alias, 'Contoso'])
  const { tenant } = await viewer.call(getTenantDetails, of(tenantId))
  expect(tenant).toMatchObject({
    displayName: settings.alias,
    directoryName: 'Fabrikam',
    tags: ['gold'],
  })
  await app.database.handle.db
    .updateTable('tenants')
    .set({ grantedPermissions: [] })
    .where('id', '=', tenantId)
    .execute()
  const { tenantPermissions } = await viewer.call(getAzurePermissions, {})
  expect(tenantPermissions).toMatchObject([{ displayName: settings.alias }])
})

describe('a tenant whose reading is stopped', () => {
  beforeEach(async () => {
    // No server responds there; nothing here sends a request.
    await app.connect({ clientId: 'app', clientSecret: 'secret', tenantId: guidOf(9) })
    await admin.call(setTenantReading, { ...of(tenantId), body: { isStopped: true } })
  })

  test('is marked as stopped, keeps its status, and is never refreshed', async () => {
    const { tenant, message } = await viewer.call(getTenantDetails, of(tenantId))
    expect(tenant).toMatchObject({ isReadingStopped: true, status: 'Active' })
    expect(message).toContain('stopped reading')
    for (const person of [technician, admin])
      expect(await person.refusal(refreshTenant, of(tenantId))).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message: 'Reading of this tenant is stopped' },
      })
    expect((await technician.refusal(refreshTenants)).body.message).toContain('can be refreshed')
    const runs = await app.database.handle.db.selectFrom('syncRuns').select('id').execute()
    expect(runs).toEqual([])
  })

  test('goes on when an administrator says so; both are audited, once each', async () => {
    const reading = (isStopped: boolean) =>
      admin.call(setTenantReading, { ...of(tenantId), body: { isStopped } })
    expect(await reading(true)).toEqual({ isReadingStopped: true })
    expect(await reading(false)).toEqual({ isReadingStopped: false })
    expect(await viewer.call(getTenantSettings, of(tenantId))).toMatchObject({
      isReadingStopped: false,
    })
    const entries = await audited()
    expect(entries.map((entry) => [entry.action, entry.tenantId])).toEqual([
      ['tenant reading stopped', tenantId],
      ['tenant reading resumed', tenantId],
    ])
    const bad = { ...of(tenantId), body: { isStopped: 'yes' } }
    expect((await admin.refusal(setTenantReading, bad)).body.fields).toMatchObject([
      { field: 'body.isStopped' },
    ])
  })
})

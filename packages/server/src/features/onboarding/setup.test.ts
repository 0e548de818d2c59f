import { REQUIRED_PERMISSIONS } from '@tenantscope/analysis/permission-catalog'
import { TenantId } from '@tenantscope/contract/ids'
import { getSetup } from '@tenantscope/contract/onboarding'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.reset())
afterAll(() => app.close())

const OWN = guidOf(9)
const connect = () => app.connect({ clientId: guidOf(8), clientSecret: 's3cret', tenantId: OWN })
const db = () => app.database.handle.db
const setup = async () => (await app.signIn('admin')).call(getSetup, {})
const done = async () => (await setup()).steps.filter(({ isDone }) => isDone).map(({ id }) => id)

async function addLocalAdministrator() {
  const account = { username: 'admin', displayName: null, password: 'Better-Horse-8' }
  const by = {
    actor: { name: 'test', userId: null },
    source: { ipAddress: null, userAgent: null },
  }
  await app.people.users.addLocal(account, { mustResetPassword: false }, by)
}

test('an empty installation has everything still to do, in the order of the first run', async () => {
  await addLocalAdministrator()
  const { steps, isComplete, credentialDaysLeft } = await setup()
  expect(steps.map(({ id }) => id)).toEqual([
    'connect',
    'redirectUris',
    'permissions',
    'firstTenant',
    'people',
  ])
  // Who asks here came by Microsoft, so people is done already.
  expect(steps.filter(({ isDone }) => isDone).map(({ id }) => id)).toEqual(['people'])
  expect([isComplete, credentialDaysLeft]).toEqual([false, null])
})

test('each step is done by what was stored of it', async () => {
  await connect()
  const lastSuccessAt = app.clock.now()
  await db().updateTable('microsoftConnection').set({ lastSuccessAt }).execute()
  expect(await done()).toEqual(['connect', 'people'])
  const tenantId = await app.addTenant(OWN, 'Harborlane')
  const dataAsOf = app.clock.now()
  const grantedPermissions = [...REQUIRED_PERMISSIONS]
  await db()
    .updateTable('tenants')
    .set({ isPartnerTenant: true, dataAsOf, grantedPermissions })
    .where('id', '=', tenantId)
    .execute()
  expect(await done()).toEqual(['connect', 'permissions', 'people'])
  await app.addTenant(guidOf(1), 'Fabrikam')
  await app.addTenant(guidOf(2), 'Contoso')
  await db()
    .updateTable('tenants')
    .set({ dataAsOf })
    .where('id', '=', TenantId.parse(guidOf(1)))
    .execute()
  expect(await done()).toEqual(['connect', 'permissions', 'firstTenant', 'people'])
  // A check that passed is recorded so as well: no browser has come back by it.
  await db().updateTable('microsoftConnection').set({ lastSignInAt: dataAsOf }).execute()
  expect(await done()).not.toContain('redirectUris')
  const signIn = { email: 'ada@harborlane.example', success: true, method: 'microsoft' }
  await db().insertInto('loginAuditLog').values(signIn).execute()
  const { steps, isComplete } = await setup()
  expect(isComplete).toBe(true)
  expect(steps.map(({ finding }) => finding)).toEqual([
    `Connected to Harborlane as application ${guidOf(8)}.`,
    'Microsoft has returned a sign-in.',
    'All 4 required permissions are granted.',
    '1 of 2 tenants were read.',
    '5 users can sign in with Microsoft.',
  ])
})

test('a check counts for the version of the connection that it checked, and warns of the end of the secret', async () => {
  await connect()
  const now = app.clock.now()
  const result = {
    status: 'success',
    message: 'All is well.',
    lastSuccessfulToken: now,
    error: null,
    details: null,
    diagnostics: null,
    checkedAt: now,
  }
  const check = {
    connectionVersion: 1,
    checkedAt: now,
    result: JSON.stringify(result),
    permissions: '[]',
    credentialExpiresAt: new Date(now.getTime() + 12.5 * 86_400_000),
  }
  await db().insertInto('connectionChecks').values(check).execute()
  expect(await done()).toContain('permissions')
  expect((await setup()).credentialDaysLeft).toBe(12)
  await db().updateTable('microsoftConnection').set({ version: 2 }).execute()
  expect(await done()).not.toContain('permissions')
  expect((await setup()).credentialDaysLeft).toBeNull()
})

test('a consent proves the redirect addresses only for the app registration that asked for it', async () => {
  await connect()
  await addLocalAdministrator()
  const now = app.clock.now()
  const consent = {
    id: guidOf(1),
    kind: 'interactive',
    stateHash: 'hash',
    clientId: guidOf(8),
    createdByUserId: 1,
    createdBy: 'admin',
    createdAt: now,
    expiresAt: now,
  } as const
  await db().insertInto('consents').values(consent).execute()
  expect(await done()).not.toContain('redirectUris')
  await db().updateTable('consents').set({ state: 'succeeded' }).execute()
  expect(await done()).toContain('redirectUris')
  await db()
    .updateTable('consents')
    .set({ clientId: guidOf(7) })
    .execute()
  expect(await done()).not.toContain('redirectUris')
})

test('a refused sign-in counts when the user was verified, and since the connection was saved', async () => {
  await connect()
  await addLocalAdministrator()
  const timestamp = app.clock.now()
  const refused = { success: false, method: 'microsoft', timestamp }
  // A forged reply has no verified address.
  await db()
    .insertInto('loginAuditLog')
    .values({ ...refused, email: 'unknown' })
    .execute()
  expect(await done()).not.toContain('redirectUris')
  await db()
    .insertInto('loginAuditLog')
    .values({ ...refused, email: 'ada@harborlane.example' })
    .execute()
  expect(await done()).toContain('redirectUris')
  const updatedAt = new Date(timestamp.getTime() + 1_000)
  await db().updateTable('microsoftConnection').set({ updatedAt }).execute()
  expect(await done()).not.toContain('redirectUris')
})

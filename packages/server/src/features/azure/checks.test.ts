import { checkConsent, getAzureConfig, getAzurePermissions } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import type { FaultName, FaultOptions } from '@tenantscope/graph-sim/faults'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const GRANTED = ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All', 'Policy.Read.All']
const CONSENT_MISSING = 'Admin consent is missing for this application.'
const UNABLE = 'Unable to check connection status. Please verify your Azure configuration.'

let world: RefreshWorld
let viewer: TestBrowser
let unchecked: Awaited<ReturnType<typeof stored>>

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 3, users: 4 })
  viewer = await world.signIn('viewer')
  unchecked = await stored()
})
afterAll(() => world.close())
beforeEach(() => {
  own().roles = [...GRANTED]
  world.clock.advance({ minutes: 1 })
})
afterEach(() => {
  world.simulator.faults.clear()
})

function own() {
  const { consent } = world.simulator.world.partner
  if (!consent) throw new Error('The partner has not consented')
  return consent
}

const check = () => viewer.call(checkConsent, {})
const refreshed = () => viewer.call(getAzurePermissions, { query: { refresh: 'true' } })
const stored = () => viewer.call(getAzurePermissions, {})
const rowOf = async (value: string) =>
  (await refreshed()).permissions.find((each) => each.value === value)
const connection = () =>
  world.database.handle.db.selectFrom('microsoftConnection').selectAll().executeTakeFirstOrThrow()

test('before the first check nothing is said of permissions', () => {
  expect(unchecked).toMatchObject({
    appId: world.simulator.world.registration.clientId,
    check: null,
    displayName: null,
    permissions: [],
    permissionSummary: { hasDirectoryRead: false, totalPermissions: 0 },
  })
})

test('a working connection is reported completely: status, registration, permissions, expiry', async () => {
  const checked = await check()
  expect(checked).toMatchObject({
    status: 'success',
    error: null,
    details: null,
    diagnostics: null,
  })
  const { registration } = world.simulator.world
  const answer = await stored()
  expect(answer).toMatchObject({
    check: checked,
    displayName: registration.displayName,
    permissionSummary: { hasDirectoryRead: true, hasOrganizationRead: true, totalPermissions: 4 },
    portalUrl: `https://portal.azure.com/#view/Microsoft_AAD_RegisteredApps/ApplicationMenuBlade/~/CallAnAPI/appId/${registration.clientId}`,
  })
  expect(answer.permissions.slice(0, 4)).toMatchObject(
    GRANTED.map((value) => ({ value, kind: 'required', isGranted: true, proof: 'proven' })),
  )
  expect(answer.grantedPermissions).toContain('7ab1d382-f21e-4acd-a863-ba3e13f7da61')
  expect(answer.requiredResourceAccess[0]?.resourceAccess).toContainEqual({
    id: '7ab1d382-f21e-4acd-a863-ba3e13f7da61',
    type: 'Role',
  })
  for (const { id, value } of answer.permissions)
    expect(answer.permissionDefinitions[String(id)]?.value).toBe(value)
  const { credentialExpiresAt, lastSuccessAt } = await viewer.call(getAzureConfig, {})
  // One definition: when Microsoft issued the last token of the own directory.
  expect(checked.lastSuccessfulToken).toBe(lastSuccessAt)
  expect(Date.parse(String(lastSuccessAt))).toBeLessThanOrEqual(Date.parse(checked.checkedAt))
  expect(Date.parse(String(credentialExpiresAt))).toBeGreaterThan(world.clock.now().getTime())
})

test('success keeps the local sign-in closed, as a sign-in at Microsoft does', async () => {
  const { db } = world.database.handle
  await db
    .updateTable('microsoftConnection')
    .set({ lastSignInAt: null, lastSuccessAt: null })
    .execute()
  world.simulator.faults.add('secret-expired')
  await check()
  expect(await connection()).toMatchObject({ lastSignInAt: null, lastSuccessAt: null })
  world.simulator.faults.clear()
  world.clock.advance({ minutes: 1 })
  const { checkedAt } = await check()
  const { lastSignInAt, lastSuccessAt } = await connection()
  expect(lastSignInAt?.getTime()).toBeGreaterThanOrEqual(Date.parse(checkedAt))
  expect(lastSuccessAt).not.toBeNull()
})

test.each<[FaultName, FaultOptions, string, string, RegExp]>([
  [
    'wrong-secret',
    {},
    'INVALID_CLIENT_SECRET',
    'Please verify your client secret in Azure Portal.',
    /^The client secret is wrong, or its ID .*\. AADSTS7000215, HTTP 401/u,
  ],
  [
    'secret-expired',
    {},
    'INVALID_CLIENT_SECRET',
    'Please verify your client secret in Azure Portal.',
    /^The client secret has expired\. Create .*\. AADSTS7000222/u,
  ],
  ['app-disabled', {}, 'APP_DISABLED', 'The application is disabled', /AADSTS7000112/u],
  [
    'access-blocked',
    {},
    'APP_DISABLED',
    'Conditional Access of this directory blocks the application. Allow',
    /AADSTS53003/u,
  ],
  ['consent-withdrawn', {}, 'CONSENT_REQUIRED', CONSENT_MISSING, /AADSTS7000229/u],
  [
    'roles-removed',
    {},
    'CONSENT_REQUIRED',
    CONSENT_MISSING,
    /^The token holds no application permission/u,
  ],
  [
    'cross-cloud',
    {},
    'INTERNAL',
    'The directory is in another national cloud. Compare',
    /^AADSTS900432/u,
  ],
  [
    'tenant-throttled',
    { seconds: 600 },
    'THROTTLED',
    'Microsoft is throttling requests',
    /AADSTS90055/u,
  ],
  ['directory-unavailable', {}, 'UNAVAILABLE', UNABLE, /AADSTS90033/u],
  ['html-error', { paths: ['/token'] }, 'UNAVAILABLE', UNABLE, /HTTP 502/u],
  ['reset', { paths: ['/token'] }, 'UNAVAILABLE', UNABLE, /UNAVAILABLE|[A-Z_]{5,}/u],
])('%s of the token', async (name, options, error, message, details) => {
  await check()
  world.clock.advance({ minutes: 1 })
  world.simulator.faults.add(name, options)
  const checked = await check()
  expect(checked).toMatchObject({ status: 'fail', error })
  expect(checked.message).toContain(message)
  expect(checked.details).toMatch(details)
  expect(checked.details).not.toMatch(/Trace|Timestamp|Harbor Lane|https?:/u)
  expect(checked.diagnostics?.path).toMatch(/\/oauth2\/v2\.0\/token$/u)
  // What was known of the registration stays, and so does when it last worked.
  const answer = await stored()
  expect(answer.check).toEqual(checked)
  expect(answer.displayName).toBe('Tenantscope')
  expect(checked.lastSuccessfulToken).not.toBeNull()
  const isGranted = error !== 'CONSENT_REQUIRED'
  expect(answer.permissionSummary.hasDirectoryRead).toBe(isGranted)
})

test.each([
  ['clientId', /^The application is not present in this directory\. .* AADSTS700016/u],
  ['tenantId', /^This directory does not exist, .* AADSTS90002/u],
] as const)('a %s that Microsoft does not know', async (field, details) => {
  const { db } = world.database.handle
  const before = await connection()
  const changed = { [field]: '12121212-0000-4000-8000-000000000000', version: before.version + 1 }
  await db.updateTable('microsoftConnection').set(changed).execute()
  try {
    // Nothing that another connection found out is shown.
    expect(await stored()).toMatchObject({ check: null, displayName: null, permissions: [] })
    expect(await check()).toMatchObject({
      status: 'fail',
      error: 'APP_NOT_FOUND',
      message: 'Please verify your client ID and tenant ID.',
      details: expect.stringMatching(details) as unknown,
    })
  } finally {
    const { clientId, tenantId } = before
    const back = { clientId, tenantId, version: before.version + 2 }
    await db.updateTable('microsoftConnection').set(back).execute()
  }
})

describe('what the token lacks', () => {
  test('a required permission: partial, and named', async () => {
    own().roles = GRANTED.filter((role) => role !== 'Policy.Read.All')
    expect(await check()).toMatchObject({
      status: 'partial',
      error: 'PERMISSION_MISSING',
      message: 'Not granted: Policy.Read.All.',
      details: 'Policy.Read.All: not in the token.',
    })
    expect(await rowOf('Policy.Read.All')).toMatchObject({ isGranted: false, proof: 'notTried' })
  })

  test('the critical one: fail', async () => {
    own().roles = ['User.Read.All']
    const checked = await check()
    expect(checked).toMatchObject({ status: 'fail', error: 'PERMISSION_MISSING' })
    expect(checked.message).toContain('Not granted: Directory.Read.All')
    expect(checked.lastSuccessfulToken).not.toBeNull()
  })

  test('the roles of people do not matter here', async () => {
    world.simulator.faults.add('roles-unclaimed')
    expect(await check()).toMatchObject({ status: 'success' })
  })
})

describe('what the token holds beyond that', () => {
  test('is named as more than needed or unknown, and hides nothing', async () => {
    own().roles.push('Mail.Send', 'Quantum.Read.All')
    const { permissions, check: checked, permissionSummary } = await refreshed()
    expect(checked?.status).toBe('success')
    expect(permissionSummary.totalPermissions).toBe(6)
    const named = new Map(permissions.map((each) => [each.value, each]))
    expect(named.get('Mail.Send')).toMatchObject({ kind: 'moreThanNeeded', isGranted: true })
    expect(named.get('Mail.Send')?.reason).toContain('only reads. Remove it')
    expect(named.get('Quantum.Read.All')).toMatchObject({ kind: 'unknown', id: null })
  })

  test('is proven too where it is optional', async () => {
    own().roles.push('Reports.Read.All', 'AuditLog.Read.All', 'DelegatedAdminRelationship.Read.All')
    const { permissions } = await refreshed()
    const optional = permissions.filter(({ kind }) => kind === 'optional')
    expect(optional.map(({ proof }) => proof)).toEqual(['proven', 'proven', 'proven'])
  })
})

test.each<[FaultName, string]>([
  ['throttle-silent', 'THROTTLED'],
  ['html-error', 'UNAVAILABLE'],
  ['no-answer', 'UNAVAILABLE'],
])('%s of Graph proves nothing and is not reported as a success', async (name, error) => {
  world.simulator.faults.add(name)
  const { permissions, check: checked } = await refreshed()
  expect(checked).toMatchObject({ status: 'partial', error })
  expect(checked?.message).toContain('Directory.Read.All is not proven')
  for (const { isGranted, proof } of permissions.slice(0, 4))
    expect([isGranted, proof]).toEqual([true, 'inconclusive'])
})

describe('a fresh answer', () => {
  test('uses a new token, and the stored one is as it was', async () => {
    own().roles = ['Directory.Read.All']
    await check()
    own().roles = [...GRANTED]
    world.clock.advance({ minutes: 1 })
    expect((await stored()).permissionSummary.hasOrganizationRead).toBe(false)
    expect((await refreshed()).permissionSummary.hasOrganizationRead).toBe(true)
    expect((await stored()).permissionSummary.hasOrganizationRead).toBe(true)
  })

  test('that many ask for at once is asked of Microsoft once', async () => {
    const before = world.simulator.counters.read().tokenRequests
    const answers = await Promise.all(Array.from({ length: 12 }, check))
    expect(new Set(answers.map(({ checkedAt }) => checkedAt)).size).toBe(1)
    expect(world.simulator.counters.read().tokenRequests).toBe(before + 1)
  })

  test('some seconds after a check is a new check, with its own time', async () => {
    const first = await check()
    own().roles = ['Directory.Read.All']
    const second = await refreshed()
    expect(second.permissionSummary.hasOrganizationRead).toBe(false)
    expect(Date.parse(second.check!.checkedAt)).toBeGreaterThan(Date.parse(first.checkedAt))
  })

  test('a later token counts in the stored check too', async () => {
    const { check: before } = await refreshed()
    world.clock.advance({ minutes: 5 })
    await world.refresh(await world.signIn('admin'))
    const { check: after } = await stored()
    expect(Date.parse(after!.lastSuccessfulToken!)).toBeGreaterThan(
      Date.parse(before!.lastSuccessfulToken!),
    )
    expect(after!.lastSuccessfulToken).toBe((await viewer.call(getAzureConfig, {})).lastSuccessAt)
  })

  test('shows in the tenants list at once', async () => {
    const admin = await world.signIn('admin')
    await world.refresh(admin)
    own().roles = ['Directory.Read.All', 'User.Read.All', 'Policy.Read.All']
    world.clock.advance({ minutes: 1 })
    await check()
    const { tenants } = await admin.call(listTenants, {})
    const partner = tenants.find(({ isPartnerTenant }) => isPartnerTenant)
    expect(partner?.missingPermissions).toEqual(['Organization.Read.All'])
  })
})

describe('after each discovery', () => {
  test('the connection is checked by itself, so that an end of the secret is known', async () => {
    const { db } = world.database.handle
    await db.deleteFrom('connectionChecks').execute()
    const run = await world.refresh(await world.signIn('admin'))
    expect(run.state).not.toBe('failed')
    await expect.poll(async () => (await stored()).check?.status).toBe('success')
  })

  test('a check that cannot be kept does not spoil the refresh', async () => {
    const { handle } = world.database
    await handle.executeSql('alter table connection_checks rename to nowhere')
    try {
      const run = await world.refresh(await world.signIn('admin'))
      expect(run.failures.map(({ code }) => code)).not.toContain('INTERNAL')
      await expect.poll(() => world.log.join('')).toContain('check-connection')
    } finally {
      await handle.executeSql('alter table nowhere rename to connection_checks')
    }
  })
})

test('no secret and no token is in an answer, in the log or in what is kept', async () => {
  world.simulator.faults.add('wrong-secret')
  const failed = await refreshed()
  world.simulator.faults.clear()
  world.clock.advance({ minutes: 1 })
  const kept = await world.database.handle.db.selectFrom('connectionChecks').selectAll().execute()
  const text = JSON.stringify([failed, await refreshed(), kept]) + world.log.join('')
  expect(text).not.toContain(world.simulator.world.registration.clientSecret)
  expect(text).not.toMatch(/eyJ[\w-]{10}|Bearer /u)
})

const idsFor = async (browser: TestBrowser) =>
  (await browser.call(getAzurePermissions, {})).tenantPermissions.map(({ tenantId }) => tenantId)

test('readers receive only their own tenants', async () => {
  const { partner, tenants } = world.simulator.world
  const customer = tenants.find(({ kind, consent }) => kind === 'csp' && consent)
  if (!customer) throw new Error('The simulated world has no customer')
  await world.refresh(await world.signIn('admin'))
  const reader = await world.signIn('viewer', { tenants: [customer.id] })
  expect(await idsFor(reader)).toEqual([TenantId.parse(customer.id)])
  expect(await idsFor(viewer)).toEqual([])
  expect(await idsFor(await world.signIn('admin'))).toContain(partner.id)
})

const verifying = async (browser: TestBrowser) =>
  (await browser.call(getAzurePermissions, {})).verifying

test('tenants whose consent is on its way are counted for those who may see them', async () => {
  const { db } = world.database.handle
  const admin = await world.signIn('admin')
  await world.refresh(admin)
  expect(await verifying(admin)).toBe(0)
  const { id: createdByUserId } = await db
    .selectFrom('users')
    .select('id')
    .executeTakeFirstOrThrow()
  const now = world.clock.now()
  await db
    .insertInto('consents')
    .values({
      id: '12121212-0000-4000-8000-000000000001',
      kind: 'interactive',
      state: 'propagating',
      stateHash: 'a hash',
      tenantId: world.simulator.world.partner.id,
      createdByUserId,
      clientId: world.simulator.world.registration.clientId,
      createdBy: 'admin',
      createdAt: now,
      expiresAt: now,
    })
    .execute()
  expect(await verifying(admin)).toBe(1)
  expect(await verifying(viewer)).toBe(0)
  await db.updateTable('consents').set({ state: 'succeeded' }).execute()
  expect(await verifying(admin)).toBe(0)
})

test('without a connection there is nothing to check, and the answer says what to do', async () => {
  const { db } = world.database.handle
  const before = await db.selectFrom('microsoftConnection').selectAll().execute()
  await db.deleteFrom('microsoftConnection').execute()
  try {
    for (const input of [checkConsent, getAzurePermissions]) {
      const query = input === getAzurePermissions ? { query: { refresh: 'true' } } : {}
      const { status, body } = await viewer.refusal(input, query)
      expect([status, body.code, body.message]).toEqual([
        409,
        'CONFLICT',
        'Azure configuration not found. Please configure Azure settings first.',
      ])
    }
    expect(await stored()).toMatchObject({ appId: null, portalUrl: null, check: null })
  } finally {
    await db.insertInto('microsoftConnection').values(before).execute()
  }
})

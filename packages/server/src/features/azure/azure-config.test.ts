import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import {
  CONFIGURED_MARKER,
  getAzureConfig,
  getConnectionRefusal,
  getRedirectUri,
  saveAzureConfig,
} from '@tenantscope/contract/azure'
import type { AzureConfigInput } from '@tenantscope/contract/azure'
import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'
import { getSyncRun } from '@tenantscope/contract/sync'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { newCertifiedKey } from '../../testing/certificates.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { PUBLIC_URL, guidOf } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'tenantscope-federation-'))
const tokenFile = path.join(directory, 'token')
const certified = newCertifiedKey({ commonName: 'Tenantscope' })
const certificatePem = certified.privateKeyPem + certified.certificatePem
const TOKEN = { paths: ['/oauth2/v2.0/token'] }
const OTHER_SECRETS = 'one two three four before second third another first-secret'.split(' ')

let app: RefreshWorld
let admin: TestBrowser

beforeAll(async () => {
  writeFileSync(tokenFile, 'a.federated.token')
  const environment = { MICROSOFT_FEDERATED_TOKEN_FILE: tokenFile }
  app = await createRefreshWorld({ tenants: 1, users: 2, environment })
  app.simulator.world.registration.moreSecrets.push(...OTHER_SECRETS)
})
beforeEach(async () => {
  await runsToEnd()
  await app.reset()
  app.simulator.faults.clear()
  admin = await app.signIn('admin')
})
afterAll(async () => {
  await runsToEnd()
  await app.close()
  rmSync(directory, { recursive: true })
})

const db = () => app.database.handle.db
const runs = () => db().selectFrom('syncRuns').selectAll().execute()
/** What was saved; not when Microsoft last answered, which a run may write meanwhile. */
const stored = () =>
  db()
    .selectFrom('microsoftConnection')
    .select(['clientId', 'tenantId', 'cloud', 'version', 'updatedBy', 'updatedAt'])
    .select(['credentialKind', 'sealedClientSecret', 'certificatePem', 'sealedPrivateKey'])
    .execute()
const audited = () =>
  db()
    .selectFrom('securityAuditLog')
    .select(['type', 'action', 'changedBy', 'oldValue', 'newValue', 'details', 'ipAddress'])
    .where('type', '=', 'settings')
    .orderBy('id')
    .execute()

async function runsToEnd(): Promise<void> {
  await vi.waitFor(async () => {
    for (const { state } of await runs()) expect(state).toMatch(/^(?:succeeded|partial|failed)$/u)
  }, 25_000)
}

function valid(): AzureConfigInput & { clientSecret: string } {
  const { clientId, clientSecret } = app.simulator.world.registration
  return { clientId, clientSecret, tenantId: app.simulator.world.partner.id }
}

const save = (body: Partial<AzureConfigInput>, browser = admin) =>
  browser.call(saveAzureConfig, { body: { ...valid(), ...body } })

/** The refusal by its field. */
async function refusedField(body: object) {
  const { status, body: refusal } = await admin.refusal(saveAzureConfig, {
    body: { ...valid(), clientSecret: '', ...body },
  })
  expect(status).toBe(400)
  expect(refusal.message).toBe(refusal.fields?.[0]?.message)
  return refusal.fields?.[0]
}

/** The refusal of a body with another secret. */
const unproven = async (body: Partial<AzureConfigInput> = {}) => {
  const refused = await admin.refusal(saveAzureConfig, {
    body: { ...valid(), clientSecret: 'another', ...body },
  })
  return refused.body
}

test('an empty installation shows an empty form, both redirect URIs and every cloud', async () => {
  const config = await admin.call(getAzureConfig, {}, { host: 'evil.example' })
  expect(config).toMatchObject({
    clientId: '',
    tenantId: '',
    clientSecret: '',
    cloud: 'global',
    credentialKind: 'secret',
    version: null,
    isFederationAvailable: true,
    redirectUris: {
      adminConsent: `${PUBLIC_URL}/api/admin-consent-callback`,
      signIn: `${PUBLIC_URL}/api/auth/microsoft/callback`,
    },
  })
  expect(await admin.call(getRedirectUri, {}, { host: 'evil.example' })).toEqual({
    redirectUri: config.redirectUris.adminConsent,
  })
  expect(config.clouds.map(({ name, portalUrl }) => [name, portalUrl])).toEqual([
    ['Microsoft 365 (worldwide)', 'https://portal.azure.com'],
    ['US Government (GCC High)', 'https://portal.azure.us'],
    ['US Government (DoD)', 'https://portal.azure.us'],
    ['China (21Vianet)', 'https://portal.azure.cn'],
  ])
  const lackedIn = Object.fromEntries(
    config.clouds.map(({ cloud, lacks }) => [cloud, lacks.map(({ name }) => name)]),
  )
  expect(lackedIn['global']).toEqual([])
  expect(lackedIn['china']).toContain('Delegated administration (GDAP)')
})

describe('what an administrator saves', () => {
  test('is shown to everybody without its secret, audited, and read with at once', async () => {
    const saved = await save({ version: null })
    expect(saved).toMatchObject({
      clientId: valid().clientId,
      tenantId: valid().tenantId,
      clientSecret: CONFIGURED_MARKER,
      version: 1,
    })
    const run = await admin.call(getSyncRun, { params: { runId: saved.runId! } })
    expect(run.tenants.total).toBe(1)
    // The run may have answered meanwhile.
    const { runId: _, lastSuccessAt: __, ...config } = saved
    const viewer = await app.signIn('viewer')
    expect(await viewer.call(getAzureConfig, {})).toMatchObject(config)
    expect(await audited()).toEqual([
      {
        type: 'settings',
        action: 'Microsoft connection changed',
        changedBy: saved.updatedBy,
        oldValue: null,
        newValue: JSON.stringify({
          clientId: valid().clientId,
          tenantId: valid().tenantId,
          cloud: 'global',
          credentialKind: 'secret',
        }),
        details: 'clientId, tenantId, cloud, credentialKind, clientSecret',
        ipAddress: '127.0.0.1',
      },
    ])
    await runsToEnd()
    expect((await admin.call(listTenants, {})).tenants.length).toBeGreaterThan(0)
    expect((await admin.call(getAzureConfig, {})).lastSuccessAt).not.toBeNull()
  })

  test('unchanged writes nothing and reads nothing', async () => {
    await save({})
    await runsToEnd()
    const before = await stored()
    for (const clientSecret of ['', '  ', CONFIGURED_MARKER, `${valid().clientSecret}\n`]) {
      const { runId, version } = await save({ clientSecret })
      expect({ runId, version }).toEqual({ runId: null, version: 1 })
    }
    expect(await stored()).toEqual(before)
    expect(await audited()).toHaveLength(1)
    expect(await runs()).toHaveLength(1)
  })

  test('starts a run of its own even while one with the old connection is under way', async () => {
    app.simulator.faults.add('latency', { seconds: 1 })
    const first = await save({ clientSecret: 'one' })
    const second = await save({})
    app.simulator.faults.clear()
    expect(second.runId).not.toBe(first.runId)
    expect(second.version).toBe(2)
    await runsToEnd()
    expect((await admin.call(getSyncRun, { params: { runId: second.runId! } })).state).toBe(
      'succeeded',
    )
  })

  test('only the secret changed: the trail says so and holds neither', async () => {
    await save({ clientSecret: 'first-secret' })
    await save({})
    const [, second] = await audited()
    expect(second).toMatchObject({ details: 'clientSecret', oldValue: second!.newValue })
    const trail = JSON.stringify(await audited())
    expect(trail).not.toContain('first-secret')
    expect(trail).not.toContain(valid().clientSecret)
  })

  test('another directory takes the partner’s place, and a sign-in at the old one counts no more', async () => {
    await save({})
    await runsToEnd()
    const lastSignInAt = app.clock.now()
    const signIns = () =>
      db().selectFrom('microsoftConnection').select('lastSignInAt').executeTakeFirst()
    await db().updateTable('microsoftConnection').set({ lastSignInAt }).execute()
    await save({ clientSecret: 'another' })
    expect(await signIns()).toEqual({ lastSignInAt })
    const old = valid().tenantId
    const other = app.simulator.world.tenants.find(
      ({ kind, consent }) => kind === 'csp' && consent !== null,
    )!.id
    await save({ tenantId: other })
    // It locks no user out: no user could sign in there yet.
    expect(await signIns()).toEqual({ lastSignInAt: null })
    await runsToEnd()
    const tenants = await db().selectFrom('tenants').select(['id', 'isPartnerTenant']).execute()
    expect(tenants.filter(({ isPartnerTenant }) => isPartnerTenant)).toEqual([
      { id: other, isPartnerTenant: true },
    ])
    expect(tenants.map(({ id }) => id)).toContain(old)
    expect((await admin.call(listTenants, {})).tenants.length).toBe(tenants.length)
  })
})

describe('a blank secret keeps the stored one', () => {
  test.each(['', '   ', CONFIGURED_MARKER, undefined])('sent as %j', async (clientSecret) => {
    await save({})
    const [before] = await stored()
    const body = { ...valid(), clientSecret, version: 1 }
    expect(await admin.call(saveAzureConfig, { body })).toMatchObject({ runId: null, version: 1 })
    expect((await stored())[0]!.sealedClientSecret).toBe(before!.sealedClientSecret)
  })

  test.each([
    ['client id', { clientId: guidOf(7) }],
    ['directory', { tenantId: guidOf(7) }],
    ['cloud', { cloud: 'usgov' }],
  ])('but not for another %s', async (_, change) => {
    await save({})
    const before = await stored()
    const expected = { field: 'body.clientSecret', message: 'Client Secret is required' }
    expect(await refusedField(change)).toEqual(expected)
    expect(await refusedField({ ...change, clientSecret: CONFIGURED_MARKER })).toEqual(expected)
    expect(await stored()).toEqual(before)
  })

  test('but not where none is stored', async () => {
    expect(await refusedField({})).toEqual({
      field: 'body.clientSecret',
      message: 'Client Secret is required',
    })
    expect(await stored()).toEqual([])
  })

  test('but not when a certificate was used since', async () => {
    await save({})
    await runsToEnd()
    app.simulator.faults.add('unavailable', TOKEN)
    const certificate = { credentialKind: 'certificate', certificatePem } as const
    await save({ ...certificate, clientSecret: '', saveUnproven: true })
    app.simulator.faults.clear()
    const change = { credentialKind: 'secret' }
    expect((await refusedField(change))?.field).toBe('body.clientSecret')
    expect((await stored())[0]!.sealedClientSecret).toBeNull()
  })
})

describe('a certificate', () => {
  // Signed assertions have the machine's time, which is not that of this simulated Microsoft.
  const asCertificate = {
    credentialKind: 'certificate',
    clientSecret: '',
    saveUnproven: true,
  } as const
  beforeEach(() => void app.simulator.faults.add('unavailable', TOKEN))
  afterEach(() => app.simulator.faults.clear())

  test('is shown by what the portal shows, with its end; its key is sealed', async () => {
    const saved = await save({ ...asCertificate, certificatePem })
    expect(saved).toMatchObject({
      clientSecret: '',
      credentialKind: 'certificate',
      certificate: { subject: 'CN=Tenantscope', expiresAt: '2049-01-01T00:00:00.000Z' },
      credentialExpiresAt: '2049-01-01T00:00:00.000Z',
    })
    const [row] = await stored()
    expect(row!.certificatePem).toBe(certified.certificatePem)
    expect(row!.sealedPrivateKey).toMatch(/^v1\./u)
    expect((await audited())[0]!.newValue).toContain(saved.certificate!.thumbprint)
    expect(JSON.stringify(await audited())).not.toContain('BEGIN')
    expect(await save({ ...asCertificate, version: 1 })).toMatchObject({ runId: null })
  })

  test.each([
    ['client id', { clientId: guidOf(7) }],
    ['directory', { tenantId: guidOf(7) }],
    ['cloud', { cloud: 'china' }],
  ])('has to be uploaded again for another %s', async (_, change) => {
    await save({ ...asCertificate, certificatePem })
    expect(await refusedField({ ...asCertificate, ...change })).toEqual({
      field: 'body.certificatePem',
      message: 'Upload the certificate again, together with its private key',
    })
  })

  test('that cannot be used is refused with the reason, and nothing is written', async () => {
    const { privateKeyPem } = newCertifiedKey()
    for (const [pem, message] of [
      [certified.certificatePem, /^The private key is missing/u],
      [certified.certificatePem + privateKeyPem, /do not match/u],
      ['0\u0082\u0001PFX', /not PEM/u],
    ] as const) {
      const refused = await refusedField({ ...asCertificate, certificatePem: pem })
      expect(refused?.field).toBe('body.certificatePem')
      expect(refused?.message).toMatch(message)
    }
    expect(await stored()).toEqual([])
  })

  test('that is sent without a kind is meant as one', async () => {
    const { clientId, tenantId } = valid()
    const body = { clientId, tenantId, certificatePem, saveUnproven: true }
    expect(await admin.call(saveAzureConfig, { body })).toMatchObject({
      credentialKind: 'certificate',
    })
  })
})

test('a connection that repeats a version, as after a restore, is used at once', async () => {
  app.simulator.faults.add('unavailable', TOKEN)
  await save({ clientSecret: 'mistyped', saveUnproven: true })
  app.simulator.faults.clear()
  await runsToEnd()
  await db().deleteFrom('microsoftConnection').execute()
  await save({})
  await runsToEnd()
  expect((await runs()).map(({ state }) => state).toSorted()).toEqual(['failed', 'succeeded'])
})

test('federated tokens are stored as a choice and nothing else', async () => {
  writeFileSync(tokenFile, await app.simulator.identity.issueAssertion())
  const saved = await save({ credentialKind: 'federated', clientSecret: '' })
  expect(saved).toMatchObject({ credentialKind: 'federated', clientSecret: '', certificate: null })
  expect(await stored()).toMatchObject([{ sealedClientSecret: null, sealedPrivateKey: null }])
  expect(JSON.stringify(saved)).not.toContain(tokenFile)
})

test('the expiry date from the directory is shown while the connection is unchanged', async () => {
  await save({})
  const credentialExpiresAt = new Date('2026-12-24T12:00:00Z')
  const check = { checkedAt: app.clock.now(), result: '{}', permissions: '[]' }
  await db()
    .insertInto('connectionChecks')
    .values({ ...check, connectionVersion: 1, appDisplayName: null, credentialExpiresAt })
    .execute()
  expect(await admin.call(getAzureConfig, {})).toMatchObject({
    credentialExpiresAt: '2026-12-24T12:00:00.000Z',
  })
  await save({ clientSecret: 'another' })
  expect(await admin.call(getAzureConfig, {})).toMatchObject({ credentialExpiresAt: null })
})

describe('a new connection is proven before it replaces the old one', () => {
  test('a refused credential leaves everything as it was, and the field is named', async () => {
    await save({})
    await runsToEnd()
    const before = [await stored(), await audited(), await runs()]
    const refused = await refusedField({ clientSecret: 'mistyped' })
    expect(refused).toEqual({
      field: 'body.clientSecret',
      message:
        'Microsoft refused it, so the connection was not changed. The client secret is wrong, or its ID was entered in place of its value. Create a client secret in the app registration and save its value under Azure Configuration.',
    })
    expect([await stored(), await audited(), await runs()]).toEqual(before)
    expect((await admin.call(getConnectionRefusal, {})).refusal).toBeNull()
    const run = await app.refresh(admin)
    expect(run.failures).toEqual([])
  })

  test.each<[object, string]>([
    [{ clientId: guidOf(7), clientSecret: 'one' }, 'body.clientId'],
    [{ tenantId: guidOf(7), clientSecret: 'one' }, 'body.tenantId'],
  ])('%j is refused at %s', async (change, field) => {
    await save({})
    const before = await stored()
    expect((await refusedField(change))?.field).toBe(field)
    expect(await stored()).toEqual(before)
  })

  test('a wrong certificate and a disabled application are named at their fields', async () => {
    const { privateKeyPem, certificatePem: other } = newCertifiedKey()
    const wrong = { credentialKind: 'certificate', certificatePem: privateKeyPem + other } as const
    expect((await refusedField(wrong))?.field).toBe('body.certificatePem')
    app.simulator.faults.add('app-disabled')
    const { clientSecret } = valid()
    expect((await refusedField({ clientSecret }))?.field).toBe('body.clientId')
    expect(await stored()).toEqual([])
  })

  test('missing consent is no obstacle: it is granted after saving, and named until then', async () => {
    app.simulator.faults.add('roles-removed', { tenantId: valid().tenantId })
    await save({})
    expect((await admin.call(getConnectionRefusal, {})).refusal?.cause).toBe('consentMissing')
    expect((await audited())[0]?.details).not.toContain('without a proof')
  })

  test('what Microsoft could not prove is saved only when that was confirmed', async () => {
    await save({})
    await runsToEnd()
    const before = await stored()
    app.simulator.faults.add('unavailable', TOKEN)
    expect(await unproven()).toMatchObject({ code: 'CONNECTION_UNPROVEN' })
    expect(await stored()).toEqual(before)
    await save({ clientSecret: 'another', saveUnproven: true })
    expect(await stored()).toMatchObject([{ version: 2 }])
    expect((await audited())[1]?.details).toBe('clientSecret, saved without a proof')
    app.simulator.faults.clear()
  })

  test('a credential that Microsoft refuses is not saved by a confirmation either', async () => {
    await save({})
    const { code } = await unproven({ clientSecret: 'mistyped', saveUnproven: true })
    expect(code).toBe('BAD_REQUEST')
    expect(await stored()).toMatchObject([{ version: 1 }])
  })
})

describe('of two who change it', () => {
  test('the second write, with the old version, reports the first writer, and nothing is written', async () => {
    const { version } = await save({})
    const { updatedBy, updatedAt } = await save({ clientSecret: 'second', version })
    const before = await stored()
    const { status, body } = await admin.refusal(saveAzureConfig, {
      body: { ...valid(), clientSecret: 'third', version },
    })
    const message = `changed by ${updatedBy} at ${updatedAt}`
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 409,
      code: 'CONFLICT',
      message,
    })
    expect(body.changed).toEqual({ by: updatedBy, at: updatedAt })
    expect(await stored()).toEqual(before)
    expect(await audited()).toHaveLength(2)
  })

  test.each([
    ['where none is stored', null],
    ['where one is stored', 1],
  ])('at one moment exactly one wins, %s', async (_, version) => {
    if (version !== null) await save({ clientSecret: 'before' })
    const before = await audited()
    const answers = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((clientSecret) => save({ clientSecret, version })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stored()).toMatchObject([{ version: (version ?? 0) + 1 }])
    expect(await audited()).toHaveLength(before.length + 1)
  })

  test('a body without a version is taken as it is', async () => {
    await save({ clientSecret: 'one' })
    expect(await save({ clientSecret: 'two' })).toMatchObject({ version: 2 })
  })
})

describe('who may not', () => {
  test.each(['viewer', 'technician'] as const)('a %s reads it and cannot write', async (role) => {
    await save({})
    const browser = await app.signIn(role)
    expect(await browser.call(getAzureConfig, {})).toMatchObject({
      clientSecret: CONFIGURED_MARKER,
    })
    expect((await browser.refusal(saveAzureConfig, { body: valid() })).status).toBe(403)
  })

  test('an administrator whose sign-in is too old', async () => {
    app.clock.advance({ minutes: FRESH_SIGN_IN_MINUTES + 1 })
    const { status, body } = await admin.refusal(saveAzureConfig, { body: valid() })
    expect([status, body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect(await stored()).toEqual([])
  })
})

test.each([
  ['clientId', '', 'Client ID is required'],
  ['tenantId', ' ', 'Tenant ID is required'],
  [
    'tenantId',
    'contoso.example',
    'Enter the Directory (Tenant) ID as the portal shows it, like 00000000-0000-0000-0000-000000000000',
  ],
])('%s %j is refused in words', async (name, value, message) => {
  expect(await refusedField({ [name]: value })).toEqual({ field: `body.${name}`, message })
})

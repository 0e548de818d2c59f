import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { AzureConfigInput } from '@tenantscope/contract/azure'
import { RunId } from '@tenantscope/contract/ids'
import { createLocalLeases } from '@tenantscope/graph-client/leases'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { recordFingerprints, resolveKeyRing } from '../../db/key-ring.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createSealer } from '../../lib/seal.ts'
import { SecretKeyRefused } from '../../lib/secret-key.ts'
import { newCertifiedKey } from '../../testing/certificates.ts'
import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { guidOf } from '../../testing/test-app.ts'
import { createAuditLogRepo } from '../audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../audit-log/audit-log.service.ts'
import { createAzureConfigService } from './azure-config.service.ts'
import { createAzureRepo } from './azure.repo.ts'
import { createAzureService } from './azure.service.ts'
import { createMicrosoftAccess } from './microsoft-access.service.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE }
const clock = { now: () => new Date() }
const onChanged = vi.fn(() => Promise.resolve(RunId.parse(guidOf(1))))
const directory = mkdtempSync(path.join(tmpdir(), 'tenantscope-credentials-'))
const tokenFile = path.join(directory, 'token')
const newKey = (): string => randomBytes(32).toString('base64')

let simulator: Simulator
let database: TestDatabase
let transport: Transport
let certificatePem: string

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 1, users: 2 })
  database = await createTestDatabase()
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  const registered = await simulator.identity.certificate()
  certificatePem = registered.certificatePem + registered.privateKeyPem
})
beforeEach(async () => {
  await database.truncate()
  simulator.faults.clear()
  rmSync(tokenFile, { force: true })
})
afterAll(async () => {
  await transport.close()
  await database.close()
  await simulator.close()
  rmSync(directory, { recursive: true })
})

/** A process with these keys, as it starts. */
async function startProcess(secretKey = newKey(), federatedTokenFile: string | null = tokenFile) {
  const log: string[] = []
  const { handle, dataDir } = database
  const keyRing = await resolveKeyRing(handle, { secretKey, dataDir })
  await recordFingerprints(handle, keyRing)
  const sealer = createSealer(keyRing)
  const repo = createAzureRepo(handle.db)
  const azure = createAzureService({ repo, sealer, clock, federatedTokenFile })
  const leases = createLocalLeases(clock)
  const microsoft = createMicrosoftAccess({
    azure,
    transport,
    clock,
    sleep: () => Promise.resolve(),
    leases,
    onRequest: () => undefined,
  })
  const config = createAzureConfigService({
    repo,
    microsoft,
    sealer,
    auditLog: createAuditLogService({ repo: createAuditLogRepo(handle.db), clock }),
    clock,
    publicUrl: new URL('https://scope.example.com'),
    isFederationAvailable: federatedTokenFile !== null,
    onChanged,
    logger: pino({}, { write: (line) => log.push(line) }),
  })
  const { clientId } = simulator.world.registration
  const tenantId = simulator.world.partner.id
  return {
    azure,
    microsoft,
    log,
    save: (input: Partial<AzureConfigInput>) => config.save({ clientId, tenantId, ...input }, BY),
    token: async () => (await microsoft.current())?.tokens.tokenFor(tenantId),
  }
}

const secret = () => ({ clientSecret: simulator.world.registration.clientSecret })
const sealed = () =>
  database.handle.db
    .selectFrom('microsoftConnection')
    .select(['sealedClientSecret', 'sealedPrivateKey', 'version'])
    .executeTakeFirstOrThrow()

test('saved settings are stored and returned, even if no run could start with them', async () => {
  const { save, log } = await startProcess()
  onChanged.mockRejectedValueOnce(new Error('no connection to the queue'))
  expect(await save(secret())).toMatchObject({ version: 1, runId: null })
  expect((await sealed()).version).toBe(1)
  expect(log.join('')).toContain('starting a refresh with the changed connection failed')
})

test('what worked with the connection before a change says nothing of the one after it', async () => {
  const { save, azure } = await startProcess()
  await save(secret())
  const { version } = await sealed()
  simulator.world.registration.moreSecrets.push('another')
  await save({ clientSecret: 'another' })
  await database.handle.db.updateTable('microsoftConnection').set({ lastSuccessAt: null }).execute()
  await azure.recordToken(version, null)
  await azure.recordSignIn(version)
  expect(await times()).toEqual({ lastSuccessAt: null, lastSignInAt: null })
  await azure.recordToken(version + 1, null)
  await azure.recordSignIn(version + 1)
  expect(Object.values(await times())).not.toContain(null)
})

const times = () =>
  database.handle.db
    .selectFrom('microsoftConnection')
    .select(['lastSuccessAt', 'lastSignInAt'])
    .executeTakeFirstOrThrow()

describe('the app registration proves itself', () => {
  test('with a secret', async () => {
    const { save, token } = await startProcess()
    await save(secret())
    expect((await token())?.roles).toContain('Directory.Read.All')
  })

  test('with an uploaded certificate', async () => {
    const { save, token } = await startProcess()
    await save({ certificatePem })
    expect((await token())?.roles).toContain('Directory.Read.All')
  })

  test('not with a certificate that the registration does not know', async () => {
    const { save, token } = await startProcess()
    await save(secret())
    const other = newCertifiedKey()
    await expect(
      save({ certificatePem: other.certificatePem + other.privateKeyPem }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fields: [{ field: 'body.certificatePem' }],
    })
    expect((await token())?.roles).toContain('Directory.Read.All')
  })

  test('with the federated token that the file holds at that moment', async () => {
    const { save, token, microsoft } = await startProcess()
    await expect(save({ credentialKind: 'federated' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fields: [{ field: 'body.credentialKind' }],
    })
    writeFileSync(tokenFile, await simulator.identity.issueAssertion())
    await save({ credentialKind: 'federated' })
    writeFileSync(tokenFile, await simulator.identity.issueAssertion({ subject: 'unknown' }))
    await expect(token()).rejects.toMatchObject({ microsoftCode: 'AADSTS700213' })
    writeFileSync(tokenFile, `${await simulator.identity.issueAssertion()}\n`)
    expect((await token())?.roles).toContain('Directory.Read.All')
    writeFileSync(tokenFile, '')
    const connected = await microsoft.current()
    connected?.tokens.forgetAll()
    await expect(token()).rejects.toMatchObject({ code: 'INVALID_CLIENT_SECRET' })
  })

  test('federated tokens cannot be chosen where the environment names no file', async () => {
    const { save } = await startProcess(newKey(), null)
    await expect(save({ credentialKind: 'federated' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      fields: [{ field: 'body.credentialKind' }],
    })
  })
})

test('another process applies a change without a notification, and drops its tokens', async () => {
  const key = newKey()
  const [first, second] = [await startProcess(key), await startProcess(key)]
  const { moreSecrets } = simulator.world.registration
  moreSecrets.push('removed later')
  await first.save({ clientSecret: 'removed later' })
  moreSecrets.length = 0
  await expect(second.token()).rejects.toMatchObject({ code: 'INVALID_CLIENT_SECRET' })
  await first.save(secret())
  const before = await second.token()
  expect(await second.token()).toBe(before)
  await first.save({ certificatePem })
  expect(await second.token()).not.toBe(before)
})

describe('with a new key before the old one', () => {
  test.each([
    ['secret', 'sealedClientSecret', secret],
    ['private key', 'sealedPrivateKey', () => ({ certificatePem })],
  ] as const)('a sealed %s opens, and saving seals it again', async (_, column, credential) => {
    const [oldKey, nextKey] = [newKey(), newKey()]
    const { save } = await startProcess(oldKey)
    await save(credential())
    const before = await sealed()
    const rotated = await startProcess(`${nextKey},${oldKey}`)
    expect(await rotated.token()).toBeDefined()

    const { runId } = await rotated.save({})
    const after = await sealed()
    expect({ runId, version: after.version }).toEqual({ runId: null, version: 1 })
    expect(after[column]).not.toBe(before[column])
    expect(await (await startProcess(nextKey)).token()).toBeDefined()
  })
})

test.each([
  ['secret', secret],
  ['private key', () => ({ certificatePem })],
])(
  'a wrong key ends the start before anything of a sealed %s is written',
  async (_, credential) => {
    const { save } = await startProcess()
    await save(credential())
    const before = await sealed()
    const other = newKey()
    await expect(startProcess(other)).rejects.toThrow(SecretKeyRefused)
    await expect(startProcess(other)).rejects.toThrow('does not contain')
    expect(await sealed()).toEqual(before)
  },
)

test('what was sealed as a secret does not open as a private key', async () => {
  const { save, azure } = await startProcess()
  await save(secret())
  const { sealedClientSecret } = await sealed()
  await database.handle.db
    .updateTable('microsoftConnection')
    .set({
      credentialKind: 'certificate',
      sealedPrivateKey: sealedClientSecret,
      certificatePem: newCertifiedKey().certificatePem,
    })
    .execute()
  await expect(azure.currentWithCredential()).rejects.toThrow('belongs to another purpose')
})

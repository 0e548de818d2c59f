import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

import { saveAzureConfig } from '@tenantscope/contract/azure'
import type { AzureConfigInput } from '@tenantscope/contract/azure'
import { endpoints } from '@tenantscope/contract/endpoints'
import { getSyncRun } from '@tenantscope/contract/sync'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { writeBackup } from '../../db/backup.ts'
import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { newCertifiedKey } from '../../testing/certificates.ts'
import { begin, choose, comeBack } from '../../testing/microsoft-page.ts'
import { PUBLIC_URL, createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { addressOf } from '../../testing/test-browser.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const directory = mkdtempSync(path.join(tmpdir(), 'tenantscope-nowhere-'))
const tokenFile = path.join(directory, 'token')
const unknown = newCertifiedKey()
const MISTYPED = 'mistyped-Q7mV2kXo9LpW4sTz'

let simulator: Simulator
let app: TestApp
let admin: TestBrowser
/** Whatever left the process, by where. */
const seen: [string, string][] = []

beforeAll(async () => {
  writeFileSync(tokenFile, 'not-yet')
  const environment = { MICROSOFT_FEDERATED_TOKEN_FILE: tokenFile }
  simulator = await startSimulator({ tenants: 1, users: 2, appUrls: [PUBLIC_URL] })
  // Runs and sign-ins both, so the clock is the real one.
  const clock = { now: () => new Date(), advance: () => undefined }
  app = await createTestApp({ simulator, environment, clock })
  const { id, displayName, userPrincipalName: username } = ada()
  const tenantId = simulator.world.partner.id
  await app.people.users.addMicrosoft(
    { tenantId, microsoftId: id, displayName, email: null, username },
    { role: 'admin', tenantAccess: 'all' },
    BY,
  )
})
afterAll(async () => {
  await app.close()
  await simulator.close()
  rmSync(directory, { recursive: true })
})

const ada = () => simulator.world.partner.people[0]!

async function note(what: string, answer: Promise<{ body: string; headers: object }>) {
  const { body, headers } = await answer
  seen.push([what, body + JSON.stringify(headers)])
  return body
}

/** Saves, waits for what it reads, and lets a person sign in with it. */
async function use(credential: Partial<AzureConfigInput>): Promise<void> {
  admin = await app.signIn('admin')
  const { clientId } = simulator.world.registration
  const body = { clientId, tenantId: simulator.world.partner.id, ...credential }
  const answer = await note('save', send(JSON.stringify(body)))
  const { runId } = saveAzureConfig.reply.parse(JSON.parse(answer))
  await vi.waitFor(async () => {
    const run = await admin.call(getSyncRun, { params: { runId: runId! } })
    expect(run.finishedAt).not.toBeNull()
    seen.push(['run', JSON.stringify(run)])
  }, 20_000)
  const browser = app.browser()
  const callback = await choose(await begin(browser), { person: ada().id })
  seen.push(['sign-in', await comeBack(browser, callback)])
}

/** A refused credential is not stored, so nothing is read and no person signs in with it. */
async function refuse(credential: Partial<AzureConfigInput>): Promise<void> {
  admin = await app.signIn('admin')
  const { clientId } = simulator.world.registration
  const body = { clientId, tenantId: simulator.world.partner.id, ...credential }
  const answer = await note('refused', send(JSON.stringify(body)))
  expect(answer).toContain('BAD_REQUEST')
}

const send = (payload: string) =>
  admin.request({
    method: 'POST',
    url: saveAzureConfig.path,
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    payload,
  })

async function askEverything(): Promise<void> {
  const parameters = { tenantId: simulator.world.partner.id, runId: 'none', viewType: 'x' }
  for (const endpoint of endpoints) {
    if (endpoint.method !== 'GET' || endpoint.kind === 'stream') continue
    const address = addressOf(endpoint, { params: parameters, query: {} })
    const headers = { 'sec-fetch-site': 'same-origin' }
    await note(endpoint.name, admin.request({ url: address, headers }))
  }
  for (const url of ['/metrics', '/api/openapi.json', '/readyz', '/livez'])
    await note(url, admin.request({ url }))
}

async function lookIntoTheDatabase(): Promise<void> {
  const { db } = app.database.handle
  const backup = path.join(directory, `${seen.length}.gz`)
  await writeBackup(db, backup, { content: () => ({ withReadings: false }) })
  seen.push(['backup', gunzipSync(readFileSync(backup)).toString('utf8')])
  const { rows } = await app.database.handle.executeSql(
    'select to_jsonb(job)::text as row from pgboss.job as job',
  )
  seen.push(['jobs', JSON.stringify(rows)])
}

/** The lines of a key that no other key has. */
const linesOf = (pem: string): string[] =>
  pem.split('\n').filter((line, index) => index > 1 && /^[\w+/=]{20,}$/u.test(line))

test('no secret, private key or assertion is stored or logged in plain text', async () => {
  const { registration } = simulator.world
  const registered = await simulator.identity.certificate()
  await refuse({ clientSecret: MISTYPED })
  await note('broken body', send(`{"clientSecret": "${registration.clientSecret}", oops`))
  await note('cut body', send(`{"clientSecret": "${registration.clientSecret}`))
  await note(
    'wrong kind',
    send(JSON.stringify({ clientSecret: { is: registration.clientSecret } })),
  )
  await use({ clientSecret: registration.clientSecret })
  simulator.faults.add('secret-expired')
  await refuse({ clientSecret: `${registration.clientSecret}.again` })
  simulator.faults.clear()

  const refused = registered.certificatePem + unknown.privateKeyPem
  const body = { clientId: registration.clientId, tenantId: simulator.world.partner.id }
  await note('refused', send(JSON.stringify({ ...body, certificatePem: refused })))
  await refuse({ certificatePem: unknown.certificatePem + unknown.privateKeyPem })
  await use({ certificatePem: registered.certificatePem + registered.privateKeyPem })
  await askEverything()
  await lookIntoTheDatabase()

  const assertion = await simulator.identity.issueAssertion()
  writeFileSync(tokenFile, assertion)
  await use({ credentialKind: 'federated' })
  await askEverything()
  await lookIntoTheDatabase()
  seen.push(['log', app.log.join('')], ['terminal', app.shown.join('')])

  const needles = [
    MISTYPED,
    registration.clientSecret,
    assertion,
    ...linesOf(unknown.privateKeyPem),
    ...linesOf(registered.privateKeyPem),
  ]
  expect(needles.length).toBeGreaterThan(40)
  const found = seen.flatMap(([where, text]) =>
    needles.filter((needle) => text.includes(needle)).map((needle) => [where, needle]),
  )
  expect(found).toEqual([])
  // That there was something to find: people came in with each right credential.
  expect(seen.filter(([what]) => what === 'sign-in').map(([, location]) => location)).toEqual([
    '/dashboard',
    '/dashboard',
    '/dashboard',
  ])
}, 90_000)

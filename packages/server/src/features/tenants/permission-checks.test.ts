import { checkTenantPermissions, getAzurePermissions } from '@tenantscope/contract/azure'
import type { TenantPermissionCheck } from '@tenantscope/contract/azure'
import { TenantId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import { createGraph } from '@tenantscope/graph-client/graph'
import { createLimiter } from '@tenantscope/graph-client/limiter'
import { createTokens } from '@tenantscope/graph-client/tokens'
import type { Tokens } from '@tenantscope/graph-client/tokens'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import type { FaultName, FaultOptions } from '@tenantscope/graph-sim/faults'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createChecksRepo } from '../azure/checks.repo.ts'
import { createChecksService } from '../azure/checks.service.ts'
import { createTenantRecordsRepo } from './tenant-records.repo.ts'
import { createTenantRecordsService } from './tenant-records.service.ts'

const REQUIRED = ['Directory.Read.All', 'Organization.Read.All', 'User.Read.All', 'Policy.Read.All']
const POLICY = 'Policy.Read.All'

let world: RefreshWorld
let technician: TestBrowser
let customer: Tenant
let transport: Transport

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 3, users: 4 })
  transport = createTransport({ microsoftEndpoint: new URL(world.simulator.url) })
  const { tenants } = world.simulator.world
  const found = tenants.find(({ kind, consent }) => kind === 'csp' && consent !== null)
  if (!found) throw new Error('The simulated world has no customer')
  customer = found
  await world.refresh(await world.signIn('admin'))
  technician = await world.signIn('technician', { tenants: [customer.id] })
})
afterAll(async () => {
  await transport.close()
  await world.close()
})
beforeEach(async () => {
  granted().roles = [...REQUIRED]
  await check()
})
afterEach(() => {
  world.simulator.faults.clear()
})

function granted() {
  if (!customer.consent) throw new Error('The customer has not consented')
  return customer.consent
}

const params = () => ({ params: { tenantId: TenantId.parse(customer.id) } })
const check = () => technician.call(checkTenantPermissions, params())
const listed = async () => {
  const [tenant] = (await technician.call(listTenants, {})).tenants
  if (!tenant) throw new Error('The technician sees no tenant')
  return tenant
}
const proofOf = ({ permissions }: TenantPermissionCheck, value: string) =>
  permissions.find((each) => each.value === value)?.proof

test('a tenant that grants everything is proven to, and what only the partner has is not asked of it', async () => {
  granted().roles.push('DelegatedAdminRelationship.Read.All')
  const checked = await check()
  expect(checked).toMatchObject({ status: 'success', error: null })
  expect(checked.permissions.slice(0, 4).map(({ value, proof }) => [value, proof])).toEqual(
    REQUIRED.map((value) => [value, 'proven']),
  )
  const delegated = checked.permissions.find(({ value }) => value.startsWith('Delegated'))
  expect(delegated).toMatchObject({
    isGranted: true,
    proof: 'notTried',
    reason: "This permission applies to the partner's own directory only.",
  })
})

test('permissions that were granted a moment ago are seen, and screens see them too', async () => {
  granted().roles = ['Directory.Read.All']
  expect(await check()).toMatchObject({
    status: 'partial',
    message: 'Not granted: Organization.Read.All, User.Read.All, Policy.Read.All.',
  })
  expect((await listed()).missingPermissions).toHaveLength(3)
  granted().roles = [...REQUIRED]
  expect((await check()).status).toBe('success')
  expect((await listed()).missingPermissions).toEqual([])
})

test('without Directory.Read.All the check fails, and the dashboard says limited', async () => {
  granted().roles = ['User.Read.All']
  expect(await check()).toMatchObject({ status: 'fail', error: 'PERMISSION_MISSING' })
  const { tenantPermissions } = await technician.call(getAzurePermissions, {})
  expect(tenantPermissions).toMatchObject([
    { hasDirectoryRead: false, hasCSPAccess: true, accessMethod: 'csp' },
  ])
})

test('sign-ins prove nothing in a directory without Entra ID P1, and that spoils nothing', async () => {
  granted().roles.push('AuditLog.Read.All')
  const { subscriptions } = customer
  const before = subscriptions.splice(0, Infinity)
  try {
    const checked = await check()
    expect(checked.status).toBe('success')
    expect(proofOf(checked, 'AuditLog.Read.All')).toBe('inconclusive')
    expect(
      checked.permissions.find(({ value }) => value === 'AuditLog.Read.All')?.reason,
    ).toContain('no Entra ID P1')
  } finally {
    subscriptions.push(...before)
  }
})

test.each<[FaultName, FaultOptions, string, RegExp]>([
  [
    'consent-withdrawn',
    {},
    'CONSENT_REQUIRED',
    /^Admin consent is missing for this application\./u,
  ],
  ['roles-removed', {}, 'CONSENT_REQUIRED', /^Admin consent is missing for this application\./u],
  ['app-disabled', {}, 'APP_DISABLED', /disabled in this directory/u],
  ['secret-expired', {}, 'INVALID_CLIENT_SECRET', /client secret/u],
])('%s fails the check, and the tenant is listed with that', async (name, options, code, words) => {
  world.simulator.faults.add(name, { ...options, tenantId: customer.id })
  // Microsoft's answer of now counts more than the reading of a while ago.
  const checked = await check()
  expect(checked).toMatchObject({ status: 'fail', error: code })
  expect(checked.message).toMatch(words)
  expect(checked.lastSuccessfulToken).not.toBeNull()
  expect((await listed()).failure?.code).toBe(code)
})

test.each<[FaultName, FaultOptions, string, RegExp]>([
  ['tenant-throttled', { seconds: 600 }, 'THROTTLED', /limits the requests/u],
  ['html-error', { paths: ['/token'] }, 'UNAVAILABLE', /is unreachable or could not respond/u],
  ['empty-error', { paths: ['/token'] }, 'UNAVAILABLE', /could not respond/u],
])('%s fails the check, and nothing is said of the tenant', async (name, options, code, words) => {
  const before = await listed()
  world.simulator.faults.add(name, { ...options, tenantId: customer.id })
  const checked = await check()
  expect(checked).toMatchObject({ status: 'fail', error: code })
  expect(checked.message).toMatch(words)
  expect(await listed()).toEqual(before)
})

/** The roles that a token claims beyond those that Graph sees in it. */
const claiming = (tokens: Tokens, roles: readonly string[]): Tokens => ({
  ...tokens,
  tokenFor: async (...given) => {
    const token = await tokens.tokenFor(...given)
    return { ...token, roles: [...token.roles, ...roles] }
  },
})

/** As if Microsoft had made tokens opaque. */
const unreadable = (tokens: Tokens): Tokens => ({
  ...tokens,
  tokenFor: async (...given) => ({ ...(await tokens.tokenFor(...given)), roles: [] }),
})

const broken = (tokens: Tokens): Tokens => ({
  ...tokens,
  tokenFor: () => Promise.reject(new TypeError('something of ours')),
})

describe('token and probe disagree', () => {
  test('when Microsoft refuses what was granted: partial, with which and why', async () => {
    granted().roles = REQUIRED.filter((role) => role !== POLICY)
    const checks = impatient({ tokensOf: (tokens) => claiming(tokens, [POLICY]) })
    const checked = await checks.checkTenant(TenantId.parse(customer.id), asked())
    expect(checked).toMatchObject({
      status: 'partial',
      error: 'PERMISSION_MISSING',
      message:
        'The token holds Policy.Read.All, but Microsoft refused to show policies (Authorization_RequestDenied). Consent given minutes ago can take up to 10 minutes to take effect.',
      diagnostics: { status: 403, path: '/policies/authorizationPolicy' },
    })
    expect(checked.details).toMatch(
      /^Policy\.Read\.All: Authorization_RequestDenied, HTTP 403, request /u,
    )
    expect(proofOf(checked, POLICY)).toBe('refused')
  })

  test('a token that cannot be read is judged by the probes alone', async () => {
    const checks = impatient({ tokensOf: unreadable })
    const id = TenantId.parse(customer.id)
    const checked = await checks.checkTenant(id, asked())
    expect(checked.status).toBe('success')
    expect(checked.permissions.filter(({ isGranted }) => isGranted)).toHaveLength(4)
    granted().roles = ['User.Read.All']
    expect((await checks.checkTenant(id, asked())).status).toBe('fail')
  })
})

describe('in time', () => {
  test('a sign-in service that does not respond is reported as timed out', async () => {
    world.simulator.faults.add('slow', { tenantId: customer.id, paths: ['/token'], seconds: 60 })
    const checks = impatient({ withinMs: 300 })
    expect(await checks.checkTenant(TenantId.parse(customer.id), asked())).toMatchObject({
      status: 'fail',
      error: 'UNAVAILABLE',
      message: 'Microsoft did not respond within 10 seconds. Check again in a few minutes.',
      details: expect.stringMatching(/^No response within 10 seconds\./u) as unknown,
    })
  })

  test('a Graph that is silent leaves what the token says, unproven', async () => {
    world.simulator.faults.add('slow', { tenantId: customer.id, seconds: 60 })
    const checks = impatient({ withinMs: 700 })
    const checked = await checks.checkTenant(TenantId.parse(customer.id), asked())
    expect(checked).toMatchObject({ status: 'partial', error: 'UNAVAILABLE' })
    expect(checked.message).toContain('did not list users within 10 seconds')
  })

  test('who leaves ends the questions', async () => {
    world.simulator.faults.add('slow', { tenantId: customer.id, paths: ['/token'], seconds: 60 })
    const leaving = new AbortController()
    const checks = impatient({})
    const checking = checks.checkTenant(TenantId.parse(customer.id), asked(leaving.signal))
    setTimeout(() => leaving.abort(), 50)
    await expect(checking).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

test('whatever goes wrong while asking is a failed check that is logged, and no error', async () => {
  const lines: string[] = []
  const checks = impatient({ tokensOf: broken, log: lines })
  const checked = await checks.checkTenant(TenantId.parse(customer.id), asked())
  expect(checked).toMatchObject({ status: 'fail', error: 'INTERNAL' })
  expect(JSON.stringify(checked)).not.toContain('something of ours')
  expect(lines.join('')).toContain('something of ours')
})

test('the own directory as a tenant is the check of the connection', async () => {
  const admin = await world.signIn('admin')
  const tenantId = TenantId.parse(world.simulator.world.partner.id)
  const { permissions, ...checked } = await admin.call(checkTenantPermissions, {
    params: { tenantId },
  })
  const stored = await admin.call(getAzurePermissions, {})
  expect(stored.check).toEqual(checked)
  expect(stored.permissions).toEqual(permissions)
})

test.each([
  ['whose reading is stopped', 'readingStoppedAt', 'Reading of this tenant is stopped'],
  [
    'that waits for approval',
    'awaitingApprovalSince',
    'This tenant waits for an administrator to accept it',
  ],
] as const)('a tenant %s is not checked', async (_, column, message) => {
  const { db } = world.database.handle
  const setStopped = (at: Date | null) =>
    db
      .updateTable('tenants')
      .set({ [column]: at })
      .where('id', '=', TenantId.parse(customer.id))
      .execute()
  await setStopped(world.clock.now())
  const before = world.simulator.counters.read()
  const { status, body } = await technician.refusal(checkTenantPermissions, params())
  expect([status, body.message]).toEqual([409, message])
  expect(world.simulator.counters.read()).toEqual(before)
  await setStopped(null)
})

test('viewers, and technicians of other tenants, learn nothing', async () => {
  const viewer = await world.signIn('viewer', { tenants: [customer.id] })
  expect((await viewer.refusal(checkTenantPermissions, params())).status).toBe(403)
  const stranger = await world.signIn('technician')
  const { status, body } = await stranger.refusal(checkTenantPermissions, params())
  expect([status, body.message]).toEqual([404, 'Tenant not found'])
})

describe('national clouds', () => {
  let everywhere: Simulator

  beforeAll(async () => {
    everywhere = await startSimulator({ tenants: 1, users: 2, cloud: 'any' })
  })
  afterAll(() => everywhere.close())

  test.each([
    ['usgov', ['Reports.Read.All']],
    ['usgovdod', ['Reports.Read.All']],
    ['china', ['Reports.Read.All', 'DelegatedAdminRelationship.Read.All']],
  ] as const)('%s: what it lacks is not tried and is no trouble: %j', async (cloud, lacking) => {
    const { partner } = everywhere.world
    if (!partner.consent) throw new Error('The partner has not consented')
    const optional = [
      'Reports.Read.All',
      'AuditLog.Read.All',
      'DelegatedAdminRelationship.Read.All',
    ]
    partner.consent.roles = [...REQUIRED, ...optional]
    const checks = impatient({ simulator: everywhere, cloud })
    const checked = await checks.checkTenant(TenantId.parse(partner.id), asked())
    expect(checked.status).toBe('success')
    const untried = checked.permissions.filter(({ proof }) => proof === 'notTried')
    expect(untried.map(({ value }) => value)).toEqual(lacking)
    for (const { reason } of untried)
      expect(reason).toBe('This national cloud does not offer the data of this permission.')
    const proven = checked.permissions.filter(({ proof }) => proof === 'proven')
    expect(proven).toHaveLength(REQUIRED.length + optional.length - lacking.length)
  })
})

const asked = (signal = new AbortController().signal) => ({ lastToken: null, signal })

interface Impatient {
  readonly withinMs?: number
  readonly tokensOf?: (tokens: Tokens) => Tokens
  readonly simulator?: Simulator
  readonly cloud?: Cloud
  readonly log?: string[]
}

/** As the server composes it, with a client of its own and less patience. */
function impatient({ tokensOf = (same) => same, log = [], ...given }: Impatient) {
  const { simulator = world.simulator, cloud = 'global', withinMs = 5_000 } = given
  const { db } = world.database.handle
  const clock = { now: () => new Date() }
  const { registration, partner } = simulator.world
  const { clientId, clientSecret: secret } = registration
  const path = simulator === world.simulator ? transport : transportTo(simulator)
  const common = { transport: path, cloud, clock } as const
  const credential = { kind: 'secret', secret } as const
  const tokens = tokensOf(createTokens({ ...common, clientId, credential }))
  const graph = createGraph({
    ...common,
    tokens,
    limiter: createLimiter({ clock, appId: clientId }),
  })
  const tenantId = TenantId.parse(partner.id)
  const connection = {
    clientId,
    tenantId,
    cloud,
    version: 1,
    lastSignInAt: null,
    lastSuccessAt: null,
    refusal: null,
  }
  return createChecksService({
    azure: {
      current: () => Promise.resolve(connection),
      currentWithCredential: () => Promise.resolve({ ...connection, credential, identity: '' }),
      recordSignIn: () => Promise.resolve(),
    },
    microsoft: { current: () => Promise.resolve({ connection, tokens, graph }) },
    repo: createChecksRepo(db),
    tenants: createTenantRecordsService({ repo: createTenantRecordsRepo(db), clock }),
    clock,
    logger: pino({}, { write: (line: string) => void log.push(line) }),
    withinMs,
  })
}

const opened: Transport[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

function transportTo(simulator: Simulator): Transport {
  const made = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  opened.push(made)
  return made
}

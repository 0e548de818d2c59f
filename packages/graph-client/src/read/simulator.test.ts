import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { GraphFailure } from '../engine/failures.ts'
import { createGraph } from '../engine/graph.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { createLimiter } from '../engine/limiter.ts'
import { createTokens } from '../engine/tokens.ts'
import { createTransport } from '../engine/transport.ts'
import type { Transport } from '../engine/transport.ts'
import { wholeOf } from '../testing/golden/golden.ts'
import { failureOf } from '../testing/set-up.ts'
import { readActiveUsers } from './active-users.ts'
import { readApplicationGrants } from './application-grants.ts'
import { readApplicationOwners } from './application-owners.ts'
import { readApplications } from './applications.ts'
import { readDelegatedCustomers } from './delegated-customers.ts'
import { readDelegatedGrants } from './delegated-grants.ts'
import { readDelegatedRelationships } from './delegated-relationships.ts'
import { readDevices } from './devices.ts'
import { readGroupMembers } from './group-members.ts'
import { readNamedLocations } from './named-locations.ts'
import { readPerUserMfa } from './per-user-mfa.ts'
import { readPolicies } from './policies.ts'
import { readRegistrationDetails } from './registration-details.ts'
import { readRoleAssignments } from './role-assignments.ts'
import { readRoleDefinitions } from './role-definitions.ts'
import { readRoleHolders } from './role-holders.ts'
import { readSecureScore } from './secure-score.ts'
import { readServicePrincipals } from './service-principals.ts'
import { readSignInActivity } from './sign-in-activity.ts'
import { readTenantFacts } from './tenant-facts.ts'

type Simulator = Awaited<ReturnType<typeof startSimulator>>

let simulator: Simulator
let transport: Transport

const EXTRA_ROLES = [
  'AuditLog.Read.All',
  'DelegatedAdminRelationship.Read.All',
  'Reports.Read.All',
  'SecurityEvents.Read.All',
]

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 20, users: 2_500, speed: 100 })
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  for (const { consent } of consented()) consent?.roles.push(...EXTRA_ROLES)
})
afterAll(async () => {
  await transport.close()
  await simulator.close()
})
beforeEach(() => {
  simulator.faults.clear()
})

const clock = { now: () => new Date() }
const GUID_OF_NOTHING = '00000000-0000-4000-8000-000000000404'

/** The client as the product composes it, and how many requests it made of Graph. */
function setUp() {
  const { clientId, clientSecret } = simulator.world.registration
  const common = { transport, cloud: 'global', clock } as const
  const credential = { kind: 'secret', secret: clientSecret } as const
  const tokens = createTokens({ ...common, clientId, credential })
  const requests: string[] = []
  const graph = createGraph({
    ...common,
    tokens,
    limiter: createLimiter({ clock, appId: clientId }),
    onRequest: ({ pathTemplate }) => requests.push(pathTemplate),
  })
  return { of: ({ id }: { id: string }) => graph.forTenant(id), requests }
}

const consented = () =>
  simulator.world.tenants.filter(({ consent }) => (consent?.roles.length ?? 0) > 0)
const largest = () => consented().toSorted((a, b) => b.people.length - a.people.length)[0]!
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted()

test('the facts of every tenant come whole, in one request each', async () => {
  const { of, requests } = setUp()
  for (const tenant of consented()) {
    const facts = await readTenantFacts(of(tenant))
    expect(Object.values(facts).filter((fact) => fact instanceof GraphFailure)).toEqual([])
    const { subscriptions, settings } = tenant
    expect(facts).toMatchObject({
      organization: { id: tenant.id, displayName: tenant.displayName },
      securityDefaults: { isEnabled: settings.securityDefaults['isEnabled'] },
      authorizationPolicy: {
        allowInvitesFrom: settings.authorizationPolicy['allowInvitesFrom'],
        guestUserRoleId: settings.authorizationPolicy['guestUserRoleId'],
      },
      groupSettings: settings.groupSettings.map(({ id }) => ({ id })),
      activityBasedTimeoutPolicies: settings.activityBasedTimeoutPolicies.map(({ id }) => ({ id })),
      subscribedSkus: expect.objectContaining({ length: skuIds(subscriptions).size }) as unknown,
      subscriptions: subscriptions.map(({ sku, isTrial }) => ({ skuId: sku.skuId, isTrial })),
      authenticationMethodsPolicy: {
        policyMigrationState: settings.authenticationMethodsPolicy['policyMigrationState'],
      },
      adminConsentRequestPolicy: { isEnabled: settings.adminConsentRequestPolicy['isEnabled'] },
      defaultAppManagementPolicy: { isEnabled: settings.defaultAppManagementPolicy['isEnabled'] },
      crossTenantAccessDefault: { inboundTrust: expect.anything() as unknown },
    })
  }
  expect(requests).toEqual(consented().map(() => '/$batch'))
})

function skuIds(subscriptions: readonly { sku: { skuId: string } }[]) {
  return new Set(subscriptions.map(({ sku }) => sku.skuId))
}

test('holders of roles are read with their kind, users and others', async () => {
  const { of, requests } = setUp()
  for (const tenant of consented()) {
    const held = await readRoleAssignments(of(tenant))
    const byPeople = tenant.people.flatMap(({ id, roleTemplateIds }) =>
      roleTemplateIds.map((role) => `${role} ${id} user`),
    )
    const byOthers = tenant.roleAssignments.map(
      ({ roleTemplateId, principalId, principalKind }) =>
        `${roleTemplateId} ${principalId} ${principalKind}`,
    )
    const read = held.map(
      ({ roleDefinitionId, principalId, principal }) =>
        `${roleDefinitionId} ${principalId} ${principal?.kind}`,
    )
    expect(read.toSorted()).toEqual([...byPeople, ...byOthers].toSorted())
  }
  expect(requests).toHaveLength(consented().length)
  const definitions = await readRoleDefinitions(of(largest()))
  expect(definitions.map(({ displayName }) => displayName)).toContain('Global Administrator')
})

test('the members of all groups come with those of the groups inside', async () => {
  const { of, requests } = setUp()
  const tenant = consented().toSorted((a, b) => b.groups.length - a.groups.length)[0]!
  const members = await readGroupMembers(of(tenant), ids(tenant.groups))
  for (const group of tenant.groups) {
    const read = members.get(group.id)
    const direct = [...group.memberIds, ...group.memberGroupIds]
    expect(Array.isArray(read) ? ids(read) : read).toEqual(expect.arrayContaining(direct))
  }
  const gone = await readGroupMembers(of(tenant), ['00000000-1111-4222-8333-444444444444'])
  expect([...gone.values()]).toEqual([null])
  const batches = Math.ceil(tenant.groups.length / 20)
  expect(requests.filter((path) => path === '/$batch')).toHaveLength(batches + 1)
})

test('applications, their credentials and what was granted to whom are read whole', async () => {
  const { of } = setUp()
  for (const tenant of consented()) {
    const graph = of(tenant)
    const applications = await wholeOf(readApplications(graph))
    expect(ids(applications)).toEqual(ids(tenant.applications))
    const keyIds = tenant.applications.flatMap((app) => app.passwordCredentials.map((p) => p.keyId))
    const read = applications.flatMap((app) => app.passwordCredentials.map((p) => p.keyId))
    expect(read.toSorted()).toEqual(keyIds.toSorted())

    const own = tenant.consent!.roles.map((permission) => ({
      permission,
      principalId: tenant.consent!.servicePrincipalId,
    }))
    const granted = await wholeOf(readApplicationGrants(graph))
    expect(grantNames(granted)).toEqual(grantNames([...own, ...tenant.applicationGrants]))

    const delegated = await wholeOf(readDelegatedGrants(graph))
    expect(ids(delegated)).toEqual(ids(tenant.delegatedGrants))
    const principals = new Map(
      (await wholeOf(readServicePrincipals(graph))).map((row) => [row.id, row.displayName]),
    )
    for (const { clientId } of delegated) expect(principals.get(clientId)).toBeTruthy()
  }
})

function grantNames(rows: readonly { permission: string | null; principalId: string }[]) {
  return new Set(rows.map(({ permission, principalId }) => `${permission} ${principalId}`))
}

test('sign-in dates and registered methods are read for every user that Microsoft returns', async () => {
  const { of, requests } = setUp()
  const tenant = largest()
  const activity = await wholeOf(readSignInActivity(of(tenant)))
  expect(ids(activity)).toEqual(ids(tenant.people))
  const never = tenant.people.filter(({ hoursSinceSignIn }) => hoursSinceSignIn === null)
  const dateless = activity.filter(
    (row) => row.lastSignInDateTime === null && row.lastNonInteractiveSignInDateTime === null,
  )
  expect(ids(dateless)).toEqual(ids(never))
  expect(requests).toHaveLength(Math.ceil(tenant.people.length / 500))

  const details = await wholeOf(readRegistrationDetails(of(tenant)))
  expect(ids(details)).toEqual(ids(tenant.people.filter(({ accountEnabled }) => accountEnabled)))
  const methods = tenant.people.find(({ id }) => id === details[0]?.id)?.methodsRegistered
  expect(details[0]?.methodsRegistered).toEqual(methods)
})

test('devices are read, those that have not been used for long among them', async () => {
  const tenant = largest()
  const devices = await wholeOf(readDevices(setUp().of(tenant)))
  expect(devices.length).toBeGreaterThan(tenant.people.length / 2)
  const aYearAgo = Date.now() - 365 * 86_400_000
  const isOld = ({ approximateLastSignInDateTime: at }: (typeof devices)[number]) =>
    at !== null && Date.parse(at) < aYearAgo
  expect(devices.some(isOld)).toBe(true)
  expect(devices.every(isOld)).toBe(false)
})

test('states of per-user MFA are those of the people; one who was deleted has none', async () => {
  const tenant = consented()[0]!
  const [one, other] = tenant.people
  Object.assign(one!, { perUserMfaState: 'enforced' })
  const states = await readPerUserMfa(setUp().of(tenant), [one!.id, other!.id, GUID_OF_NOTHING])
  expect(Object.fromEntries(states)).toEqual({ [one!.id]: 'enforced', [other!.id]: 'disabled' })
  simulator.faults.add('roles-removed', { tenantId: tenant.id, roles: ['Policy.Read.All'] })
  await expect(readPerUserMfa(setUp().of(tenant), [one!.id])).rejects.toMatchObject({
    code: 'PERMISSION_MISSING',
  })
})

test('owners of registrations are read; what was deleted has none', async () => {
  const tenant = consented().find(({ applications }) =>
    applications.some(({ ownerIds }) => ownerIds.length > 0),
  )!
  const { id, ownerIds } = tenant.applications.find((each) => each.ownerIds.length > 0)!
  const [principal] = tenant.servicePrincipals
  const owners = await readApplicationOwners(setUp().of(tenant), [
    { id, kind: 'application' },
    { id: principal!.id, kind: 'servicePrincipal' },
    { id: GUID_OF_NOTHING, kind: 'application' },
  ])
  expect(owners.get(id)).toEqual(ownerIds)
  expect([owners.get(principal!.id), owners.get(GUID_OF_NOTHING)]).toEqual([[], []])
})

type Buyer = { subscriptions: readonly { sku: { servicePlans: readonly { name: string }[] } }[] }

function hasEntraP1({ subscriptions }: Buyer): boolean {
  const plans = subscriptions.flatMap(({ sku }) => sku.servicePlans)
  return plans.some(({ name }) => name.startsWith('AAD_PREMIUM'))
}

test('a tenant without Entra ID P1 has no license for dates and methods', async () => {
  const graph = setUp().of(consented().find((tenant) => !hasEntraP1(tenant))!)
  const failure = { code: 'NOT_LICENSED' }
  expect(await failureOf(wholeOf(readSignInActivity(graph)))).toMatchObject(failure)
  expect(await failureOf(wholeOf(readRegistrationDetails(graph)))).toMatchObject(failure)
})

test('the use of Microsoft 365 is read, concealed where the tenant conceals', async () => {
  const { of, requests } = setUp()
  const [concealing, open] = [true, false].map((conceals) =>
    consented().find((tenant) => tenant.concealsNamesInReports === conceals)!,
  )
  for (const tenant of [concealing!, open!]) {
    const isConcealed = tenant.concealsNamesInReports
    const rows = await wholeOf(readActiveUsers(of(tenant), 'D30'))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every((row) => row.isConcealed === isConcealed)).toBe(true)
    expect(rows.every((row) => row.reportRefreshDate !== null)).toBe(true)
  }
  const names = open!.people.map(({ userPrincipalName }) => userPrincipalName)
  const rows = await wholeOf(readActiveUsers(of(open!), 'D7'))
  const living = rows.filter(({ isDeleted }) => !isDeleted)
  expect(names).toEqual(expect.arrayContaining(living.map((row) => row.userPrincipalName)))
  expect(requests.filter((path) => path.includes('getOffice365ActiveUserDetail'))).toHaveLength(3)
})

test('policies, places and the newest score are read', async () => {
  const { of } = setUp()
  const tenant = consented().find(({ namedLocations }) => namedLocations.length > 0)!
  expect(ids(await readPolicies(of(tenant)))).toEqual(ids(tenant.policies))
  const places = await readNamedLocations(of(tenant))
  expect(ids(places)).toEqual(ids(tenant.namedLocations))
  expect(places.every(({ kind }) => kind !== null)).toBe(true)
  expect(await readSecureScore(of(tenant))).toMatchObject({
    currentScore: expect.any(Number) as unknown,
    controlScores: expect.arrayContaining([expect.anything()]) as unknown,
  })
})

test('role holders are returned, direct ones and those through a group', async () => {
  const tenant = consented().find(({ people, groups }) => people.length > 10 && groups.length > 0)!
  const group = tenant.groups.find(({ memberIds }) => memberIds.length > 0)!
  const [role, unheld] = ['729827e3-9c14-49f7-bb1b-9608f156bbb8', GUID_OF_NOTHING]
  const assignment = { id: 'held by a group', principalKind: 'group' } as const
  tenant.roleAssignments.push({ ...assignment, principalId: group.id, roleTemplateId: role })
  const direct = tenant.people.filter(({ roleTemplateIds }) => roleTemplateIds.includes(role))
  const holders = await readRoleHolders(setUp().of(tenant), [role, unheld])
  tenant.roleAssignments.pop()
  expect(holders.get(unheld)).toEqual(new Set())
  const people = new Set(tenant.people.map(({ id }) => id))
  const expected = new Set([...group.memberIds, ...direct.map(({ id }) => id)])
  expect(holders.get(role)!.intersection(people)).toEqual(expected.intersection(people))
  expect(expected.size).toBeLessThan(people.size)
})

test('no partial list of role holders is returned when a read fails', async () => {
  const tenant = withApplications()
  simulator.faults.add('roles-removed', { tenantId: tenant.id })
  const role = '62e90394-69f5-4237-9190-012177145e10'
  await expect(readRoleHolders(setUp().of(tenant), [role])).rejects.toBeInstanceOf(GraphFailure)
})

test('the partner reads whom it may administer, and by which agreements', async () => {
  const graph = setUp().of(simulator.world.partner)
  const relationships = await wholeOf(readDelegatedRelationships(graph))
  const agreed = simulator.world.tenants.flatMap((tenant) => tenant.delegatedRelationships)
  expect(ids(relationships)).toEqual(ids(agreed))
  expect(new Set(relationships.map(({ status }) => status))).toEqual(
    new Set(agreed.map(({ status }) => status)),
  )
  const customers = await wholeOf(readDelegatedCustomers(graph))
  const known = new Set(relationships.map(({ customerTenantId }) => customerTenantId))
  expect(customers.length).toBeGreaterThan(0)
  for (const { tenantId } of customers) expect(known).toContain(tenantId)
})

/** What is read in pages that a fault of answers could spoil, but for what Microsoft rations. */
async function everything(graph: TenantGraph) {
  return {
    facts: Object.values(await readTenantFacts(graph)),
    roles: await readRoleAssignments(graph),
    definitions: await readRoleDefinitions(graph),
    applications: await wholeOf(readApplications(graph)),
    grants: await wholeOf(readApplicationGrants(graph)),
    delegated: await wholeOf(readDelegatedGrants(graph)),
    principals: await wholeOf(readServicePrincipals(graph)),
  }
}

const withApplications = () => consented().find(({ applications }) => applications.length > 1)!

test('pages that are short, or empty and yet go on, change nothing', async () => {
  const { of, requests } = setUp()
  const tenant = withApplications()
  const usual = await everything(of(tenant))
  const usually = requests.splice(0).length
  simulator.faults.add('short-pages', { tenantId: tenant.id })
  simulator.faults.add('empty-page', { tenantId: tenant.id, times: 1, paths: ['/applications'] })
  simulator.faults.add('empty-page', { tenantId: tenant.id, times: 1, paths: ['roleAssignments'] })
  expect(await everything(of(tenant))).toEqual(usual)
  expect(requests.length).toBeGreaterThan(usually)
})

test('what Microsoft may add any day breaks nothing', async () => {
  const { of } = setUp()
  const tenant = withApplications()
  const usual = await everything(of(tenant))
  simulator.faults.add('unknown-members', { tenantId: tenant.id })
  const later = await everything(of(tenant))
  expect(later.facts.filter((fact) => fact instanceof GraphFailure)).toEqual([])
  expect(later.facts.map(sizeOf)).toEqual(usual.facts.map(sizeOf))
  expect(ids(later.roles)).toEqual(ids(usual.roles))
  expect(ids(later.applications)).toEqual(ids(usual.applications))
  expect(ids(later.grants)).toEqual(ids(usual.grants))
  expect(ids(later.delegated)).toEqual(ids(usual.delegated))
})

const sizeOf = (fact: unknown) => (Array.isArray(fact) ? fact.length : 1)

import { expect, test } from 'vitest'

import { bodiesWith, replyTo, setUpAnswers } from '../testing/answering.ts'
import type { Bodies } from '../testing/answering.ts'
import { DIRECTORY_GOLDEN } from '../testing/golden/directory.ts'
import { PEOPLE_POLICIES_GOLDEN } from '../testing/golden/people-policies.ts'
import { TENANT_POLICIES_GOLDEN } from '../testing/golden/tenant-policies.ts'
import { readTenantFacts } from './tenant-facts.ts'

const GOLDEN = [...DIRECTORY_GOLDEN, ...PEOPLE_POLICIES_GOLDEN, ...TENANT_POLICIES_GOLDEN]

/** Every path's full reply, with what a test changes. */
function bodies(changes: Bodies = {}): Bodies {
  const full: Record<string, unknown> = {}
  for (const golden of GOLDEN) Object.assign(full, bodiesWith(golden, golden.full))
  return { ...full, ...changes }
}

const kept = (name: string) => GOLDEN.find((golden) => golden.name === name)?.keptOfFull

test('twelve facts come whole in one request', async () => {
  const { graph, graphRequests } = await setUpAnswers(bodies())
  expect(await readTenantFacts(graph)).toEqual({
    organization: kept('organization'),
    subscribedSkus: [kept('subscribed SKUs')],
    domains: [kept('domains')],
    subscriptions: [kept('subscriptions')],
    securityDefaults: kept('security defaults'),
    authorizationPolicy: kept('authorization policy'),
    authenticationMethodsPolicy: kept('authentication methods policy'),
    adminConsentRequestPolicy: kept('admin consent request policy'),
    defaultAppManagementPolicy: kept('app management policy'),
    crossTenantAccessDefault: kept('cross-tenant access'),
    groupSettings: [kept('group settings')],
    activityBasedTimeoutPolicies: [kept('timeout policies')],
  })
  expect(graphRequests().map(({ path }) => path)).toEqual(['/v1.0/$batch'])
})

test('a fact that is refused or malformed is a failure of its own', async () => {
  const { graph, graphRequests } = await setUpAnswers(
    bodies({
      '/domains': { value: [{ id: 7 }] },
      '/policies/authorizationPolicy': undefined,
    }),
  )
  const facts = await readTenantFacts(graph)
  const message: unknown = expect.stringContaining('value[0].id')
  expect(facts.domains).toMatchObject({ code: 'MALFORMED_ANSWER', path: '/domains', message })
  expect(facts.authorizationPolicy).toMatchObject({ code: 'INTERNAL', status: 404 })
  expect(facts.organization).toEqual(kept('organization'))
  expect(facts.groupSettings).toEqual([kept('group settings')])
  expect(graphRequests()).toHaveLength(1)
})

test('a directory without an organization is a malformed answer; a refusal stays a refusal', async () => {
  const empty = await setUpAnswers(bodies({ '/organization': { value: [] } }))
  expect((await readTenantFacts(empty.graph)).organization).toMatchObject({
    code: 'MALFORMED_ANSWER',
  })
  const { graph, graphRequests } = await setUpAnswers((path) =>
    path.startsWith('/organization') ? { status: 403 } : replyTo(bodies(), path),
  )
  expect((await readTenantFacts(graph)).organization).toMatchObject({ code: 'PERMISSION_MISSING' })
  expect(graphRequests()).toHaveLength(1)
})

test('the facts that cost more than one unit are asked for in the cheapest way', async () => {
  const { graph, graphRequests } = await setUpAnswers(bodies())
  await readTenantFacts(graph)
  const sent = graphRequests()[0]?.body
  expect(sent).toContain(
    '/subscribedSkus?$select=id,skuId,skuPartNumber,capabilityStatus,appliesTo,consumedUnits,prepaidUnits,subscriptionIds,servicePlans"',
  )
  expect(sent).toContain(
    '/domains?$select=id,isDefault,isInitial,isVerified,isRoot,authenticationType,passwordValidityPeriodInDays,supportedServices"',
  )
})

test('a collection that goes on beyond the batch is read to its end', async () => {
  const next = 'https://graph.microsoft.com/v1.0/domains?$skiptoken=more'
  const { graph } = await setUpAnswers(
    bodies({
      '/domains': { value: [{ id: 'one.example' }], '@odata.nextLink': next },
      '/domains?$skiptoken': { value: [{ id: 'two.example' }] },
    }),
  )
  expect((await readTenantFacts(graph)).domains).toMatchObject([
    { id: 'one.example' },
    { id: 'two.example' },
  ])
})

test('a collection whose further pages are refused is a failure, not half a list', async () => {
  const next = 'https://graph.microsoft.com/v1.0/domains?$skiptoken=more'
  const { graph } = await setUpAnswers(
    bodies({
      '/domains': { value: [{ id: 'one.example' }], '@odata.nextLink': next },
      '/domains?$skiptoken': undefined,
    }),
  )
  expect((await readTenantFacts(graph)).domains).toMatchObject({ code: 'INTERNAL', status: 404 })
})

test('a cloud that does not know the quota still describes its organization', async () => {
  const refused = { status: 400, body: { error: { code: 'BadRequest', message: 'x' } } }
  const { graph, graphRequests } = await setUpAnswers((path) =>
    path.includes('directorySizeQuota') ? refused : replyTo(bodies(), path),
  )
  expect((await readTenantFacts(graph)).organization).toEqual(kept('organization'))
  expect(graphRequests().map(({ path }) => path)).toEqual([
    '/v1.0/$batch',
    expect.stringMatching(/^\/v1\.0\/organization\?(?!.*directorySizeQuota)/u),
  ])
})

test('a cloud without the authentication methods policy is not asked for it', async () => {
  const { graph, graphRequests } = await setUpAnswers(bodies(), { cloud: 'china' })
  const facts = await readTenantFacts(graph)
  expect(facts.authenticationMethodsPolicy).toBeNull()
  expect(facts.securityDefaults).toEqual(kept('security defaults'))
  expect(graphRequests()[0]?.body).not.toContain('authenticationMethodsPolicy')
})

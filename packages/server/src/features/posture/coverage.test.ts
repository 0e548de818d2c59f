import { getTenantCoverage } from '@tenantscope/contract/coverage'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { TenantId } from '@tenantscope/contract/ids'
import { setEmergencyAccounts } from '@tenantscope/contract/posture'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { grantTenantAccess } from '../../lib/tenant-access.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createCoverageFactsService } from '../refresh/coverage-facts.service.ts'
import { createCoverageRepo } from './coverage.repo.ts'
import { createCoverageService } from './coverage.service.ts'
import { createPolicyPageRepo } from './policy-page.repo.ts'

let app: TestApp
let viewer: TestBrowser
let technician: TestBrowser
let tenantId: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
let tenants = 0
beforeEach(async () => {
  await app.reset()
  // A new one each time: a computed coverage is kept, and the numbers of generations begin again.
  tenants += 1
  tenantId = await app.addTenant(guidOf(1_000 + tenants), 'Fabrikam')
  viewer = await app.signIn('viewer', { tenants: [tenantId] })
  technician = await app.signIn('technician', { tenants: [tenantId] })
})
afterAll(() => app.close())

const [ada, bo, cy, di, guest] = [
  guidOf(61),
  guidOf(62),
  guidOf(63),
  guidOf(64),
  guidOf(65),
] as const
const [MFA, LEGACY, SALES] = [guidOf(71), guidOf(72), guidOf(81)] as const

const PEOPLE = [
  { id: cy, displayName: 'Ärmel Cy' },
  { id: bo, displayName: 'bo' },
  { id: ada, displayName: 'Ada', userPrincipalName: 'ada@fabrikam.example' },
  { id: di, displayName: 'Di', accountEnabled: false },
  { id: guest, displayName: null, userPrincipalName: 'zoe@partner.example', userType: 'Guest' },
]

const policy = (id: string, displayName: string, users: object, rest: object) => ({
  id,
  displayName,
  conditions: {
    users: { includeUsers: ['All'], ...users },
    applications: { includeApplications: ['All'] },
    ...rest,
  },
})
const policiesWithout = (...excludeUsers: string[]) => [
  {
    ...policy(MFA, 'MFA for everyone', { excludeUsers }, { clientAppTypes: ['all'] }),
    grantControls: { operator: 'OR', builtInControls: ['mfa'] },
  },
  {
    ...policy(LEGACY, 'Block legacy', {}, { clientAppTypes: ['exchangeActiveSync', 'other'] }),
    grantControls: { operator: 'OR', builtInControls: ['block'] },
  },
]

const store = (reading: StoredReading) =>
  storeReading(
    app.database.handle.db,
    { id: tenantId, displayName: 'Fabrikam', at: app.clock.now() },
    {
      people: PEOPLE,
      settings: [{ kind: 'securityDefaults', value: { isEnabled: false } }],
      ...reading,
    },
  )
const coverage = (query: CallInput<typeof getTenantCoverage>['query'] = {}) =>
  viewer.call(getTenantCoverage, { params: { tenantId }, query })
const namesOf = ({ people }: Awaited<ReturnType<typeof coverage>>) =>
  people.map(({ displayName, userPrincipalName }) => displayName ?? userPrincipalName)

test('shows the people who are not covered, and why', async () => {
  await store({ policies: policiesWithout(bo) })
  const found = await coverage()
  expect(found).toMatchObject({
    mfa: { verdict: 'partial', counts: { members: 3, membersCovered: 2, guests: 1, blocked: 1 } },
    dataAsOf: app.clock.now().toISOString(),
    isBySecurityDefaults: false,
    total: 1,
    nextCursor: null,
  })
  expect(found.policies.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
    { id: MFA, displayName: 'MFA for everyone' },
    { id: LEGACY, displayName: 'Block legacy' },
  ])
  expect(found.people).toMatchObject([
    { userId: bo, coverage: 'notCovered', isGuest: false, isEmergencyAccount: false },
  ])
  const situations = found.people[0]?.situations ?? []
  expect(situations.map(({ situation }) => situation)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(situations[1]).toEqual({
    situation: 2,
    outcome: 'nothing',
    coverage: 'notCovered',
    policyIds: [],
    excludedFrom: [MFA],
    notKnown: [],
  })
  expect(situations[4]).toMatchObject({ outcome: 'blocked', policyIds: [LEGACY] })
})

test('lists everyone who can sign in, by name, a page at a time', async () => {
  await store({ policies: policiesWithout(bo) })
  const all = await coverage({ filter: 'all' })
  expect(namesOf(all)).toEqual(['Ada', 'Ärmel Cy', 'bo', 'zoe@partner.example'])
  expect(all.people.map(({ isGuest }) => isGuest)).toEqual([false, false, false, true])
  const first = await coverage({ filter: 'all', limit: 3 })
  expect([first.people.length, first.total]).toEqual([3, 4])
  const cursor = first.nextCursor ?? ''
  const second = await coverage({ filter: 'all', limit: 3, cursor })
  expect([...first.people, ...second.people]).toEqual(all.people)
  expect([second.total, second.nextCursor]).toEqual([4, null])
})

test('names the policy that would cover a person without one exclusion or condition', async () => {
  const users = { includeUsers: ['All'], excludeGroups: [SALES] }
  const [mfa, legacy] = policiesWithout()
  await store({
    policies: [{ ...mfa, conditions: { ...mfa?.conditions, users } }, legacy ?? {}],
    groups: [{ id: SALES, displayName: 'Sales' }],
    members: [{ groupId: SALES, memberId: bo }],
  })
  const found = await coverage()
  expect(found.people.map(({ userId, remedies }) => [userId, remedies])).toEqual([
    [
      bo,
      [
        {
          policyId: MFA,
          without: { kind: 'group', id: SALES, name: 'Sales' },
          situations: [1, 2, 3, 4, 6, 7],
          coversAll: true,
        },
      ],
    ],
  ])
  const everyone = await coverage({ filter: 'all' })
  expect(everyone.people.find(({ userId }) => userId === ada)?.remedies).toEqual([])
})

test('one person can be asked for alone, as far as the filter has the person', async () => {
  await store({ policies: policiesWithout(bo) })
  for (const [filter, userId, names] of [
    ['all', ada, ['Ada']],
    ['notCovered', bo, ['bo']],
    ['notCovered', ada, []],
    ['all', di, []],
  ] as const)
    expect(namesOf(await coverage({ filter, userId }))).toEqual(names)
})

test('continues after the same person when the tenant was read in between', async () => {
  await store({ policies: policiesWithout() })
  const { nextCursor } = await coverage({ filter: 'all', limit: 2 })
  const people = [{ id: guidOf(60), displayName: 'Aaron' }, ...PEOPLE]
  await store({ people, policies: policiesWithout() })
  const next = await coverage({ filter: 'all', limit: 2, cursor: nextCursor ?? '' })
  expect(namesOf(next)).toEqual(['bo', 'zoe@partner.example'])
  await store({ people: [...people].filter(({ id }) => id !== cy), policies: policiesWithout() })
  const gone = await coverage({ filter: 'all', limit: 2, cursor: nextCursor ?? '' })
  expect(namesOf(gone)).toEqual(['Ada', 'bo'])
})

test('skips no person when the last one of a page left in between', async () => {
  await store({ policies: policiesWithout() })
  const { nextCursor } = await coverage({ filter: 'all', limit: 2 })
  await store({ people: PEOPLE.filter(({ id }) => id !== cy), policies: policiesWithout() })
  const next = await coverage({ filter: 'all', limit: 2, cursor: nextCursor ?? '' })
  expect(namesOf(next)).toEqual(['bo', 'zoe@partner.example'])
})

test('one computation serves all pages of a reading for ten minutes, of the last eight tenants', async () => {
  const { db } = app.database.handle
  await store({ policies: policiesWithout(bo) })
  const facts = createCoverageFactsService(db)
  const computed: string[] = []
  const service = createCoverageService({
    repo: createCoverageRepo(db),
    facts: {
      ...facts,
      ofStored: (generation, userIds) => {
        // The people of one page are no computation.
        if (userIds === undefined) computed.push(generation.tenantId)
        return facts.ofStored(generation, userIds)
      },
    },
    names: createPolicyPageRepo(db),
    clock: app.clock,
  })
  const page = (id = tenantId) => service.page(grantTenantAccess(id), { filter: 'all', limit: 1 })
  const [first, second] = await Promise.all([page(), page()])
  expect(second).toEqual(first)
  expect(computed).toEqual([tenantId])
  app.clock.advance({ minutes: 9 })
  await page()
  expect(computed).toHaveLength(1)
  app.clock.advance({ minutes: 1 })
  await page()
  expect(computed).toHaveLength(2)
  for (let index = 0; index < 8; index += 1) {
    const at = app.clock.now()
    const other = { id: guidOf(2_000 + index), displayName: 'Other', at }
    await storeReading(db, other, { people: PEOPLE })
    await page(TenantId.parse(other.id))
  }
  await page(TenantId.parse(guidOf(2_007)))
  expect(computed).toHaveLength(10)
  await page()
  expect(computed).toHaveLength(11)
})

test('a text that is no cursor is refused', async () => {
  await store({ policies: policiesWithout() })
  const input = { params: { tenantId }, query: { cursor: 'nothing' } }
  const { status, body } = await viewer.refusal(getTenantCoverage, input)
  expect([status, body.fields?.[0]?.field]).toEqual([400, 'query.cursor'])
})

test('a declared emergency account is marked and no longer counted, at once', async () => {
  await store({ policies: policiesWithout(bo) })
  expect((await coverage()).mfa.verdict).toBe('partial')
  const accounts = [{ userId: bo, reason: 'Kept in the safe of the office' }]
  const body = { accounts, version: 0 }
  await technician.call(setEmergencyAccounts, { params: { tenantId }, body })
  const found = await coverage()
  expect(found.mfa).toMatchObject({
    verdict: 'required',
    counts: { members: 2, emergencyAccounts: 1 },
  })
  expect(found.people).toMatchObject([{ userId: bo, isEmergencyAccount: true }])
})

test('without policies that could be read it says what is missing and lists no people', async () => {
  const failure = { code: 'PERMISSION_MISSING', message: 'Not granted' } as const
  const partFailures = (['policies', 'licenses'] as const).map((part) => ({ part, ...failure }))
  await store({ partFailures })
  expect(await coverage()).toMatchObject({
    mfa: { verdict: 'notKnown', reasons: [{ kind: 'notRead', part: 'policies' }] },
    policies: [],
    people: [],
    total: 0,
  })
})

test('a tenant that was never read has no coverage', async () => {
  expect(await coverage()).toMatchObject({ mfa: { verdict: 'notKnown' }, dataAsOf: null, total: 0 })
})

test('a tenant without a grant is not found', async () => {
  const other = await app.addTenant(guidOf(2), 'Contoso')
  const params = { tenantId: other }
  expect((await viewer.refusal(getTenantCoverage, { params })).status).toBe(404)
})

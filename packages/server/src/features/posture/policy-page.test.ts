import type { TenantId } from '@tenantscope/contract/ids'
import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import { setEmergencyAccounts } from '@tenantscope/contract/posture'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { objectOf, storePosture } from '../../testing/stored-posture.ts'
import { storeReading } from '../../testing/stored-tenant.ts'
import type { StoredReading } from '../../testing/stored-tenant.ts'
import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

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
  tenantId = await app.addTenant(guidOf(3_000 + tenants), 'Fabrikam')
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
const [MFA, TRIAL, SALES, GONE] = [guidOf(71), guidOf(72), guidOf(81), guidOf(82)] as const
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'
const CHANGED = new Date('2026-03-04T05:06:07.000Z')

const PEOPLE = [
  { id: ada, displayName: 'Ada' },
  { id: bo, displayName: ' ', userPrincipalName: 'bo@fabrikam.example' },
  { id: cy, displayName: 'Cy' },
  { id: di, displayName: 'Di', accountEnabled: false },
  { id: guest, displayName: 'Zoe', userType: 'Guest' },
]
const mfaWith = (users: object) => ({
  id: MFA,
  displayName: 'MFA for everyone',
  modifiedDateTime: CHANGED,
  conditions: {
    users: { includeUsers: ['All'], ...users },
    applications: { includeApplications: ['All'] },
    clientAppTypes: ['all'],
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
})
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
const page = (policyId: string = MFA) =>
  viewer.call(getTenantPolicy, { params: { tenantId, policyId } })
const words = (name: string) => [{ id: null, name }]
const none = { members: 0, guests: 0, emergencyAccounts: 0 }

test('a policy is shown with its state, its dates and its controls in words', async () => {
  await store({ policies: [mfaWith({})] })
  const found = await page()
  expect(found).toMatchObject({
    id: MFA,
    displayName: 'MFA for everyone',
    state: 'enabled',
    createdAt: null,
    changedAt: CHANGED.toISOString(),
    dataAsOf: app.clock.now().toISOString(),
    checks: [],
  })
  expect(found.sections).toMatchObject({
    included: [{ label: 'Users', items: words('All users'), more: 0 }],
    resources: [{ label: 'Resources', items: words('All resources') }],
    access: [{ label: 'Access', items: words('Require multifactor authentication') }],
    excluded: [],
    session: [],
  })
})

test('users, groups and roles have their stored names; an id without one stays', async () => {
  const users = {
    includeRoles: [GLOBAL_ADMINISTRATOR],
    excludeUsers: [ada, bo.toUpperCase(), GONE],
    excludeGroups: [SALES, GONE],
  }
  await store({ policies: [mfaWith(users)], groups: [{ id: SALES, displayName: 'Sales' }] })
  const { included, excluded } = (await page()).sections
  expect(included).toMatchObject([
    { label: 'Users' },
    { label: 'Roles', items: [{ name: 'Global Administrator' }] },
  ])
  expect(excluded).toMatchObject([
    {
      label: 'Users',
      items: [
        { id: ada, name: 'Ada' },
        { id: bo.toUpperCase(), name: 'bo@fabrikam.example' },
        { id: GONE, name: null },
      ],
    },
    { label: 'Groups', items: [{ name: 'Sales' }, { id: GONE, name: null }] },
  ])
})

test('a list names 50 objects and counts the rest', async () => {
  const excludeUsers = Array.from({ length: 53 }, (_, index) => guidOf(9_000 + index))
  await store({ policies: [mfaWith({ excludeUsers })] })
  const [setting] = (await page()).sections.excluded
  expect([setting?.items.length, setting?.more]).toEqual([50, 3])
})

test('it counts the enabled people whom the policy reaches and excludes', async () => {
  await store({ policies: [mfaWith({ excludeUsers: [bo, di] })] })
  expect((await page()).reach).toEqual({
    reached: { ...none, members: 2, guests: 1 },
    excluded: { ...none, members: 1 },
    notKnown: none,
    total: { ...none, members: 3, guests: 1 },
  })
  const accounts = [{ userId: bo, reason: 'Kept in the safe of the office' }]
  const body = { accounts, version: 0 }
  await technician.call(setEmergencyAccounts, { params: { tenantId }, body })
  expect((await page()).reach?.excluded).toEqual({ ...none, emergencyAccounts: 1 })
})

test('a policy that is not enforced has the reach that it would have', async () => {
  const state = 'enabledForReportingButNotEnforced'
  const trial = { ...mfaWith({ excludeUsers: [cy] }), id: TRIAL, state }
  await store({ policies: [mfaWith({}), trial] })
  const { reach } = await page(TRIAL)
  expect([reach?.reached.members, reach?.excluded.members]).toEqual([2, 1])
})

test('without people the reach is not known', async () => {
  const failure = { part: 'users', code: 'PERMISSION_MISSING', message: 'Not granted' } as const
  await store({ people: [], policies: [mfaWith({})], partFailures: [failure] })
  expect((await page()).reach).toBeNull()
})

test('it lists the checks whose evidence names the policy, with their verdicts', async () => {
  await store({ policies: [mfaWith({})] })
  const [all, admins, other] = ['ca.mfa-all-users', 'ca.mfa-admins', 'ca.block-legacy']
  await storePosture(app.database.handle.db, {
    tenantId,
    at: app.clock.now(),
    verdicts: { [all]: 'failed' },
    objects: {
      [all]: [objectOf(ada), objectOf(MFA, 'policy')],
      [admins]: [objectOf(MFA, 'group')],
      [other]: [objectOf(TRIAL, 'policy')],
    },
  })
  expect((await page()).checks).toMatchObject([{ checkId: all, verdict: 'failed' }])
})

test('an unknown policy is not found, nor one of a tenant that was never read', async () => {
  const params = { tenantId, policyId: GONE }
  expect((await viewer.refusal(getTenantPolicy, { params })).status).toBe(404)
  await store({ policies: [mfaWith({})] })
  expect((await viewer.refusal(getTenantPolicy, { params })).status).toBe(404)
  const withNul = { tenantId, policyId: `${MFA}\0` }
  expect((await viewer.refusal(getTenantPolicy, { params: withNul })).status).toBe(404)
})

test('a policy of a tenant without a grant is not found', async () => {
  await store({ policies: [mfaWith({})] })
  const stranger = await app.signIn('viewer', { tenants: [] })
  const params = { tenantId, policyId: MFA }
  const { status, body } = await stranger.refusal(getTenantPolicy, { params })
  expect([status, body.message]).toEqual([404, 'Tenant not found'])
})

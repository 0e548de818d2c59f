import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { TenantId } from '@tenantscope/contract/ids'
import { VERDICT_LETTERS } from '@tenantscope/contract/posture'
import { refreshTenant } from '@tenantscope/contract/sync'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { downloadBackup, restoring, uploaded } from '../../testing/system-forms.ts'
import { RULES } from './rules.ts'

let world: RefreshWorld

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 14, users: 6 })
  // Nightly readings would make further checks readable at any time.
  await world.database.handle.executeSql('delete from pgboss.schedule')
  await world.refresh(await world.signIn('admin'))
})
afterAll(() => world.close())
afterEach(() => {
  world.simulator.faults.clear()
})

function tenantOf(story: string): Tenant {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (!tenant) throw new Error(`No tenant has the story ${story}`)
  return tenant
}

const idOf = ({ id }: Tenant) => TenantId.parse(id)

async function refresh(tenant: Tenant): Promise<void> {
  const admin = await world.signIn('admin')
  const params = { tenantId: idOf(tenant) }
  await world.finished(admin, (await admin.call(refreshTenant, { params })).runId)
}

const intervalsOf = (tenant: Tenant) =>
  world.database.handle.db
    .selectFrom('postureIntervals')
    .select(['checkId', 'verdict', 'change', 'since', 'until'])
    .where('tenantId', '=', idOf(tenant))
    .orderBy('checkId')
    .orderBy('since')
    .orderBy('id')
    .execute()

/** What began, apart from first judgings. */
async function changesOf(tenant: Tenant): Promise<string[]> {
  const intervals = await intervalsOf(tenant)
  return intervals
    .filter(({ change }) => change !== 'baseline')
    .map(({ checkId, change }) => `${change} ${checkId}`)
    .toSorted()
}

const postureOf = (tenant: Tenant) =>
  world.database.handle.db
    .selectFrom('tenantPostures')
    .selectAll()
    .where('tenantId', '=', idOf(tenant))
    .executeTakeFirstOrThrow()

function setAuthorization(tenant: Tenant, changes: object, permissions: object = {}): void {
  const { authorizationPolicy } = tenant.settings
  const before = authorizationPolicy['defaultUserRolePermissions']
  tenant.settings.authorizationPolicy = {
    ...authorizationPolicy,
    ...changes,
    defaultUserRolePermissions: Object.assign({}, before, permissions),
  }
}

/** Adds Microsoft Entra ID P2 to the first license of the tenant. */
function addP2(tenant: Tenant): void {
  const [first] = tenant.subscriptions
  if (!first) throw new Error('The tenant has no license')
  const P2 = { id: 'eec0eb4f-6444-4f95-aba0-50c24d67f998', name: 'AAD_PREMIUM_P2' }
  Object.assign(first, { sku: { ...first.sku, servicePlans: [...first.sku.servicePlans, P2] } })
}

test('a refresh stores the verdict and the evidence of every check, with the date of the data', async () => {
  const tenant = tenantOf('over-allocated')
  await refresh(tenant)
  const { db } = world.database.handle
  const posture = await postureOf(tenant)
  const { dataAsOf } = await db
    .selectFrom('tenants')
    .select('dataAsOf')
    .where('id', '=', idOf(tenant))
    .executeTakeFirstOrThrow()
  expect(posture).toMatchObject({ rules: RULES, dataAsOf, judgedAt: dataAsOf })
  expect(posture.verdicts).toHaveLength(CHECKS.length)

  const open = (await intervalsOf(tenant)).filter(({ until }) => until === null)
  const letters = CHECKS.map(({ id }) => {
    const verdict = open.findLast(({ checkId }) => checkId === id)?.verdict
    return verdict && VERDICT_LETTERS[verdict]
  })
  expect(letters.join('')).toBe(posture.verdicts)

  const evidence = await db
    .selectFrom('postureEvidence')
    .select(['checkId', 'reason'])
    .where('tenantId', '=', idOf(tenant))
    .execute()
  expect(evidence.map(({ checkId }) => checkId).toSorted()).toEqual(
    CHECKS.map(({ id }) => id).toSorted(),
  )
  expect(evidence.filter(({ reason }) => reason === '')).toEqual([])
})

test('ten changes in a month are these as new, regressed and fixed, and nothing else', async () => {
  const tenant = tenantOf('seats-wasted')
  const steps: (() => void)[] = [
    () => setAuthorization(tenant, {}, { allowedToCreateApps: true }),
    () => setAuthorization(tenant, {}, { allowedToCreateTenants: true }),
    () => setAuthorization(tenant, {}, { allowedToCreateSecurityGroups: true }),
    () => setAuthorization(tenant, { allowInvitesFrom: 'everyone' }),
    () => setAuthorization(tenant, { blockMsolPowerShell: false }),
    () => addP2(tenant),
    () => setAuthorization(tenant, { blockMsolPowerShell: true }),
    () => setAuthorization(tenant, {}, { allowedToCreateApps: false }),
    () => setAuthorization(tenant, { allowEmailVerifiedUsersToJoinOrganization: true }),
  ]
  for (const step of steps) {
    world.clock.advance({ hours: 3 * 24 })
    step()
    await refresh(tenant)
  }
  world.clock.advance({ hours: 3 * 24 })
  await refresh(tenant)

  expect(await changesOf(tenant)).toEqual([
    'fixed app.user-register',
    'fixed ten.msol-blocked',
    'new ca.signin-risk',
    'new ca.user-risk',
    'regressed app.user-register',
    'regressed guest.invites',
    'regressed ten.create-tenants',
    'regressed ten.email-join',
    'regressed ten.msol-blocked',
    'regressed ten.security-groups',
  ])
})

test('a part that cannot be read ends no verdict, and its return is no news', async () => {
  const tenant = tenantOf('seats-suspended')
  const readable = await readableOf(tenant)
  world.simulator.faults.add('roles-removed', { tenantId: tenant.id, roles: ['Policy.Read.All'] })
  await refresh(tenant)
  const changes = await changesOf(tenant)
  expect(changes).toContain('unreadable ca.mfa-all-users')
  expect(changes.filter((change) => !change.startsWith('unreadable '))).toEqual([])
  expect(await readableOf(tenant)).toEqual(readable)
  expect((await postureOf(tenant)).verdicts).toMatch(/^m/u)

  world.simulator.faults.clear()
  await refresh(tenant)
  expect(await readableOf(tenant)).toEqual(readable)
  expect(await changesOf(tenant)).toEqual(changes)
  const ended = (await intervalsOf(tenant)).filter(({ change }) => change === 'unreadable')
  expect(ended.filter(({ until }) => until === null)).toEqual([])
})

/** The open intervals of readable verdicts. */
async function readableOf(tenant: Tenant) {
  const intervals = await intervalsOf(tenant)
  return intervals.filter(
    ({ verdict, until }) => until === null && verdict !== 'notRead' && verdict !== 'noPermission',
  )
}

test('a tenant whose reading was throttled has the same verdicts', async () => {
  const tenant = tenantOf('group-licensing')
  const before = await readableOf(tenant)
  world.simulator.faults.add('throttle', { tenantId: tenant.id, times: 5, seconds: 1 })
  await refresh(tenant)
  expect(await readableOf(tenant)).toEqual(before)
  expect(await changesOf(tenant)).toEqual([])
})

test('a restored backup changes no interval at the next judging', async () => {
  const tenant = tenantOf('unknown-sku')
  const before = await readableOf(tenant)
  const { bytes } = await downloadBackup(await world.signIn('admin'))
  setAuthorization(tenant, { blockMsolPowerShell: true })
  await refresh(tenant)
  expect(await changesOf(tenant)).toEqual(['fixed ten.msol-blocked'])

  setAuthorization(tenant, { blockMsolPowerShell: false })
  await uploaded(await world.signIn('admin'), restoring(bytes))
  await refresh(tenant)
  expect(await changesOf(tenant)).toEqual([])
  expect(await readableOf(tenant)).toEqual(before)
})

import { TenantId } from '@tenantscope/contract/ids'
import type { Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { readUsage } from './activity.jobs.ts'

let world: RefreshWorld
let tenant: Tenant
const db = () => world.database.handle.db

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 6, users: 40 })
  const found = world.simulator.world.tenants.find(({ story }) => story === 'no-mfa-policy')
  if (!found) throw new Error('The simulated world has lost its tenant')
  tenant = found
  await world.refresh(await world.signIn('admin'))
})
afterAll(() => world.close())
beforeEach(async () => {
  world.simulator.faults.clear()
  await world.database.handle.executeSql(
    "delete from pgboss.job where state in ('created', 'retry')",
  )
  await db().updateTable('settings').set({ publicDnsRead: true }).execute()
})

const tenantId = () => TenantId.parse(tenant.id)

/** Reads the tenant and returns the state of its parts. */
async function read() {
  const since = world.clock.now()
  await world.jobs.send(readUsage, { tenantId: tenantId() })
  return vi.waitFor(
    async () => {
      const rows = await db()
        .selectFrom('tenantActivity')
        .selectAll()
        .where('tenantId', '=', tenantId())
        .where('part', 'in', ['devices', 'dns', 'perUserMfa'])
        .execute()
      expect(rows).toHaveLength(3)
      expect(rows.every(({ triedAt }) => triedAt >= since)).toBe(true)
      return new Map(rows.map((row) => [row.part, row]))
    },
    { timeout: 30_000, interval: 50 },
  )
}

test('devices are read with the dates of their last sign-in, in one request', async () => {
  world.simulator.counters.reset()
  const parts = await read()
  const { requestsByPath } = world.simulator.counters.readByName()
  expect(Object.entries(requestsByPath).filter(([path]) => path.includes('/devices'))).toEqual([
    [expect.any(String), 1],
  ])
  const devices = await db()
    .selectFrom('activityDevices')
    .selectAll()
    .where('readingId', '=', parts.get('devices')?.currentReadingId ?? -1)
    .execute()
  const owners = tenant.people.filter(
    ({ accountEnabled, givenName, userType }) =>
      accountEnabled && givenName !== null && userType !== 'Guest',
  )
  expect(devices.length).toBeGreaterThanOrEqual(owners.length)
  for (const device of devices) {
    expect(device.displayName).toMatch(/^(LAPTOP|PHONE)-/u)
    expect(device.accountEnabled).toBe(true)
    expect(device.lastSignInAt).toBeInstanceOf(Date)
  }
})

test('records of every mail domain but those of Microsoft are read; a domain without an answer is not known', async () => {
  const parts = await read()
  expect(parts.get('dns')).toMatchObject({ failureCode: null })
  const domains = await db()
    .selectFrom('activityDns')
    .selectAll()
    .where('readingId', '=', parts.get('dns')?.currentReadingId ?? -1)
    .execute()
  const names = domains.map(({ domain }) => domain)
  expect(names.length).toBeGreaterThan(0)
  expect(names.every((name) => !name.endsWith('.onmicrosoft.com'))).toBe(true)
  for (const { mx, txt, isDkimRead } of domains) {
    expect([txt === null, isDkimRead]).toEqual([mx === null, mx !== null])
    expect(mx?.[0] ?? 'mail.protection.outlook.com').toContain('mail.protection.outlook.com')
  }
})

test('when public DNS is switched off, no domain is looked up, and the reason is kept', async () => {
  await read()
  await db().updateTable('settings').set({ publicDnsRead: false }).execute()
  expect((await read()).get('dns')).toMatchObject({ failureCode: 'SWITCHED_OFF' })
})

test('per-user MFA of enabled members is read where no policy covers everybody', async () => {
  const [first] = tenant.people
  if (!first) throw new Error('The simulated tenant has no people')
  Object.assign(first, { perUserMfaState: 'enforced' })
  const parts = await read()
  const rows = await db()
    .selectFrom('activityPerUserMfa')
    .selectAll()
    .where('readingId', '=', parts.get('perUserMfa')?.currentReadingId ?? -1)
    .execute()
  const members = tenant.people.filter(
    ({ accountEnabled, userType }) => accountEnabled && userType !== 'Guest',
  )
  expect(rows.map(({ userId }) => userId).toSorted()).toEqual(
    members.map(({ id }) => id).toSorted(),
  )
  expect(rows.filter(({ state }) => state !== 'disabled')).toMatchObject([
    { userId: first.id, state: 'enforced' },
  ])
})

test('where MFA is required of everybody no one is asked for per-user MFA', async () => {
  await read()
  await db().updateTable('generations').set({ mfa: 'required' }).execute()
  world.simulator.counters.reset()
  expect((await read()).get('perUserMfa')).toMatchObject({ failureCode: 'NOT_NEEDED' })
  const { requestsByPath } = world.simulator.counters.readByName()
  const paths = Object.keys(requestsByPath)
  expect(paths.filter((path) => path.includes('/authentication/requirements'))).toEqual([])
  await db().updateTable('generations').set({ mfa: 'none' }).execute()
})

const withoutProtection = (people: number | null) => ({
  mfa: 'none',
  reasons: [{ kind: 'noProtection', people }],
})

test('the MFA verdict of a tenant without Conditional Access names whom per-user MFA is on for', async () => {
  const basic = world.simulator.world.tenants.find(({ story }) => story === 'hostile-directions')
  const [first, second] = basic?.people.filter(({ userType }) => userType !== 'Guest') ?? []
  if (!basic || !first || !second) throw new Error('The simulated world has lost its tenant')
  Object.assign(first, { perUserMfaState: 'enforced', accountEnabled: true })
  Object.assign(second, { perUserMfaState: 'enabled', accountEnabled: true })
  const reasonsOf = async () => {
    const { mfa, mfaCoverage } = await db()
      .selectFrom('tenants')
      .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
      .select(['mfa', 'mfaCoverage'])
      .where('tenants.id', '=', TenantId.parse(basic.id))
      .executeTakeFirstOrThrow()
    return { mfa, reasons: mfaCoverage?.reasons }
  }
  expect(await reasonsOf()).toEqual(withoutProtection(null))
  await world.jobs.send(readUsage, { tenantId: TenantId.parse(basic.id) })
  await vi.waitFor(async () => expect(await reasonsOf()).toEqual(withoutProtection(2)), {
    timeout: 30_000,
    interval: 50,
  })
})

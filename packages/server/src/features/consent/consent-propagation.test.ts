import { getConsent } from '@tenantscope/contract/consent'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'
import { CONSENT } from '@tenantscope/contract/limits'
import { refreshTenant } from '@tenantscope/contract/sync'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createConsentWorld } from '../../testing/consent-world.ts'
import type { ConsentWorld } from '../../testing/consent-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createConsentRepo } from './consent.repo.ts'

let world: ConsentWorld
let admin: TestBrowser
let fabrikam: TenantId
beforeAll(async () => {
  world = await createConsentWorld()
  ;({ fabrikam } = world)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.beginAnew()
  admin = await world.signIn('admin')
  await world.addTenant(fabrikam, 'Fabrikam')
})

const consent = () => world.consent(admin, { kind: 'interactive', tenantId: fabrikam })
const read = (consentId: ConsentId) => admin.call(getConsent, { params: { consentId } })
const hours = (since: string | null | undefined) => Date.parse(since ?? '') / 3_600_000
const listed = async () =>
  (await admin.call(listTenants, {})).tenants.find(({ id }) => id === fabrikam)

test.each(['consent-propagating', 'roles-propagating', 'principal-propagating'] as const)(
  'a consent that spreads slowly (%s) is waited for, and then the tenant is read',
  async (fault) => {
    const { id: faultId } = world.simulator.faults.add(fault, { seconds: 3_600 })
    const { id, landing } = await consent()
    expect(landing).toBe(`result=pending&tenant=${fabrikam}&consent=${id}`)
    expect(await world.look(admin, id)).toBe('propagating')
    expect(await listed()).toMatchObject({ consent: { state: 'none' }, dataAsOf: null })
    world.simulator.faults.clear({ id: faultId })
    expect(await world.look(admin, id)).toBe('succeeded')
    await world.atRest()
    expect(await listed()).toMatchObject({ status: 'Active', consent: { state: 'granted' } })
  },
)

test('a consent that never shows is given up after ten minutes, and says so', async () => {
  world.simulator.faults.add('consent-propagating', { seconds: 86_400 })
  const { id } = await consent()
  world.clock.advance({ minutes: CONSENT.propagationMinutes })
  expect(await world.look(admin, id)).toBe('unproven')
  const { problem, message } = await read(id)
  expect([problem, message]).toEqual([
    'unproven',
    'Microsoft reported that consent was given, but tokens of the organization do not contain it.',
  ])
  expect((await world.trail()).at(-1)).toBe('consent refused unproven by admin')
  expect(await listed()).toMatchObject({ consent: { state: 'none' } })
})

test('a consent whose looks were lost is not shown as waiting for ever', async () => {
  world.simulator.faults.add('consent-propagating', { seconds: 86_400 })
  const { id } = await consent()
  await world.database.handle.executeSql(`delete from pgboss.job where name = 'verify-consent'`)
  world.clock.advance({ minutes: 2 * CONSENT.propagationMinutes })
  expect(await read(id)).toMatchObject({ state: 'unproven', problem: 'unproven' })
  const repo = createConsentRepo(world.database.handle.db)
  const { answeredAt } = (await repo.find(id))!
  await repo.giveUpLost(answeredAt!, world.clock.now())
  expect((await repo.find(id))?.state).toBe('propagating')
  await repo.giveUpLost(new Date(answeredAt!.getTime() + 1), world.clock.now())
  expect((await repo.find(id))?.state).toBe('unproven')
})

test('each check schedules the next one', async () => {
  world.simulator.faults.add('consent-propagating', { seconds: 86_400 })
  const waiting = async () => {
    const { rows } = await world.database.handle.executeSql(
      `select extract(epoch from start_after - created_on) as seconds from pgboss.job
       where name = 'verify-consent' and state = 'created' order by start_after`,
    )
    return rows.map(({ seconds }) => Number(seconds))
  }
  await world.database.handle.executeSql(`delete from pgboss.job where name = 'verify-consent'`)
  const { id } = await consent()
  expect(await waiting()).toEqual([10])
  await world.database.handle.executeSql(`delete from pgboss.job where name = 'verify-consent'`)
  world.clock.advance({ minutes: 4 })
  await world.look(admin, id)
  expect(await waiting()).toEqual([60])
})

test('what may pass at Microsoft is tried again', async () => {
  world.simulator.faults.add('directory-unavailable', { tenantId: fabrikam })
  const { id, landing } = await consent()
  expect(landing).toContain('result=pending')
  world.simulator.faults.clear()
  expect(await world.look(admin, id)).toBe('succeeded')
})

test('new permissions of a tenant that had consented are waited for; what stays missing is named', async () => {
  const tenant = world.simulator.world.tenants.find(({ id }) => id === fabrikam)!
  const old = world.simulator.world.registration.requiredPermissions.filter(
    (name) => name !== 'Policy.Read.All',
  )
  tenant.consent = { servicePrincipalId: 'sp-1', roles: [...old] }
  await admin.call(refreshTenant, { params: { tenantId: fabrikam } })
  await world.atRest()
  expect(await listed()).toMatchObject({ missingPermissions: ['Policy.Read.All'] })

  const { id: faultId } = world.simulator.faults.add('roles-propagating', { seconds: 86_400 })
  const waiting = await consent()
  expect(waiting.landing).toContain('result=pending')
  world.simulator.faults.clear({ id: faultId })
  expect(await world.look(admin, waiting.id)).toBe('succeeded')
  await world.atRest()
  expect(await listed()).toMatchObject({ missingPermissions: [] })

  tenant.consent = { servicePrincipalId: 'sp-1', roles: [...old] }
  await admin.call(refreshTenant, { params: { tenantId: fabrikam } })
  await world.atRest()
  world.simulator.faults.add('roles-removed', { roles: ['Policy.Read.All'] })
  const partial = await consent()
  expect(partial.landing).toContain('result=pending')
  world.clock.advance({ minutes: CONSENT.propagationMinutes })
  expect(await world.look(admin, partial.id)).toBe('succeeded')
  expect((await read(partial.id)).message).toContain('not for Policy.Read.All')
})

test('a consent that is withdrawn is shown as lost until it is given again', async () => {
  await consent()
  await world.atRest()
  const granted = await listed()
  expect(granted?.consent.state).toBe('granted')
  world.clock.advance({ hours: 1 })
  const fault = world.simulator.faults.add('consent-withdrawn', { tenantId: fabrikam })
  await admin.call(refreshTenant, { params: { tenantId: fabrikam } })
  await world.atRest()
  const lost = await listed()
  expect(lost).toMatchObject({
    consent: { state: 'lost' },
    failure: { code: 'CONSENT_REQUIRED' },
    dataAsOf: granted?.dataAsOf,
  })
  expect(hours(lost?.consent.since) - hours(granted?.consent.since)).toBeGreaterThanOrEqual(1)
  world.simulator.faults.clear({ id: fault.id })
  await consent()
  await world.atRest()
  const again = await listed()
  expect(again).toMatchObject({ consent: { state: 'granted' }, failure: null })
  expect(hours(again?.consent.since)).toBeGreaterThan(hours(lost?.consent.since))
})

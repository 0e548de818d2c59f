import { TenantId } from '@tenantscope/contract/ids'
import { refreshTenant } from '@tenantscope/contract/sync'
import type { SyncRun } from '@tenantscope/contract/sync'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { skuNamed } from '@tenantscope/graph-sim/world/catalog'
import {
  addSubscription,
  assignLicense,
  giveGroupLicense,
  setSeats,
  takeGroupLicense,
  takeLicense,
} from '@tenantscope/graph-sim/world/change-licenses'
import { changePerson, removePeople } from '@tenantscope/graph-sim/world/change-people'
import type { Person, Tenant } from '@tenantscope/graph-sim/world/types'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let world: RefreshWorld
let admin: TestBrowser
let db: Kysely<Database>
let tenant: Tenant
let tenantId: TenantId

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 4, users: 12 })
  db = world.database.handle.db
  admin = await world.signIn('admin')
  await world.refresh(admin)
  const whole = world.simulator.world.tenants.find(
    ({ consent, kind, story }) => consent !== null && kind === 'csp' && story !== 'hostile-names',
  )
  if (!whole) throw new Error('The simulated world has no tenant that can be read')
  tenant = whole
  tenantId = TenantId.parse(whole.id)
})
afterAll(() => world.close())
beforeEach(() => world.simulator.counters.reset())
afterEach(() => {
  world.simulator.faults.clear()
})

async function refresh(): Promise<SyncRun> {
  const { runId } = await admin.call(refreshTenant, { params: { tenantId } })
  return world.finished(admin, runId)
}

async function current(): Promise<GenerationOfTenant> {
  const row = await db
    .selectFrom('tenants')
    .select('currentGenerationId')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { tenantId, generationId: row.currentGenerationId ?? 0 }
}

const links = () =>
  db
    .selectFrom('tenantDeltaLinks')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .orderBy('resource')
    .execute()

/** How often everything was listed, and how often changes were asked for. */
function asked() {
  const { requestsByPath } = world.simulator.counters.readByName()
  return {
    lists: (requestsByPath['GET /users'] ?? 0) + (requestsByPath['GET /groups'] ?? 0),
    changes: (requestsByPath['GET /users/delta'] ?? 0) + (requestsByPath['GET /groups/delta'] ?? 0),
  }
}

async function storedPeople(): Promise<string[]> {
  const rows = await rowsOf(db, 'directoryUsers', await current())
    .select(['id', 'displayName', 'jobTitle'])
    .execute()
  return rows.map((row) => [row.id, row.displayName, row.jobTitle].join(' ')).toSorted()
}
const simulatedPeople = () =>
  tenant.people
    .map(({ id, displayName, jobTitle }) => [id, displayName, jobTitle].join(' '))
    .toSorted()

function anyone(): Person {
  const person = tenant.people.find(({ licenses }) => licenses.length > 0)
  if (!person) throw new Error('No user has a license')
  return person
}

test('where nothing changed no row of people and groups is written, and no list is read', async () => {
  await refresh()
  expect(asked()).toEqual({ lists: 0, changes: 2 })
  const { generationId } = await current()
  for (const table of [
    'directoryUsers',
    'directoryLicenseAssignments',
    'directoryGroups',
  ] as const) {
    const written = await db
      .selectFrom(table)
      .select('tenantId')
      .where((eb) =>
        eb.or([eb('fromGeneration', '=', generationId), eb('toGeneration', '=', generationId)]),
      )
      .execute()
    expect([table, written]).toEqual([table, []])
  }
})

test('a change writes only the user that it names, and omitted properties stay', async () => {
  const person = anyone()
  changePerson(tenant, person.id, { jobTitle: 'Pilot' })
  await refresh()
  expect(asked().lists).toBe(0)
  expect(await storedPeople()).toEqual(simulatedPeople())
  const { generationId } = await current()
  const written = await db
    .selectFrom('directoryUsers')
    .select('id')
    .where('fromGeneration', '=', generationId)
    .execute()
  expect(written).toEqual([{ id: person.id }])
  const licenses = await rowsOf(db, 'directoryLicenseAssignments', await current())
    .select('skuId')
    .where('userId', '=', person.id)
    .execute()
  expect(new Set(licenses.map(({ skuId }) => skuId))).toEqual(
    new Set(person.licenses.map(({ skuId }) => skuId)),
  )
})

test('who is removed goes with the licenses, and the figures follow', async () => {
  const person = anyone()
  removePeople(tenant, [person.id])
  await refresh()
  expect(asked().lists).toBe(0)
  expect(await storedPeople()).toEqual(simulatedPeople())
  const licenses = await rowsOf(db, 'directoryLicenseAssignments', await current())
    .select('skuId')
    .where('userId', '=', person.id)
    .execute()
  expect(licenses).toEqual([])
  const { userCount, tenant: shown } = await admin.call(getTenantDetails, { params: { tenantId } })
  expect(userCount).toBe(tenant.people.length)
  expect(shown.figures?.licensedPeople).toBe(
    tenant.people.filter(({ licenses: held }) => held.length > 0).length,
  )
})

test('a license that is removed and assigned again is read from the change alone', async () => {
  const [license] = tenant.people
    .flatMap(({ id, licenses }) => licenses.map((held) => ({ id, ...held })))
    .filter(({ assignedByGroup }) => assignedByGroup === null)
  if (!license) throw new Error('No user has a direct license')
  const { id, skuId } = license
  const held = async () =>
    rowsOf(db, 'directoryLicenseAssignments', await current())
      .select('skuId')
      .where('userId', '=', id)
      .where('assignedByGroup', '=', '')
      .execute()
  expect(await held()).toContainEqual({ skuId })
  takeLicense(tenant, id, skuId)
  await refresh()
  expect(await held()).not.toContainEqual({ skuId })
  assignLicense(tenant, id, skuId)
  await refresh()
  expect(await held()).toContainEqual({ skuId })
  expect(asked().lists).toBe(0)
})

/** A group without licenses, and a SKU of which one of its members holds a direct seat. */
function groupAndDirectSeat() {
  for (const group of tenant.groups.filter(({ assignedSkuIds }) => assignedSkuIds.length === 0))
    for (const person of tenant.people.filter(({ id }) => group.memberIds.includes(id)))
      for (const { skuId, assignedByGroup } of person.licenses)
        if (assignedByGroup === null && person.usageLocation !== null)
          return { group, person, skuId }
  throw new Error('No member of a group holds a license directly')
}

const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted()

/** As the directory has them, and as they are stored. */
async function assignments(ids: readonly string[]) {
  const stored = await rowsOf(db, 'directoryLicenseAssignments', await current())
    .select(['userId', 'skuId', 'assignedByGroup', 'state', 'error'])
    .where('userId', 'in', ids)
    .execute()
  const simulated = tenant.people
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ id: userId, licenses }) =>
      licenses.map(({ skuId, assignedByGroup, state, error }) => ({
        userId,
        skuId,
        assignedByGroup: assignedByGroup ?? '',
        state: state ?? 'Active',
        error: error ?? null,
      })),
    )
  return { stored: inOrder(stored), simulated: inOrder(simulated) }
}

describe('what no change reports of licenses follows within one refresh', () => {
  test('direct, then direct and by a group, by a group only, and direct only', async () => {
    const { group, person, skuId } = groupAndDirectSeat()
    setSeats(tenant, skuId, 100)
    const steps = [
      () => giveGroupLicense(tenant, group.id, skuId),
      () => takeLicense(tenant, person.id, skuId),
      () => assignLicense(tenant, person.id, skuId),
      // The last group license goes: its former members are read once more.
      () => takeGroupLicense(tenant, group.id, skuId),
    ]
    for (const step of steps) {
      step()
      await refresh()
      const { stored, simulated } = await assignments(group.memberIds)
      expect(stored).toEqual(simulated)
    }
    expect(person.licenses.filter((each) => each.skuId === skuId)).toHaveLength(1)
  })

  test('an assignment that fails for a person who never held the license, and its end', async () => {
    const { group } = groupAndDirectSeat()
    const [bought] = tenant.subscriptions
    if (!bought) throw new Error('No subscriptions')
    const sku = skuNamed('POWER_BI_PRO')
    addSubscription(tenant, { ...bought, sku, subscriptionId: 'no-seats', enabled: 0 })
    const { skuId } = sku
    giveGroupLicense(tenant, group.id, skuId)
    await refresh()
    const failed = await assignments(group.memberIds)
    expect(failed.simulated.join()).toContain('CountViolation')
    expect(failed.stored).toEqual(failed.simulated)
    takeGroupLicense(tenant, group.id, skuId)
    await refresh()
    const ended = await assignments(group.memberIds)
    expect(ended.stored.join()).not.toContain('CountViolation')
    expect(ended.stored).toEqual(ended.simulated)
  })
})

describe('everything is read again', () => {
  test('in the same refresh when Microsoft no longer has the changes', async () => {
    const before = await links()
    changePerson(tenant, anyone().id, { jobTitle: 'After the link expired' })
    world.simulator.faults.add('expired-delta', { tenantId, times: 2 })
    expect((await refresh()).state).toBe('succeeded')
    expect(asked().lists).toBeGreaterThanOrEqual(2)
    expect(await storedPeople()).toEqual(simulatedPeople())
    for (const [index, link] of (await links()).entries())
      expect(link.fullReadAt.getTime()).toBeGreaterThan(before[index]?.fullReadAt.getTime() ?? 0)
  })

  test('and counts when Microsoft refuses the new link right after; the next refresh reads it all', async () => {
    changePerson(tenant, anyone().id, { jobTitle: 'Between two links' })
    // Both collections: the stored link, and the one that was taken before the full read.
    world.simulator.faults.add('expired-delta', { tenantId })
    expect((await refresh()).state).toBe('succeeded')
    expect(await storedPeople()).toEqual(simulatedPeople())
    world.simulator.faults.clear()
    world.simulator.counters.reset()
    expect((await refresh()).state).toBe('succeeded')
    expect(asked().lists).toBeGreaterThanOrEqual(2)
    world.simulator.counters.reset()
    await refresh()
    expect(asked().lists).toBe(0)
  })

  test.each([
    ['the link is too old for Microsoft', { takenAt: new Date(0) }],
    ['the last full read was days ago', { fullReadAt: new Date(0) }],
    ['other properties are read than those of the link', { selected: 'id' }],
    ['another app registration took the link', { clientId: 'another' }],
  ])('when %s', async (_reason, changed) => {
    // No change reports this.
    Object.assign(anyone(), { jobTitle: `Unseen ${Object.keys(changed).join('')}` })
    await refresh()
    expect(asked().lists).toBe(0)
    expect(await storedPeople()).not.toEqual(simulatedPeople())
    await db.updateTable('tenantDeltaLinks').set(changed).where('tenantId', '=', tenantId).execute()
    await refresh()
    expect(asked().lists).toBeGreaterThanOrEqual(2)
    expect(await storedPeople()).toEqual(simulatedPeople())
    world.simulator.counters.reset()
    await refresh()
    expect(asked().lists).toBe(0)
  })

  test('when the people could not be read meanwhile: they were unknown, not as they had been', async () => {
    const before = await current()
    const people = await storedPeople()
    world.simulator.faults.add('roles-removed', {
      tenantId,
      roles: ['Directory.Read.All', 'User.Read.All'],
    })
    expect((await refresh()).state).toBe('succeeded')
    expect(await storedPeople()).toEqual([])
    expect((await links()).map(({ resource }) => resource)).not.toContain('users')
    const seen = await rowsOf(db, 'directoryUsers', before).select('id').execute()
    expect(seen).toHaveLength(people.length)
    world.simulator.faults.clear()
    await refresh()
    expect(await storedPeople()).toEqual(simulatedPeople())
    expect(await links()).toHaveLength(2)
  })
})

import { getCurrentUser } from '@tenantscope/contract/auth'
import { UserId } from '@tenantscope/contract/ids'
import type { TenantId } from '@tenantscope/contract/ids'
import {
  createTenantGroup,
  deleteTenantGroup,
  listTenantGroups,
  saveTenantGroup,
  setUserAccess,
} from '@tenantscope/contract/tenant-groups'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import { listTenants } from '@tenantscope/contract/tenants'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { z } from 'zod'

import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

let app: TestApp
let admin: TestBrowser
let a: TenantId
let b: TenantId
let c: TenantId

beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  await app.reset()
  a = await app.addTenant(guidOf(1), 'Alpha')
  b = await app.addTenant(guidOf(2), 'Beta')
  c = await app.addTenant(guidOf(3), 'Gamma')
  admin = await app.signIn('admin')
})
afterAll(() => app.close())

const create = (name: string, tenantIds: TenantId[] = []) =>
  admin.call(createTenantGroup, { body: { name, tenantIds } })
const listed = async (person: TestBrowser) => (await person.call(listTenantGroups, {})).groups
const seen = async (person: TestBrowser) =>
  (await person.call(listTenants, {})).tenants.map(({ id }) => id)
const audited = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['action', 'changedBy', 'oldValue', 'newValue', 'details', 'ipAddress'])
    .where('action', 'like', 'tenant group %')
    .orderBy('id')
    .execute()
const detailsOf = (entry: { details: string | null } | undefined): unknown =>
  JSON.parse(entry?.details ?? 'null')

test.runIf(process.env['TENANTSCOPE_TEST_DATABASE'] === 'postgres')(
  'a tenant that is erased while it is granted is refused as one that is not there',
  async () => {
    await app.signIn('viewer')
    const { id } = (await app.people.users.list()).find(({ role }) => role === 'viewer')!
    const other = new pg.Client(app.database.databaseUrl ?? '')
    await other.connect()
    let granting: Promise<unknown> | undefined
    try {
      await other.query('begin')
      await other.query('delete from tenants where id = $1', [a])
      const body: TenantAccessGrant = { mode: 'list', tenantIds: [a, b], groupIds: [] }
      granting = admin.refusal(setUserAccess, { params: { userId: id }, body })
      await vi.waitFor(
        async () => {
          const { rowCount } = await other.query(
            `select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
          )
          expect(rowCount).toBe(1)
        },
        { timeout: 30_000 },
      )
      await other.query('commit')
    } finally {
      await other.end()
    }
    expect(await granting).toMatchObject({
      status: 400,
      body: { message: `No tenant has these IDs: ${a}`, fields: [{ field: 'body.tenantIds' }] },
    })
  },
)

test('a group is made, changed and deleted, each with its entry in the trail', async () => {
  const made = await create('  North ', [a, b, a])
  expect(made).toEqual({ id: made.id, name: 'North', tenantIds: [a, b], version: 1 })
  const params = { groupId: made.id }
  const body = { name: 'NORTH', tenantIds: [b, c], version: 1 }
  const changed = await admin.call(saveTenantGroup, { params, body })
  expect(changed).toEqual({ id: made.id, name: 'NORTH', tenantIds: [b, c], version: 2 })
  expect(await listed(admin)).toEqual([changed])
  const { message } = await admin.call(deleteTenantGroup, { params })
  expect(message).toBe('NORTH was deleted.')
  expect(await listed(admin)).toEqual([])

  const entries = await audited()
  expect(entries).toMatchObject([
    { action: 'tenant group created', oldValue: null, newValue: 'North: 2 tenants' },
    { action: 'tenant group changed', oldValue: 'North: 2 tenants', newValue: 'NORTH: 2 tenants' },
    { action: 'tenant group deleted', oldValue: 'NORTH: 2 tenants', newValue: null },
  ])
  expect(entries.every(({ ipAddress }) => ipAddress === '127.0.0.1')).toBe(true)
  expect(entries.map(detailsOf)).toEqual([
    { groupId: made.id, tenantIds: [a, b] },
    { groupId: made.id, added: [c], removed: [a], people: [] },
    { groupId: made.id, tenantIds: [b, c], people: [] },
  ])
})

describe('nothing is written when', () => {
  test('a name is empty, invisible, too long or no text', async () => {
    for (const [name, message] of [
      [' ', 'Enter a name'],
      ['\u200B\u202E', 'Enter a name'],
      ['\0', 'Enter a name'],
      ['n'.repeat(81), 'Keep the name under 80 characters'],
      [7, 'Enter a name'],
    ]) {
      const { status, body } = await admin.refusal(createTenantGroup, {
        body: { name, tenantIds: [] },
      })
      expect([status, body.fields]).toEqual([400, [{ field: 'body.name', message }]])
    }
    expect(await listed(admin)).toEqual([])
    expect(await audited()).toEqual([])
  })

  test('another group has the name, whatever the case', async () => {
    await create('Zürich')
    const south = await create('South', [a])
    const message = 'A tenant group named zürich already exists'
    const body = { name: 'zürich', tenantIds: [] }
    const params = { groupId: south.id }
    for (const refused of [
      await admin.refusal(createTenantGroup, { body }),
      await admin.refusal(saveTenantGroup, { params, body }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', message, fields: [{ field: 'body.name', message }] },
      })
    expect((await listed(admin)).map(({ name }) => name)).toEqual(['South', 'Zürich'])
    expect((await listed(admin))[0]).toEqual(south)
  })

  test('two people give one name at one moment: one of them is refused', async () => {
    const both = await Promise.allSettled([create('North'), create('north')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await listed(admin)).toHaveLength(1)
  })

  test('a tenant is not known: the field and the id are named', async () => {
    const unknown = guidOf(404)
    const message = `No tenant has these IDs: ${unknown}`
    const group = await create('North', [a])
    const body = { name: 'Other', tenantIds: [a, unknown] }
    const params = { groupId: group.id }
    for (const refused of [
      await admin.refusal(createTenantGroup, { body }),
      await admin.refusal(saveTenantGroup, { params, body }),
    ])
      expect([refused.status, refused.body.fields]).toEqual([
        400,
        [{ field: 'body.tenantIds', message }],
      ])
    expect(await listed(admin)).toEqual([group])
  })

  test('a conflict names the user who changed the group', async () => {
    const { id } = await create('North', [a])
    const save = (name: string, version?: number) => ({
      params: { groupId: id },
      body: { name, tenantIds: [b], ...(version === undefined ? {} : { version }) },
    })
    await admin.call(saveTenantGroup, save('First', 1))
    const refused = await admin.refusal(saveTenantGroup, save('Second', 1))
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/^changed by admin-\S+ at \d{4}-\d\d-\d\dT\S+Z$/u)
    expect(await listed(admin)).toMatchObject([{ name: 'First', version: 2 }])
    const both = await Promise.allSettled(
      ['Third', 'Fourth'].map((name) => admin.call(saveTenantGroup, save(name, 2))),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await admin.call(saveTenantGroup, save('Fifth'))).toMatchObject({ version: 4 })
  })

  test.each(['404', '0', 'abc', '99999999999'])('there is no group %s', async (groupId) => {
    const body = { name: 'North', tenantIds: [] }
    expect((await admin.refusal(saveTenantGroup, { params: { groupId }, body })).status).toBe(404)
    expect((await admin.refusal(deleteTenantGroup, { params: { groupId } })).status).toBe(404)
  })
})

describe('who sees which groups', () => {
  test('a person sees those that hold a tenant of theirs, and of these only such tenants', async () => {
    await create('Empty')
    const both = await create('Both', [a, b])
    await create('Foreign', [c])
    const viewer = await app.signIn('viewer', { tenants: [a] })
    expect(await listed(viewer)).toEqual([{ ...both, tenantIds: [a] }])
    expect((await viewer.call(listTenants, {})).tenants).toMatchObject([{ groupIds: [both.id] }])
    expect(await listed(await app.signIn('technician'))).toEqual([])
    expect((await listed(admin)).map(({ name }) => name)).toEqual(['Both', 'Empty', 'Foreign'])
  })

  test('who sees all tenants sees all groups that hold any, but is no administrator', async () => {
    await create('Empty')
    const both = await create('Both', [a, b])
    const viewer = await app.signIn('viewer', { tenants: 'all' })
    expect(await listed(viewer)).toEqual([both])
    const body = { name: 'Own', tenantIds: [] }
    expect((await viewer.refusal(createTenantGroup, { body })).status).toBe(403)
  })
})

type Grant = z.input<typeof TenantAccessGrant>

/** How many rows of each kind of grant there are. */
async function grantRows() {
  const { db } = app.database.handle
  const list = await db.selectFrom('userTenantAccess').selectAll().execute()
  return [list.length, (await db.selectFrom('userGroupAccess').selectAll().execute()).length]
}

describe('access of a person', () => {
  let viewer: TestBrowser
  let userId: number
  beforeEach(async () => {
    viewer = await app.signIn('viewer', { tenants: [a] })
    userId = (await viewer.call(getCurrentUser, {})).user.id
  })
  const set = (body: Grant) =>
    admin.call(setUserAccess, { params: { userId: UserId.parse(userId) }, body })

  test('each mode replaces what was, counts at the next request and leaves nothing behind', async () => {
    const group = await create('North', [b, c])
    expect(await set({ mode: 'groups', groupIds: [group.id, group.id], tenantIds: [a] })).toEqual({
      mode: 'groups',
      tenantIds: [],
      groupIds: [group.id],
    })
    expect(await seen(viewer)).toEqual([b, c])
    expect(await grantRows()).toEqual([0, 1])
    await set({ mode: 'list', tenantIds: [a, b], groupIds: [group.id] })
    expect(await seen(viewer)).toEqual([a, b])
    expect(await grantRows()).toEqual([2, 0])
    await set({ mode: 'list', tenantIds: [c] })
    expect(await seen(viewer)).toEqual([c])
    await set({ mode: 'all', tenantIds: [a], groupIds: [group.id] })
    expect(await seen(viewer)).toEqual([a, b, c])
    expect(await grantRows()).toEqual([0, 0])
    await set({ mode: 'groups' })
    expect(await seen(viewer)).toEqual([])
  })

  test('it is audited with who was meant, what was and what is', async () => {
    await create('North', [b])
    const group = await create('South', [c])
    await set({ mode: 'groups', groupIds: [group.id] })
    const trail = await app.database.handle.db
      .selectFrom('securityAuditLog')
      .select(['type', 'changedBy', 'targetUserId', 'oldValue', 'newValue', 'ipAddress'])
      .where('action', '=', 'tenant access set')
      .execute()
    const changedBy: unknown = expect.stringMatching(/^admin-/u)
    expect(trail).toEqual([
      {
        type: 'access',
        changedBy,
        targetUserId: userId,
        oldValue: 'list',
        newValue: 'South',
        ipAddress: '127.0.0.1',
      },
    ])
  })

  test('unknown ids are refused with their field, and the user keeps the previous access', async () => {
    const refusals = [
      [
        'tenantIds',
        { mode: 'list', tenantIds: [b, guidOf(404)] },
        `Unknown tenant: ${guidOf(404)}`,
      ],
      ['groupIds', { mode: 'groups', groupIds: [404] }, 'Unknown tenant group: 404'],
      ['groupIds.0', { mode: 'groups', groupIds: [99_999_999_999] }, ''],
      ['mode', { mode: 'some' }, ''],
      ['tenantIds.0', { mode: 'list', tenantIds: ['x'] }, ''],
    ] as const
    for (const [field, body, message] of refusals) {
      const refused = await admin.refusal(setUserAccess, { params: { userId }, body })
      expect([refused.status, refused.body.fields?.[0]?.field]).toEqual([400, `body.${field}`])
      expect(refused.body.message).toContain(message)
    }
    expect(await seen(viewer)).toEqual([a])
  })

  test('a person who does not exist, and what is no id, are answered as specified', async () => {
    const body = { mode: 'all' }
    const unknown = await admin.refusal(setUserAccess, { params: { userId: 404 }, body })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'User not found'])
    const bad = await admin.refusal(setUserAccess, { params: { userId: 'abc' }, body })
    expect([bad.status, bad.body.message]).toEqual([400, 'Valid user ID required'])
    const huge = await admin.refusal(setUserAccess, { params: { userId: 99_999_999_999 }, body })
    expect(huge.status).toBe(404)
  })

  test('the trail of a deleted group names who saw tenants by it, and they see them no longer', async () => {
    const group = await create('North', [b, c])
    await set({ mode: 'groups', groupIds: [group.id] })
    const params = { groupId: group.id }
    const { message } = await admin.call(deleteTenantGroup, { params })
    expect(message).toBe('North was deleted. 1 user no longer sees tenants by it.')
    const { username } = (await viewer.call(getCurrentUser, {})).user
    expect(detailsOf((await audited()).at(-1))).toMatchObject({ people: [username] })
    expect(await seen(viewer)).toEqual([])
    expect(await grantRows()).toEqual([0, 0])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../../simulator.ts'
import {
  createCalls,
  isBody,
  rowsOf,
  tenantOf,
  type Answer,
  type Body,
  type Calls,
} from '../../testing/calls.ts'
import { addMembers, removeGroup, removeMembers, restoreGroup } from '../../world/change-groups.ts'
import { assignLicense, giveGroupLicense, takeLicense } from '../../world/change-licenses.ts'
import {
  changePerson,
  deletePerson,
  removePeople,
  restorePerson,
} from '../../world/change-people.ts'
import type { Person, Tenant } from '../../world/types.ts'

const PREFIX = 'https://graph.microsoft.com/v1.0'
const DAY_MS = 86_400_000
const SELECT = '$select=displayName,jobTitle,mail,accountEnabled'

describe('delta', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant
  let now = Date.UTC(2026, 10, 20)

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8, users: 450, speed: 100_000, now: () => now })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'seats-wasted')
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
  })

  async function get(path: string): Promise<Answer> {
    return calls.graph(tenant, path.replaceAll(' ', '%20'))
  }

  /** All pages of a round, and the path of the next one. */
  async function readRound(path: string) {
    const pages: Answer[] = []
    let next: string | undefined = path
    while (next !== undefined) {
      const page: Answer = await get(next)
      expect([page.status, page.status === 200 ? '' : page.text]).toEqual([200, ''])
      pages.push(page)
      next = linkOf(page, '@odata.nextLink')
      expect([page.body['@odata.nextLink'], page.body['@odata.deltaLink']]).toContain(undefined)
    }
    const last = pages.at(-1)
    const delta = last && linkOf(last, '@odata.deltaLink')
    if (delta === undefined) throw new Error('No deltaLink')
    return { pages, rows: pages.flatMap(rowsOf), delta }
  }

  const latest = async (path: string, select: string) =>
    (await readRound(`${path}?${select}&$deltatoken=latest`)).delta

  function personAt(index: number): Person {
    const person = tenant.people[index]
    if (!person) throw new Error('No person')
    return person
  }

  test('returns every user once in pages of two hundred, then nothing', async () => {
    const { pages, rows, delta } = await readRound(`/users/delta?${SELECT}`)
    expect(pages.map((page) => rowsOf(page).length)).toEqual([200, 200, tenant.people.length - 400])
    expect(rows.map((row) => String(row['id'])).toSorted()).toEqual(
      tenant.people.map(({ id }) => id).toSorted(),
    )
    expect(pages[0]?.body['@odata.context']).toBe(
      `${PREFIX}/$metadata#users(displayName,jobTitle,mail,accountEnabled)`,
    )
    expect(linkOf(pages[0], '@odata.nextLink')).toMatch(/^\/users\/delta\?\$skiptoken=[\w-]+$/)
    expect(delta).toMatch(/^\/users\/delta\?\$deltatoken=[\w-]+$/)
    const second = await readRound(delta)
    expect(second.rows).toEqual([])
    expect(second.pages).toHaveLength(1)
  })

  test('leaves out what was never set', async () => {
    const { rows } = await readRound(`/users/delta?${SELECT}`)
    for (const row of rows) {
      const person = tenant.people.find(({ id }) => id === row['id'])
      expect('jobTitle' in row).toBe(person?.jobTitle !== null)
      expect(row['displayName']).toBe(person?.displayName)
    }
  })

  test('with the token "latest" returns only later changes', async () => {
    const first = await readRound(`/users/delta?${SELECT}&$deltatoken=latest`)
    expect(first.rows).toEqual([])
    changePerson(tenant, personAt(3).id, { displayName: 'Renamed', jobTitle: null })
    const { rows, delta } = await readRound(first.delta)
    const { mail, accountEnabled, id } = personAt(3)
    expect(rows).toEqual([{ displayName: 'Renamed', jobTitle: null, mail, accountEnabled, id }])
    expect((await readRound(delta)).rows).toEqual([])
    expect((await readRound(first.delta)).rows).toHaveLength(1)
  })

  test('returns only changed properties under the fault sparse-delta', async () => {
    const delta = await latest('/users/delta', SELECT)
    changePerson(tenant, personAt(4).id, { displayName: 'Shorter' })
    changePerson(tenant, personAt(4).id, { jobTitle: null })
    simulator.faults.add('sparse-delta', { tenantId: tenant.id })
    const { rows } = await readRound(delta)
    expect(rows).toEqual([{ displayName: 'Shorter', jobTitle: null, id: personAt(4).id }])
  })

  test('says nothing of changes to what was not selected', async () => {
    const delta = await latest('/users/delta', '$select=mail')
    changePerson(tenant, personAt(5).id, { department: 'Elsewhere' })
    expect((await readRound(delta)).rows).toEqual([])
  })

  test('counts licenses as changes of the person', async () => {
    const select = '$select=assignedLicenses,licenseAssignmentStates'
    const delta = await latest('/users/delta', select)
    const person = tenant.people.find(({ licenses }) =>
      licenses.some(({ assignedByGroup }) => assignedByGroup === null),
    )
    const skuId = person?.licenses[0]?.skuId
    if (!person || !skuId) throw new Error('No licenses')
    takeLicense(tenant, person.id, skuId)
    const gone = await readRound(delta)
    expect(gone.rows.map((row) => row['id'])).toEqual([person.id])
    expect(JSON.stringify(gone.rows[0]?.['assignedLicenses'])).not.toContain(skuId)
    assignLicense(tenant, person.id, skuId)
    const back = await readRound(gone.delta)
    expect(JSON.stringify(back.rows[0]?.['assignedLicenses'])).toContain(skuId)
  })

  test('reports neither another way of assignment nor an assignment that failed', async () => {
    const select = '$select=assignedLicenses,licenseAssignmentStates'
    const delta = await latest('/users/delta', select)
    const group = tenant.groups.find(({ assignedSkuIds, memberIds }) => {
      return assignedSkuIds.length === 0 && memberIds.length > 3
    })
    const skuIds = tenant.subscriptions.map(({ sku }) => sku.skuId)
    const members = tenant.people.filter(({ id }) => group?.memberIds.includes(id))
    const direct = members.flatMap(({ id, licenses }) =>
      licenses.flatMap(({ skuId, assignedByGroup }) => {
        const isOnly = licenses.filter((each) => each.skuId === skuId).length === 1
        return assignedByGroup === null && isOnly && skuIds.includes(skuId) ? [{ id, skuId }] : []
      }),
    )[0]
    if (!group || !direct) throw new Error('No member holds a license directly')
    giveGroupLicense(tenant, group.id, direct.skuId)
    takeLicense(tenant, direct.id, direct.skuId)
    const { rows } = await readRound(delta)
    expect(rows.map(({ id }) => id)).not.toContain(direct.id)
    const now = await get(`/users/${direct.id}?${select}`)
    expect(JSON.stringify(now.body['assignedLicenses'])).toContain(direct.skuId)
    expect(now.body['licenseAssignmentStates']).toContainEqual(
      expect.objectContaining({ skuId: direct.skuId, assignedByGroup: group.id, state: 'Active' }),
    )
  })

  test('returns deleted, permanently deleted and restored users', async () => {
    const delta = await latest('/users/delta', SELECT)
    const [first, second] = [personAt(20), personAt(21)]
    removePeople(tenant, [first.id])
    deletePerson(tenant, second.id)
    const gone = await readRound(delta)
    expect(gone.rows.toSorted(byId)).toEqual(
      [
        { id: first.id, '@removed': { reason: 'changed' } },
        { id: second.id, '@removed': { reason: 'deleted' } },
      ].toSorted(byId),
    )
    restorePerson(tenant, first.id)
    const back = await readRound(gone.delta)
    expect(back.rows).toMatchObject([{ id: first.id, displayName: first.displayName }])
    expect(back.rows[0]).not.toHaveProperty('@removed')
  })

  test('returns an object once, or once for each change when Microsoft replays them', async () => {
    const delta = await latest('/users/delta', SELECT)
    for (const displayName of ['One', 'Two', 'Three'])
      changePerson(tenant, personAt(6).id, { displayName })
    expect((await readRound(delta)).rows).toHaveLength(1)
    simulator.faults.add('repeated-changes', { tenantId: tenant.id })
    const { rows } = await readRound(delta)
    expect(rows.map((row) => [row['id'], row['displayName']])).toEqual(
      Array.from({ length: 3 }, () => [personAt(6).id, 'Three']),
    )
  })

  test('meets everybody although people come and go between its pages', async () => {
    const first = await get('/users/delta?$select=id,displayName')
    const sorted = tenant.people.map(({ id }) => id).toSorted()
    // Removed ones are before the next page, remaining ones after it.
    removePeople(tenant, sorted.slice(0, 20))
    const rest = await readRound(linkOf(first, '@odata.nextLink') ?? '')
    const met = [...rowsOf(first), ...rest.rows].map((row) => String(row['id']))
    expect(met.toSorted()).toEqual(sorted)
    const { rows } = await readRound(rest.delta)
    expect(rows.map((row) => String(row['id'])).toSorted()).toEqual(sorted.slice(0, 20))
    for (const id of sorted.slice(0, 20)) restorePerson(tenant, id)
  })

  test('returns members of groups when they are selected, and added and removed members', async () => {
    const group = tenant.groups.find(
      ({ membershipRule, memberIds }) => membershipRule === null && memberIds.length > 3,
    )
    if (!group) throw new Error('No group')
    const { rows, delta } = await readRound('/groups/delta?$select=displayName,members')
    const row = rows.find((each) => each['id'] === group.id)
    expect(row?.['members@delta']).toEqual([
      ...group.memberIds.map((id) => ({ '@odata.type': '#microsoft.graph.user', id })),
      ...group.memberGroupIds.map((id) => ({ '@odata.type': '#microsoft.graph.group', id })),
    ])
    const [left = ''] = group.memberIds
    const joined = tenant.people.find(({ id }) => !group.memberIds.includes(id))?.id
    removeMembers(tenant, group.id, [left])
    if (joined) addMembers(tenant, group.id, [joined])
    const changed = await readRound(delta)
    expect(changed.rows.map((each) => each['id'])).toEqual([group.id])
    expect(changed.rows[0]?.['members@delta']).toEqual([
      ...(joined ? [{ '@odata.type': '#microsoft.graph.user', id: joined }] : []),
      { '@odata.type': '#microsoft.graph.user', id: left, '@removed': { reason: 'deleted' } },
    ])
    const plain = await readRound('/groups/delta?$select=displayName')
    expect(plain.rows.every((each) => !('members@delta' in each))).toBe(true)
  })

  test('keeps members right although they come and go between its pages', async () => {
    const group = tenant.groups.find(({ membershipRule }) => membershipRule === null)
    const [mover = ''] = group?.memberIds ?? []
    if (!group) throw new Error('No group')
    // The first page is empty, so that the second returns everything.
    simulator.faults.add('empty-page', { tenantId: tenant.id, times: 1 })
    const first = await get('/groups/delta?$select=displayName,members')
    removeMembers(tenant, group.id, [mover])
    const rest = await readRound(linkOf(first, '@odata.nextLink') ?? '')
    addMembers(tenant, group.id, [mover])
    const next = await readRound(rest.delta)
    const known = membersAfter([...rest.rows, ...next.rows].filter((row) => row['id'] === group.id))
    expect(known.toSorted()).toEqual([...group.memberIds, ...group.memberGroupIds].toSorted())
  })

  test('returns all members of a restored group', async () => {
    const group = tenant.groups.find(
      ({ isUnified, membershipRule, memberIds }) =>
        isUnified && membershipRule === null && memberIds.length > 0,
    )
    if (!group) throw new Error('No group')
    const delta = await latest('/groups/delta', '$select=displayName,members')
    removeGroup(tenant, group.id)
    restoreGroup(tenant, group.id)
    simulator.faults.add('repeated-changes', { tenantId: tenant.id, times: 1 })
    const { rows } = await readRound(delta)
    const own = rows.filter((row) => row['id'] === group.id)
    expect(own[0]).toEqual({ id: group.id, '@removed': { reason: 'changed' } })
    expect(own.at(-1)?.['members@delta']).toMatchObject(group.memberIds.map((id) => ({ id })))
  })

  test('returns app registrations', async () => {
    const { consent } = tenant
    if (consent) consent.roles = [...consent.roles, 'Application.Read.All']
    const { rows } = await readRound('/applications/delta?$select=displayName')
    expect(rows.map((row) => String(row['id'])).toSorted()).toEqual(
      tenant.applications.map(({ id }) => id).toSorted(),
    )
  })

  test('answers to the names that SDKs give it', async () => {
    for (const path of ['/users/delta()', '/users/microsoft.graph.delta()']) {
      expect((await get(`${path}?$deltatoken=latest`)).status).toBe(200)
    }
  })

  test.each([
    ['/users/delta?$top=5', 'Request_UnsupportedQuery'],
    ['/users/delta?$orderby=displayName', 'Request_UnsupportedQuery'],
    ['/users/delta?$expand=manager', 'Request_UnsupportedQuery'],
    ['/users/delta?$count=true', 'Request_UnsupportedQuery'],
    ["/users/delta?$filter=id eq 'x'", 'Request_UnsupportedQuery'],
    ['/users/delta?$select=signInActivity', 'Request_UnsupportedQuery'],
    ['/users/delta?$select=members', 'Request_BadRequest'],
    ['/users/delta?$select=nonsense', 'Request_BadRequest'],
    ['/users/delta?$deltatoken=damaged', 'Request_BadRequest'],
    ['/users/delta?$skiptoken=damaged', 'Request_BadRequest'],
  ])('refuses %s with %s', async (path, code) => {
    expect(refusalOf(await get(path))).toEqual([400, code])
  })

  test('refuses tokens of another directory, path or query, and one in the place of the other', async () => {
    const { pages, delta } = await readRound(`/users/delta?${SELECT}`)
    const next = linkOf(pages[0], '@odata.nextLink') ?? ''
    const other = tenantOf(simulator, 'no-mfa-policy')
    const refused = [
      await calls.graph(other, delta),
      await calls.graph(other, next),
      await get(delta.replace('/users', '/groups')),
      await get(next.replace('/users', '/groups')),
      await get(`${delta}&$select=mail`),
      await get(next.replace('skiptoken', 'deltatoken')),
      await get(delta.replace('deltatoken', 'skiptoken')),
      await get(`${delta}A`),
    ]
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
    expect((await get(`${delta}&${SELECT}`)).status).toBe(200)
  })

  test('expires a token after seven days, and returns the address to start again', async () => {
    const delta = await latest('/users/delta', SELECT)
    now += 7 * DAY_MS - 1
    calls = createCalls(simulator)
    expect((await get(delta)).status).toBe(200)
    now += 1
    calls = createCalls(simulator)
    const old = await get(delta)
    expect(refusalOf(old)).toEqual([410, 'syncStateNotFound'])
    const { location } = old.headers
    expect(location).toBe(`${PREFIX}/users/delta?$deltatoken=`)
    const restarted = await readRound(String(location).slice(PREFIX.length))
    expect(restarted.rows).toHaveLength(tenant.people.length)
  })

  test('may lose its state at any time', async () => {
    const delta = await latest('/groups/delta', '$select=displayName')
    simulator.faults.add('expired-delta', { tenantId: tenant.id, times: 1 })
    const lost = await get(delta)
    expect(refusalOf(lost)).toEqual([410, 'resyncRequired'])
    expect(lost.headers['location']).toBe(`${PREFIX}/groups/delta?$deltatoken=`)
    simulator.faults.add('lost-delta', { tenantId: tenant.id, times: 1 })
    const otherwise = await get(delta)
    expect(refusalOf(otherwise)).toEqual([400, 'SyncStateNotFound'])
    expect(otherwise.headers).not.toHaveProperty('location')
    expect((await get(delta)).status).toBe(200)
  })

  test('may give empty and short pages, and pages that are too old', async () => {
    simulator.faults.add('empty-page', { tenantId: tenant.id, times: 2 })
    simulator.faults.add('short-pages', { tenantId: tenant.id })
    const { pages, rows } = await readRound(`/users/delta?${SELECT}`)
    expect(pages.map((page) => rowsOf(page).length)).toEqual(expect.arrayContaining([0, 0, 66, 66]))
    expect(new Set(rows.map((row) => row['id'])).size).toBe(tenant.people.length)
    expect(rows).toHaveLength(tenant.people.length)
    simulator.faults.clear()
    simulator.faults.add('expired-page', { tenantId: tenant.id })
    const first = await get('/users/delta?$select=id')
    const second = await get(linkOf(first, '@odata.nextLink') ?? '')
    expect(refusalOf(second)).toEqual([400, 'Directory_ExpiredPageToken'])
  })
})

function linkOf(answer: Answer | undefined, name: string): string | undefined {
  const link = answer?.body[name]
  if (typeof link !== 'string') return undefined
  expect(link.startsWith(PREFIX)).toBe(true)
  return link.slice(PREFIX.length)
}

function refusalOf({ status, body }: Answer): unknown[] {
  const error = isBody(body['error']) ? body['error'] : {}
  return [status, error['code']]
}

function byId(one: Body, other: Body): number {
  return String(one['id']) < String(other['id']) ? -1 : 1
}

/** Who is in a group once all of its rows are applied. */
function membersAfter(rows: readonly Body[]): string[] {
  const known = new Set<string>()
  for (const row of rows) {
    const members = row['members@delta']
    for (const member of Array.isArray(members) ? members.filter(isBody) : []) {
      if ('@removed' in member) known.delete(String(member['id']))
      else known.add(String(member['id']))
    }
  }
  return [...known]
}

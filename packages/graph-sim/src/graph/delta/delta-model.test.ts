import { afterAll, beforeAll, expect, test } from 'vitest'

import type { FaultName } from '../../faults.ts'
import { createRandom, type Random } from '../../random.ts'
import { startSimulator, type Simulator } from '../../simulator.ts'
import {
  createCalls,
  isBody,
  rowsOf,
  type Answer,
  type Body,
  type Calls,
} from '../../testing/calls.ts'
import { changeAtRandom } from '../../world/changes.ts'
import type { Tenant } from '../../world/types.ts'

const PREFIX = 'https://graph.microsoft.com/v1.0'
const SEEDS = 40
const USER_NAMES = [
  'displayName',
  'userPrincipalName',
  'mail',
  'jobTitle',
  'department',
  'accountEnabled',
  'usageLocation',
  'onPremisesSyncEnabled',
  'assignedLicenses',
]
const GROUP_NAMES = [
  'displayName',
  'description',
  'assignedLicenses',
  'hasMembersWithLicenseErrors',
]
const FAULTS: readonly FaultName[] = [
  'short-pages',
  'empty-page',
  'sparse-delta',
  'repeated-changes',
  'expired-delta',
]

let simulator: Simulator
let calls: Calls

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 6, users: 40, speed: 100_000 })
  calls = createCalls(simulator)
})
afterAll(() => simulator.close())

/** The state of a client that only applies the changes from Graph. */
interface Copy {
  objects: Map<string, Body>
  members: Map<string, Set<string>>
  delta: string
}

async function get(tenant: Tenant, path: string, random: Random): Promise<Answer> {
  const headers: Record<string, string> = random.chance(0.3) ? { Prefer: 'return=minimal' } : {}
  return calls.graph(tenant, path, { headers })
}

/** Reads a round and applies it page by page; starts again when Microsoft requires it. */
async function applyRound(tenant: Tenant, copy: Copy, random: Random): Promise<void> {
  let path = copy.delta
  for (;;) {
    const page = await get(tenant, path, random)
    if (page.status === 410) {
      copy.objects.clear()
      copy.members.clear()
      path = copy.delta.replace(/\$deltatoken=.*$/, '') + selectOf(copy.delta)
      continue
    }
    expect([page.status, page.status === 200 ? '' : page.text]).toEqual([200, ''])
    for (const row of rowsOf(page)) apply(copy, row)
    const next = page.body['@odata.nextLink']
    if (typeof next !== 'string') {
      copy.delta = String(page.body['@odata.deltaLink']).slice(PREFIX.length)
      return
    }
    path = next.slice(PREFIX.length)
    // The directory goes on while it is read.
    if (random.chance(0.3)) change(tenant, random, 2)
  }
}

function selectOf(delta: string): string {
  return delta.startsWith('/users')
    ? `$select=${USER_NAMES.join(',')}`
    : `$select=${[...GROUP_NAMES, 'members'].join(',')}`
}

function apply({ objects, members }: Copy, row: Body): void {
  const id = String(row['id'])
  if ('@removed' in row) {
    objects.delete(id)
    members.delete(id)
    return
  }
  objects.set(id, { ...objects.get(id), ...row })
  const changed = row['members@delta']
  if (!Array.isArray(changed)) return
  const known = members.get(id) ?? new Set()
  members.set(id, known)
  for (const member of changed.filter(isBody)) {
    if ('@removed' in member) known.delete(String(member['id']))
    else known.add(String(member['id']))
  }
}

function change(tenant: Tenant, random: Random, count: number): void {
  changeAtRandom(simulator.world, { tenantId: tenant.id, random, count })
}

/** A full read instead of a first round: changes count from before it. */
async function beginWithList(tenant: Tenant, copy: Copy): Promise<void> {
  const begun = await calls.graph(tenant, `${copy.delta}&$deltatoken=latest`)
  copy.objects = await readAll(tenant, `/users?$top=999&$select=id,${USER_NAMES.join(',')}`)
  copy.delta = String(begun.body['@odata.deltaLink']).slice(PREFIX.length)
}

/** The directory as a full read returns it now. */
async function readAll(tenant: Tenant, path: string): Promise<Map<string, Body>> {
  simulator.faults.clear()
  const page = await calls.graph(tenant, path)
  expect(page.body['@odata.nextLink']).toBeUndefined()
  return new Map(rowsOf(page).map((row) => [String(row['id']), row]))
}

/** All that a client knows, or should know. */
interface Known {
  readonly people: readonly unknown[]
  readonly groups: readonly unknown[]
  readonly members: readonly unknown[]
}

function selected(objects: Map<string, Body>, names: readonly string[]): unknown[] {
  return [...objects.keys()]
    .toSorted()
    .map((id) => [id, ...names.map((name) => objects.get(id)?.[name] ?? null)])
}

function known(users: Copy, groups: Copy): Known {
  return {
    people: selected(users.objects, USER_NAMES),
    groups: selected(groups.objects, GROUP_NAMES),
    members: [...groups.objects.keys()]
      .toSorted()
      .map((id) => [id, [...(groups.members.get(id) ?? [])].toSorted()]),
  }
}

async function actual(tenant: Tenant): Promise<Known> {
  const people = await readAll(tenant, `/users?$top=999&$select=id,${USER_NAMES.join(',')}`)
  const groups = await readAll(tenant, `/groups?$top=999&$select=id,${GROUP_NAMES.join(',')}`)
  return {
    people: selected(people, USER_NAMES),
    groups: selected(groups, GROUP_NAMES),
    members: tenant.groups
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, memberIds, memberGroupIds }) => [
        id,
        [...memberIds, ...memberGroupIds].toSorted(),
      ]),
  }
}

test.each(Array.from({ length: SEEDS }, (_, seed) => seed))(
  'any mixture of rounds, changes and faults ends in the directory as it is (seed %i)',
  async (seed) => {
    const random = createRandom(`delta-model:${seed}`)
    const tenant = random.pick(simulator.world.tenants.filter(({ consent }) => consent !== null))
    const users: Copy = { objects: new Map(), members: new Map(), delta: '/users/delta?' }
    const groups: Copy = { objects: new Map(), members: new Map(), delta: '/groups/delta?' }
    for (const copy of [users, groups]) copy.delta += selectOf(copy.delta)
    if (random.chance(0.5)) await beginWithList(tenant, users)
    for (let step = 0; step < 8; step += 1) {
      simulator.faults.clear()
      for (const name of FAULTS) {
        if (random.chance(0.3)) simulator.faults.add(name, { times: random.int(1, 4) })
      }
      change(tenant, random, random.int(0, 12))
      if (random.chance(0.7)) await applyRound(tenant, users, random)
      if (random.chance(0.7)) await applyRound(tenant, groups, random)
    }
    simulator.faults.clear()
    const still = createRandom('no changes while this is read')
    await applyRoundQuietly(tenant, users, still)
    await applyRoundQuietly(tenant, groups, still)
    expect(known(users, groups)).toEqual(await actual(tenant))
  },
)

/** Repeats rounds until one is empty, so that changes during a round are included. */
async function applyRoundQuietly(tenant: Tenant, copy: Copy, random: Random): Promise<void> {
  const before = tenant.journal.length
  await applyRound(tenant, copy, random)
  if (tenant.journal.length > before) await applyRoundQuietly(tenant, copy, random)
}

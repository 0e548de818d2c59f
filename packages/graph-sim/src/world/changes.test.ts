import { describe, expect, test } from 'vitest'

import { createRandom } from '../random.ts'
import { buildWorld } from './build-world.ts'
import { hasErrors } from './change-licenses.ts'
import { changeAtRandom, passMonth } from './changes.ts'
import { findGroup, findPerson, findPersonNamed } from './directory-index.ts'
import { heldLicenses, isHeld } from './licenses.ts'
import { matchesRule } from './membership-rules.ts'
import type { ChangedSet, Group, Person, Tenant, World } from './types.ts'

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1)

function build(seed: number, options: { tenants?: number; users?: number } = {}): World {
  return buildWorld({ seed, tenants: 22, users: 24, isWhole: true, appUrls: [], ...options })
}

function idsOf({ people, groups, applications }: Tenant): Record<ChangedSet, Set<string>> {
  return {
    users: new Set(people.map(({ id }) => id)),
    groups: new Set(groups.map(({ id }) => id)),
    applications: new Set(applications.map(({ id }) => id)),
  }
}

/** Returns the state of a journal reader that knew these ids; unknown ids are listed. */
function replay(tenant: Tenant, known: Record<ChangedSet, Set<string>>, from: number): string[] {
  return tenant.journal.slice(from).flatMap(({ set, id, removed, properties }) => {
    if (removed !== null) known[set].delete(id)
    else if (properties === null) known[set].add(id)
    return removed !== null || known[set].has(id) ? [] : [`${set} ${id} changes but never came`]
  })
}

/** What is wrong with a directory, in words. */
function faultsOf(tenant: Tenant): string[] {
  const { people, groups } = tenant
  const names = people.map((person) => person.userPrincipalName.toLowerCase())
  const ids = idsOf(tenant)
  return [
    ...(new Set(names).size < names.length ? ['A userPrincipalName is duplicated'] : []),
    ...(ids.users.size < people.length ? ['A person is duplicated'] : []),
    ...(ids.groups.size < groups.length ? ['A group is duplicated'] : []),
    ...people.flatMap((person) => faultsOfPerson(tenant, person)),
    ...groups.flatMap((group) => faultsOfGroup(tenant, group, ids.users)),
  ]
}

function faultsOfPerson(tenant: Tenant, person: Person): string[] {
  const sold = new Set(tenant.subscriptions.map(({ sku }) => sku.skuId))
  const keys = person.licenses.map((each) => `${each.skuId}/${each.assignedByGroup}`)
  const isFound =
    findPerson(tenant, person.id) === person &&
    findPersonNamed(tenant, person.userPrincipalName.toUpperCase()) === person
  return [
    ...(isFound ? [] : [`${person.id} is not found`]),
    ...(new Set(keys).size < keys.length ? [`${person.id} has an assignment twice`] : []),
    ...person.licenses.flatMap(({ skuId, assignedByGroup }) => {
      if (!sold.has(skuId)) return [`${person.id} has ${skuId}, which was never sold`]
      if (assignedByGroup === null) return []
      const group = findGroup(tenant, assignedByGroup)
      const isGiven = group?.memberIds.includes(person.id) && group.assignedSkuIds.includes(skuId)
      return isGiven ? [] : [`${person.id} has ${skuId} from a group that does not give it`]
    }),
  ]
}

function faultsOfGroup(tenant: Tenant, group: Group, users: ReadonlySet<string>): string[] {
  const { id, memberIds, membershipRule, memberGroupIds, assignedSkuIds } = group
  const members = new Set(memberIds)
  const chosen =
    membershipRule === null
      ? members
      : new Set(
          tenant.people
            .filter((person) => matchesRule(person, membershipRule))
            .map((person) => person.id),
        )
  const lacking = tenant.people.filter(
    (person) =>
      members.has(person.id) &&
      assignedSkuIds.some(
        (skuId) =>
          !person.licenses.some((each) => each.skuId === skuId && each.assignedByGroup === id),
      ),
  )
  return [
    ...(findGroup(tenant, id) === group ? [] : [`${id} is not found`]),
    ...(members.size < memberIds.length ? [`${id} has a member twice`] : []),
    ...(memberIds.every((each) => users.has(each)) ? [] : [`${id} has a member who is gone`]),
    ...(memberGroupIds.every((each) => findGroup(tenant, each))
      ? []
      : [`${id} holds a dead group`]),
    ...(chosen.symmetricDifference(members).size > 0 ? [`${id} does not follow its rule`] : []),
    ...lacking.map((person) => `${person.id} lacks what ${id} gives`),
  ]
}

describe('changes at random', () => {
  test.each(SEEDS)('leave every directory of seed %i sound', (seed) => {
    const world = build(seed)
    changeAtRandom(world, { random: createRandom(`changes:${seed}`), count: 600 })
    expect(world.tenants.flatMap(faultsOf)).toEqual([])
  })

  test.each([1, 2, 5])('and months leave directories of %i people sound', (users) => {
    const world = build(4, { users })
    const random = createRandom(`small:${users}`)
    for (let turn = 0; turn < 6; turn += 1) {
      changeAtRandom(world, { random, count: 300 })
      passMonth(world, random)
    }
    expect(world.tenants.flatMap(faultsOf)).toEqual([])
    expect(world.tenants.every(({ people }) => people.length > 0)).toBe(true)
  })

  test.each(SEEDS)('are complete in the journal for any reader at any time (seed %i)', (seed) => {
    const world = build(seed)
    const random = createRandom(`reader:${seed}`)
    const [, tenant] = world.tenants
    if (!tenant) throw new Error('No customer')
    const known = idsOf(tenant)
    let position = tenant.journal.length
    for (let round = 0; round < 8; round += 1) {
      changeAtRandom(world, { tenantId: tenant.id, random, count: random.int(1, 40) })
      expect(replay(tenant, known, position)).toEqual([])
      position = tenant.journal.length
      expect(known).toEqual(idsOf(tenant))
    }
  })

  test('name every property whose value changed, or the object as new', () => {
    const world = build(3)
    const tenant = world.tenants[1]
    if (!tenant) throw new Error('No customer')
    const random = createRandom('properties')
    for (let turn = 0; turn < 400; turn += 1) {
      const before = new Map(tenant.people.map((person) => [person.id, { ...person }]))
      const position = tenant.journal.length
      changeAtRandom(world, { tenantId: tenant.id, random, count: 1 })
      const entries = tenant.journal.slice(position).filter(({ set }) => set === 'users')
      const untold = tenant.people.filter((person) => {
        const names = entries.filter(({ id }) => id === person.id).map((each) => each.properties)
        return !isTold(before.get(person.id), person, names)
      })
      expect(untold).toEqual([])
    }
  })

  test('are the same for the same draws, and said in the same words', () => {
    const [one, other] = [build(5), build(5)]
    const said = changeAtRandom(one, { random: createRandom('same'), count: 300 })
    expect(said).toEqual(changeAtRandom(other, { random: createRandom('same'), count: 300 }))
    expect(said).toHaveLength(300)
    expect(one).toEqual(other)
  })

  test('meet every kind', () => {
    const said = changeAtRandom(build(7), { random: createRandom('kinds'), count: 3_000 })
    for (const words of [
      'joined',
      'was invited',
      'is called',
      'was disabled',
      'was enabled',
      'was removed',
      'was restored',
      'was deleted for good',
      'was given',
      'lost a license',
      'seats of',
      'went to Suspended',
      'was renewed',
      'gives a license less',
      'The policy',
      'has a secret more',
      'was registered',
      'was bought',
      'holds the role',
      'securityDefaults was changed',
    ]) {
      expect(said.some((each) => each.includes(words))).toBe(true)
    }
  })

  test('stay in one directory, and do what is asked for only', () => {
    const world = build(9)
    const tenant = world.tenants[4]
    if (!tenant) throw new Error('No customer')
    const options = { tenantId: tenant.id, random: createRandom('one'), count: 20 }
    changeAtRandom(world, { ...options, kinds: ['person-joins'] })
    expect(tenant.people).toHaveLength(44)
    expect(tenant.journal.filter(({ properties }) => properties === null)).toHaveLength(20)
    const touched = world.tenants.filter(({ journal }) => journal.length > 0)
    expect(touched).toEqual([tenant])
  })

  test('leave consent alone until they are asked to take it', () => {
    const world = build(2)
    const consents = () => world.tenants.map(({ consent }) => consent?.roles)
    const before = consents()
    const random = createRandom('consent')
    changeAtRandom(world, { random, count: 500 })
    expect(consents()).toEqual(before)
    changeAtRandom(world, { random, count: 1, kinds: ['consent-taken'] })
    expect(consents()).not.toEqual(before)
  })

  test('refuse an unknown tenant, and kinds that cannot happen', () => {
    const random = createRandom('refused')
    expect(() => changeAtRandom(build(1), { tenantId: 'unknown', random, count: 1 })).toThrow(
      'No tenant has the id unknown',
    )
    expect(() =>
      changeAtRandom(build(1), { random, count: 1, kinds: ['person-restored'] }),
    ).toThrow('Nothing of this can happen')
  })
})

describe('a month', () => {
  test.each(SEEDS.slice(0, 4))('after month every directory of seed %i is sound', (seed) => {
    const world = build(seed, { tenants: 16, users: 40 })
    const random = createRandom(`month:${seed}`)
    for (let month = 0; month < 8; month += 1) {
      const known = new Map(world.tenants.map((tenant) => [tenant, idsOf(tenant)]))
      const positions = new Map(world.tenants.map((tenant) => [tenant, tenant.journal.length]))
      expect(passMonth(world, random).length).toBeGreaterThan(0)
      for (const [tenant, ids] of known) {
        expect(replay(tenant, ids, positions.get(tenant) ?? 0)).toEqual([])
        expect(ids).toEqual(idsOf(tenant))
        expect(faultsOf(tenant)).toEqual([])
      }
    }
  })

  test('is the same for the same draws', () => {
    const [one, other] = [build(5), build(5)]
    expect(passMonth(one, createRandom('m'))).toEqual(passMonth(other, createRandom('m')))
    expect(one).toEqual(other)
  })

  test('moves what history shows: people, seats, ends, renewals, dates', () => {
    const world = buildWorld({ seed: 1, tenants: 60, appUrls: [] })
    const customers = world.tenants.slice(1, -1)
    const count = () => customers.map((tenant) => tenant.people.length)
    const seats = () => customers.map((tenant) => tenant.subscriptions.map((each) => each.enabled))
    const [peopleBefore, seatsBefore] = [count(), seats()]
    const random = createRandom('year')
    const said = Array.from({ length: 12 }, () => passMonth(world, random)).flat()
    expect(count()).not.toEqual(peopleBefore)
    expect(seats()).not.toEqual(seatsBefore)
    for (const words of ['joined', 'removed', 'was renewed', 'went to', 'ended', 'is called']) {
      expect(said.some((each) => each.includes(words))).toBe(true)
    }
    const people = customers.flatMap((tenant) => tenant.people)
    const atWork = people.filter(({ hoursSinceSignIn }) => (hoursSinceSignIn ?? 9e9) < 24 * 14)
    expect(atWork.length / people.length).toBeGreaterThan(0.4)
  })

  test("leaves the partner's own people, and directories that are gone, as they are", () => {
    const world = build(1)
    const gone = world.tenants.find((tenant) => tenant.isGone)
    const before = structuredClone([world.partner, gone])
    passMonth(world, createRandom('m'))
    expect([world.partner, gone]).toEqual(before)
  })
})

describe('licenses that a group cannot give', () => {
  const tenant = build(1, { users: 64 }).tenants.find(({ story }) => story === 'license-errors')

  test('are returned with the reason, and take no seat', () => {
    if (!tenant) throw new Error('No tenant has the story license-errors')
    const failures = tenant.people.flatMap(({ licenses }) =>
      licenses.filter((each) => !isHeld(each)),
    )
    const reasons = new Set(failures.map(({ error }) => error))
    expect(reasons).toEqual(
      new Set([
        'CountViolation',
        'MutuallyExclusiveViolation',
        'DependencyViolation',
        'ProhibitedInUsageLocationViolation',
      ]),
    )
    expect(tenant.groups.filter((group) => hasErrors(tenant, group)).length).toBe(2)
  })
})

/** Graph's names of what these properties of a person become. */
const TOLD_AS: Readonly<Record<string, string>> = { licenses: 'assignedLicenses' }
/** Roles come from the role lists, and use from the reports. */
const UNTOLD = ['roleTemplateIds', 'hoursSinceSignIn', 'daysSinceUse']

function isTold(
  before: Person | undefined,
  after: Person,
  received: readonly (readonly string[] | null)[],
): boolean {
  if (received.includes(null)) return true
  if (!before) return false
  const values = new Map<string, unknown>(Object.entries(before))
  return (
    Object.entries(after)
      .filter(([name, value]) => !UNTOLD.includes(name) && values.get(name) !== value)
      // Another way of assignment of the same licenses is not tracked.
      .filter(([name]) => name !== 'licenses' || !isSameHeld(before, after))
      .every(([name]) => received.flat().includes(TOLD_AS[name] ?? name))
  )
}

function isSameHeld(before: Person, after: Person): boolean {
  return JSON.stringify(heldLicenses(before)) === JSON.stringify(heldLicenses(after))
}

import { beforeEach, describe, expect, test } from 'vitest'

import { createRandom } from '../random.ts'
import { buildWorld } from './build-world.ts'
import { skuNamed } from './catalog.ts'
import {
  addGroup,
  addMembers,
  changeGroup,
  deleteGroup,
  removeGroup,
  removeMembers,
  restoreGroup,
} from './change-groups.ts'
import {
  addSubscription,
  assignLicense,
  hasErrors,
  setSeats,
  setSubscriptionStatus,
  takeLicense,
} from './change-licenses.ts'
import {
  addPerson,
  changePerson,
  deletePerson,
  removePeople,
  restorePerson,
} from './change-people.ts'
import { findGroup, findPerson, findPersonNamed } from './directory-index.ts'
import { freeSeats } from './license-rules.ts'
import { isHeld, seatsTaken } from './licenses.ts'
import { matchesRule } from './membership-rules.ts'
import { buildNewcomer } from './people.ts'
import type { Group, Person, Tenant } from './types.ts'

const SPB = skuNamed('SPB').skuId
const VISIO = skuNamed('VISIOCLIENT').skuId

describe('a directory', () => {
  let tenant: Tenant
  let licensing: Group
  let member: Person

  /** Business Premium comes by a group here; Visio was bought for two. */
  beforeEach(() => {
    const world = buildWorld({ seed: 1, tenants: 14, appUrls: [] })
    const found = world.tenants.find(({ story }) => story === 'group-licensing')
    const group = found?.groups.find(({ assignedSkuIds }) => assignedSkuIds.includes(SPB))
    const person = found?.people.find(
      ({ id, licenses, department }) =>
        group?.memberIds.includes(id) &&
        department !== null &&
        licenses.filter((each) => each.skuId === SPB).length === 1,
    )
    if (!found || !group || !person) throw new Error('No tenant has the story group-licensing')
    ;[tenant, licensing, member] = [found, group, person]
    addSubscription(tenant, {
      sku: skuNamed('VISIOCLIENT'),
      subscriptionId: '00000000-0000-4000-8000-000000000001',
      capabilityStatus: 'Enabled',
      enabled: 2,
      warning: 0,
      suspended: 0,
      lockedOut: 0,
      isTrial: false,
      renewsInDays: 200,
      createdDateTime: '2025-01-02T08:00:00Z',
    })
  })

  function newcomer(label: string): Person {
    return buildNewcomer(tenant, 'member', createRandom(label))
  }

  test('keeps who was removed in the bin, frees the seat and forgets the membership', () => {
    const taken = seatsTaken(tenant.people, skuNamed('SPB'))
    const { length } = tenant.journal
    removePeople(tenant, [member.id])
    expect(findPerson(tenant, member.id)).toBeUndefined()
    expect(findPersonNamed(tenant, member.userPrincipalName)).toBeUndefined()
    expect(licensing.memberIds).not.toContain(member.id)
    expect(seatsTaken(tenant.people, skuNamed('SPB'))).toBe(taken - 1)
    expect(tenant.journal.slice(length)).toContainEqual({
      set: 'users',
      id: member.id,
      properties: [],
      removed: 'changed',
    })
  })

  test('gives who is restored their groups back, and what those give', () => {
    const groupsBefore = tenant.groups.filter(({ memberIds }) => memberIds.includes(member.id))
    removePeople(tenant, [member.id])
    restorePerson(tenant, member.id)
    expect(findPerson(tenant, member.id)).toBe(member)
    expect(holds(member, SPB)).toBe(true)
    const groupsAfter = tenant.groups.filter(({ memberIds }) => memberIds.includes(member.id))
    expect(groupsAfter).toEqual(groupsBefore)
    expect(tenant.bin.people).toEqual([])
  })

  test('deletes for good from the bin and from the directory itself', () => {
    deletePerson(tenant, member.id)
    const entries = tenant.journal.filter(({ id }) => id === member.id)
    expect(entries.map(({ removed }) => removed).slice(-2)).toEqual(['changed', 'deleted'])
    expect(() => restorePerson(tenant, member.id)).toThrow('is in the bin')
  })

  test('refuses a userPrincipalName that is taken, also for who comes back', () => {
    const person = { ...newcomer('a'), userPrincipalName: member.userPrincipalName.toUpperCase() }
    expect(() => addPerson(tenant, person)).toThrow('is taken')
    removePeople(tenant, [member.id])
    addPerson(tenant, person)
    expect(() => restorePerson(tenant, member.id)).toThrow('is taken')
    const other = newcomer('b')
    addPerson(tenant, other)
    const patch = { userPrincipalName: member.userPrincipalName }
    expect(() => changePerson(tenant, other.id, patch)).toThrow('is taken')
  })

  test('finds people by their new name and no more by the old one', () => {
    const before = member.userPrincipalName
    const name = `someone.new@${tenant.defaultDomainName}`
    changePerson(tenant, member.id, { userPrincipalName: name })
    expect(findPersonNamed(tenant, name)).toBe(member)
    expect(findPersonNamed(tenant, before)).toBeUndefined()
    expect(tenant.journal.at(-1)?.properties).toEqual(['userPrincipalName', 'mailNickname'])
  })

  test('says nothing of a change that changes nothing', () => {
    const { length } = tenant.journal
    changePerson(tenant, member.id, { jobTitle: member.jobTitle })
    changeGroup(tenant, licensing.id, { displayName: licensing.displayName })
    addMembers(tenant, licensing.id, [member.id])
    removeMembers(tenant, licensing.id, ['unknown'])
    expect(tenant.journal).toHaveLength(length)
  })

  test('moves people between groups that choose their members by department', () => {
    const ruled = tenant.groups.find(({ membershipRule }) => membershipRule !== null)
    const outsider = tenant.people.find(
      ({ id, givenName }) => givenName !== null && !ruled?.memberIds.includes(id),
    )
    if (!ruled || !outsider) throw new Error('No group by rule')
    changePerson(tenant, outsider.id, { department: ruled.displayName })
    expect(ruled.memberIds).toContain(outsider.id)
    changePerson(tenant, outsider.id, { department: null })
    expect(ruled.memberIds).not.toContain(outsider.id)
  })

  test('gives members what their group gives, and takes it when they leave', () => {
    const person = newcomer('c')
    addPerson(tenant, person)
    setSeats(tenant, SPB, seatsTaken(tenant.people, skuNamed('SPB')) + 1)
    addMembers(tenant, licensing.id, [person.id])
    expect(holds(person, SPB)).toBe(true)
    removeMembers(tenant, licensing.id, [person.id])
    expect(person.licenses).toEqual([])
  })

  test('lists users without a seat, and assigns it once seats are bought', () => {
    const person = newcomer('d')
    addPerson(tenant, person)
    setSeats(tenant, SPB, seatsTaken(tenant.people, skuNamed('SPB')))
    addMembers(tenant, licensing.id, [person.id])
    expect(person.licenses).toMatchObject([{ state: 'Error', error: 'CountViolation' }])
    expect(hasErrors(tenant, licensing)).toBe(true)
    expect(freeSeats(tenant, SPB)).toBe(0)
    const { length } = tenant.journal
    setSeats(tenant, SPB, seatsTaken(tenant.people, skuNamed('SPB')) + 1)
    expect(holds(person, SPB)).toBe(true)
    expect(hasErrors(tenant, licensing)).toBe(false)
    expect(tenant.journal.slice(length).map(({ id }) => id)).toEqual([person.id, licensing.id])
  })

  test('counts a user with a direct and a group license once', () => {
    const taken = seatsTaken(tenant.people, skuNamed('SPB'))
    assignLicense(tenant, member.id, SPB)
    expect(member.licenses.filter((each) => each.skuId === SPB)).toHaveLength(2)
    expect(seatsTaken(tenant.people, skuNamed('SPB'))).toBe(taken)
    takeLicense(tenant, member.id, SPB)
    expect(holds(member, SPB)).toBe(true)
  })

  test('refuses a license without a free seat, and one that was never bought', () => {
    const [one, two, three] = tenant.people
    if (!one || !two || !three) throw new Error('Too few people')
    assignLicense(tenant, one.id, VISIO)
    assignLicense(tenant, two.id, VISIO)
    expect(() => assignLicense(tenant, three.id, VISIO)).toThrow('No seat of')
    expect(() => assignLicense(tenant, three.id, skuNamed('MCOEV').skuId)).toThrow('No seat of')
    expect(() => setSeats(tenant, skuNamed('MCOEV').skuId, 3)).toThrow('has no subscription')
  })

  test('moves all seats of a subscription that lapses, and lets grace be used', () => {
    const { length } = tenant.people.filter((person) => holds(person, SPB))
    setSubscriptionStatus(tenant, VISIO, 'Warning')
    expect(tenant.subscriptions.at(-1)).toMatchObject({ enabled: 0, warning: 2 })
    expect(freeSeats(tenant, VISIO)).toBe(2)
    setSubscriptionStatus(tenant, VISIO, 'Suspended')
    expect(tenant.subscriptions.at(-1)).toMatchObject({ warning: 0, suspended: 2 })
    expect(freeSeats(tenant, VISIO)).toBe(0)
    setSubscriptionStatus(tenant, VISIO, 'Enabled')
    expect(tenant.subscriptions.at(-1)).toMatchObject({ suspended: 0, enabled: 2 })
    expect(tenant.people.filter((person) => holds(person, SPB))).toHaveLength(length)
  })

  test('refuses to sell the same twice', () => {
    const [first] = tenant.subscriptions
    if (!first) throw new Error('No subscription')
    expect(() => addSubscription(tenant, first)).toThrow('has SPB already')
  })

  test('keeps Microsoft 365 groups in the bin and deletes others at once', () => {
    const unified = { ...licensing, id: 'unified', isUnified: true, assignedSkuIds: [] }
    addGroup(tenant, unified)
    removeGroup(tenant, 'unified')
    expect(tenant.journal.at(-1)).toMatchObject({ id: 'unified', removed: 'changed' })
    removePeople(tenant, [member.id])
    restoreGroup(tenant, 'unified')
    expect(findGroup(tenant, 'unified')?.memberIds).not.toContain(member.id)
    removeGroup(tenant, 'unified')
    deleteGroup(tenant, 'unified')
    expect(tenant.journal.at(-1)).toMatchObject({ id: 'unified', removed: 'deleted' })
    expect(() => restoreGroup(tenant, 'unified')).toThrow('is in the bin')
    removeGroup(tenant, licensing.id)
    expect(tenant.journal.at(-1)).toMatchObject({ id: licensing.id, removed: 'deleted' })
  })

  test('takes what a removed group gave from those who had it', () => {
    removeGroup(tenant, licensing.id)
    const left = tenant.people.flatMap(({ licenses }) => licenses)
    expect(left.some(({ assignedByGroup }) => assignedByGroup === licensing.id)).toBe(false)
  })

  test.each([
    ['a person', () => changePerson(tenant, 'unknown', {}), 'No person has the id unknown'],
    ['a group', () => addMembers(tenant, 'none', []), 'No group has the id none'],
    [
      'a license holder',
      () => assignLicense(tenant, 'unknown', SPB),
      'No person has the id unknown',
    ],
    ['a rule', () => matchesRule(member, 'user.city -eq "X"'), 'Unsupported membership rule'],
  ])('refuses %s that it does not know', (_, act, message) => {
    expect(act).toThrow(message)
  })
})

function holds({ licenses }: Person, skuId: string): boolean {
  return licenses.some((each) => each.skuId === skuId && isHeld(each))
}

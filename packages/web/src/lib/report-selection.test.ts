import { expect, test } from 'vitest'

import { makeUser } from '../testing/tenant-users.ts'
import { withIds } from './find-tenants.ts'
import {
  assignmentCount,
  eligibleUsers,
  isBlocked,
  isGuest,
  selectionOf,
} from './report-selection.ts'

const both = makeUser({ id: 'both', licenseSkuIds: ['e5', 'visio'] })
const guest = makeUser({ id: 'guest', licenseSkuIds: ['visio'], userType: 'Guest' })
const blocked = makeUser({ id: 'blocked', licenseSkuIds: ['e5'], accountEnabled: false })
const none = makeUser({ id: 'none' })
const users = [both, guest, blocked, none]

test('who holds at least one of the licenses is eligible, guests and blocked people too', () => {
  expect(eligibleUsers(users, new Set(['e5', 'visio']))).toEqual([both, guest, blocked])
  expect(eligibleUsers(users, new Set(['visio']))).toEqual([both, guest])
  expect(eligibleUsers(users, new Set(['other']))).toEqual([])
  expect(eligibleUsers(users, new Set())).toEqual([])
})

test('guests and blocked users are marked; unknown values mark no user', () => {
  expect(users.map(isGuest)).toEqual([false, true, false, false])
  expect(users.map(isBlocked)).toEqual([false, false, true, false])
  expect(isBlocked(makeUser({ accountEnabled: null }))).toBe(false)
  expect(isGuest(makeUser({ userType: null }))).toBe(false)
})

test('assignments are pairs of a person and a selected license', () => {
  expect(assignmentCount(users, new Set(['e5', 'visio']))).toBe(4)
  expect(assignmentCount(users, new Set(['e5']))).toBe(2)
})

test('the server gets ids only', () => {
  expect(selectionOf([{ skuId: 'e5' }], [both, guest])).toEqual({
    licenseIds: ['e5'],
    userIds: ['both', 'guest'],
  })
})

test('ids come and go without a change to the set before', () => {
  const before = new Set(['a', 'b'])
  expect(withIds(before, ['b', 'c'], true)).toEqual(new Set(['a', 'b', 'c']))
  expect(withIds(before, ['b', 'c'], false)).toEqual(new Set(['a']))
  expect(before).toEqual(new Set(['a', 'b']))
})

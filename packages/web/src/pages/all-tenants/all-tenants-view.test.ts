import { expect, test } from 'vitest'

import {
  isDefault,
  isFiltered,
  searchOf,
  sortedBy,
  unfiltered,
  viewOf,
} from './all-tenants-view.ts'

test('without parameters the view is all tenants by name, ascending', () => {
  expect(viewOf({})).toEqual({
    text: '',
    status: undefined,
    method: undefined,
    access: undefined,
    attention: undefined,
    tag: undefined,
    sort: 'displayName',
    isDescending: false,
  })
  expect(isFiltered(viewOf({}))).toBe(false)
  expect(isDefault(viewOf({}))).toBe(true)
  expect(isDefault(viewOf({ sort: 'people' }))).toBe(false)
})

test('a view survives the way into the address and back', () => {
  const view = viewOf({
    q: 'a&b=c #1',
    status: 'Inactive',
    method: 'csp',
    access: 'limited',
    attention: 'unread',
    tag: 'Gold & <b>',
    sort: 'people',
    order: 'desc',
  })
  expect(viewOf(searchOf(view))).toEqual(view)
})

test('what is the default stays out of the address', () => {
  expect(Object.values(searchOf(viewOf({}))).filter((value) => value !== undefined)).toEqual([])
})

test.each([
  [{ status: 'Gone' }],
  [{ status: ['Active'] }],
  [{ method: 'unknown' }],
  [{ access: 'unknown' }],
  [{ access: 'none' }],
  [{ tag: '' }],
  [{ attention: '<script>' }],
  [{ sort: '__proto__' }],
  [{ order: 'sideways' }],
  [{ q: { a: 1 } }],
])('the unknown parameter %j counts as not chosen', (search) => {
  expect(viewOf(search)).toEqual(viewOf({}))
})

test.each([
  [{ q: 'x' }],
  [{ status: 'Active' }],
  [{ method: 'direct' }],
  [{ access: 'notReadable' }],
  [{ attention: 'savings' }],
  [{ tag: 'Gold' }],
])('%j hides rows', (search) => {
  expect(isFiltered(viewOf(search))).toBe(true)
  expect(isFiltered(unfiltered(viewOf(search)))).toBe(false)
})

test('a search or a tag that is a number stays a text', () => {
  expect(viewOf({ tag: 2024 }).tag).toBe('2024')
  expect(viewOf({ q: 365 }).text).toBe('365')
})

test('the same column toggles its direction and a new column starts ascending', () => {
  const byName = viewOf({})
  const byNameDown = sortedBy(byName, 'displayName')
  expect(byNameDown.isDescending).toBe(true)
  expect(sortedBy(byNameDown, 'displayName').isDescending).toBe(false)
  expect(sortedBy(byNameDown, 'people')).toMatchObject({ sort: 'people', isDescending: false })
})

test('taking the filters away keeps the order', () => {
  const view = viewOf({ q: 'x', status: 'Active', sort: 'people', order: 'desc' })
  expect(unfiltered(view)).toEqual(viewOf({ sort: 'people', order: 'desc' }))
})

import { expect, test } from 'vitest'

import { draftOf, fieldOf, readDraft, tagRefusal } from './settings-draft.ts'

const empty = draftOf({ alias: null, tags: [], spareSeats: [] })
const spare = { skuId: 'sku-1', seats: '2', reason: 'New hires' }

test('what was read goes into the fields and comes out the same', () => {
  const settings = {
    alias: 'Our best customer',
    tags: ['Gold'],
    spareSeats: [{ skuId: 'sku-1', seats: 2, reason: 'New hires' }],
  }
  expect(readDraft(draftOf(settings))).toEqual({ input: settings })
  expect(readDraft(empty)).toEqual({ input: { alias: null, tags: [], spareSeats: [] } })
})

test('a blank alias is none, and blanks around words go', () => {
  expect(readDraft({ ...empty, alias: '  ' })).toMatchObject({ input: { alias: null } })
  expect(readDraft({ ...empty, alias: ' Contoso ' })).toMatchObject({
    input: { alias: 'Contoso' },
  })
})

test.each([
  ['', 'Enter a whole number of seats'],
  ['two', 'Enter a whole number of seats'],
  ['1.5', 'Enter a whole number of seats'],
  ['0', 'Enter at least 1 seat'],
  ['-3', 'Enter at least 1 seat'],
  ['1000001', 'Enter at most 1,000,000 seats'],
])('%j seats are refused at their field', (seats, message) => {
  expect(readDraft({ ...empty, spareSeats: [spare, { ...spare, seats }] })).toEqual({
    problems: { 'spareSeats.1.seats': message },
  })
})

test('1,000 seats may be typed with a comma', () => {
  expect(readDraft({ ...empty, spareSeats: [{ ...spare, seats: ' 1,000 ' }] })).toMatchObject({
    input: { spareSeats: [{ seats: 1_000 }] },
  })
})

test('everything that is wrong is said at once', () => {
  expect(
    readDraft({
      alias: 'x'.repeat(121),
      tags: ['x'.repeat(41)],
      spareSeats: [{ ...spare, reason: ' ' }],
    }),
  ).toEqual({
    problems: {
      alias: 'Keep the alias under 120 characters',
      tags: 'Keep a tag under 40 characters',
      'spareSeats.0.reason': 'Enter a reason for keeping these seats',
    },
  })
})

test('all tags are one field of the form', () => {
  expect(fieldOf('settings.alias')).toBe('alias')
  expect(fieldOf('settings.tags.3')).toBe('tags')
  expect(fieldOf('settings.spareSeats.0.seats')).toBe('spareSeats.0.seats')
})

test('a tag is refused where it is long, there already, or one too many', () => {
  expect(tagRefusal('Gold', [])).toBeUndefined()
  expect(tagRefusal('gold', ['Gold'])).toBe('This tag already exists')
  expect(tagRefusal('x'.repeat(41), [])).toBe('Keep a tag under 40 characters')
  expect(
    tagRefusal(
      'New',
      Array.from({ length: 20 }, (_, index) => `Tag ${index}`),
    ),
  ).toBe('Give a tenant at most 20 tags')
})

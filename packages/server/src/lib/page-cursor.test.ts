import { expect, test } from 'vitest'
import { z } from 'zod'

import { pageCursor, placeOf } from './page-cursor.ts'

const Place = z.object({ id: z.string() })

test.each([
  ['a place', { id: 'a' }, { id: 'a' }],
  ['another shape', { name: 'a' }, undefined],
  ['an id with NUL', { id: 'a\0' }, undefined],
  ['an id with half a character', { id: '\uD800' }, undefined],
])('a cursor with %s', (_name, place, expected) => {
  expect(placeOf(Place, pageCursor(place))).toEqual(expected)
})

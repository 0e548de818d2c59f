import { describe, expect, test } from 'vitest'

import { bodyText } from './query-rows.ts'

describe('the text of a body', () => {
  test.each([
    [{ '@odata.context': 'x', value: [{ id: '1', name: 'Ä"\\' }, { id: '2' }] }],
    [{ value: [] }],
    [{ value: [1, null, 'two', [3]] }],
    [{ value: 'no list', other: 1 }],
    [{ error: { code: 'x' } }],
    [{ value: [{ id: '1' }], '@odata.nextLink': 'after' }],
  ])('is the JSON of %j', (body) => {
    expect(JSON.parse(bodyText(body))).toEqual(body)
  })
})

import { expect, test } from 'vitest'

import { date, flag, guid, id, list, row, schemaOf, text, within } from './rows.ts'

const Thing = schemaOf(
  row<{
    id: string
    name: string | null
    at: string | null
    isOn: boolean | null
    ofId: string[]
    state: string | null
  }>({ id, name: text, at: date, isOn: flag, ofId: list(guid), state: within('value', text) }),
)

test.each([
  ['left out', { id: '1' }],
  ['null', { id: '1', name: null, at: null, isOn: null, ofId: null, state: null }],
  ['empty', { id: '1', name: '', at: '0001-01-01T00:00:00Z', ofId: [null], state: { value: '' } }],
])('what is %s is nothing', (_, sent) => {
  expect(Thing.parse(sent)).toEqual({
    id: '1',
    name: null,
    at: null,
    isOn: null,
    ofId: [],
    state: null,
  })
})

test('values are kept, ids of others in lower case, and unknown members left out', () => {
  const sent = {
    id: 'A',
    name: 'n',
    at: '2026-11-20T08:30:00Z',
    isOn: false,
    ofId: ['AB', 'cd'],
    state: { value: 's', more: 1 },
    new: true,
  }
  expect(Thing.parse(sent)).toEqual({
    id: 'A',
    name: 'n',
    at: '2026-11-20T08:30:00Z',
    isOn: false,
    ofId: ['ab', 'cd'],
    state: 's',
  })
})

test.each<[unknown, PropertyKey[]]>([
  [{}, ['id']],
  [{ id: '' }, ['id']],
  [{ id: 7 }, ['id']],
  [{ id: '1', name: 7 }, ['name']],
  [{ id: '1', at: {} }, ['at']],
  [{ id: '1', isOn: 'true' }, ['isOn']],
  [{ id: '1', ofId: 'a' }, ['ofId']],
  [{ id: '1', ofId: ['a', 7] }, ['ofId', 1]],
  [{ id: '1', state: { value: 7 } }, ['state', 'value']],
  [{ id: '1', state: 'on' }, ['state']],
  [[], []],
  [null, []],
  ['x', []],
])('%j is refused with the place of what is wrong', (sent, path) => {
  const result = Thing.safeParse(sent)
  expect(result.error?.issues.map((issue) => issue.path)).toEqual([path])
})

test('names of properties in the data reach nothing but the row', () => {
  const sent: unknown = JSON.parse('{"id":"1","__proto__":{"name":"polluted"}}')
  expect(Thing.parse(sent).name).toBeNull()
})

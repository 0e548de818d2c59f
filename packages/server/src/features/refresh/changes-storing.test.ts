import type { DeltaPage } from '@tenantscope/graph-client/delta'
import { expect, test } from 'vitest'

import { storeChanges } from './changes-storing.ts'
import type { Followed } from './changes-storing.ts'

type Thing = { id: string; name: string | null; color: string | null }

const NOTHING = { name: null, color: null }

/** What is stored of things, and what Microsoft holds of them. */
async function afterPage(
  { stored, atMicrosoft = [] }: { stored: Thing[]; atMicrosoft?: Thing[] },
  page: DeltaPage<Thing>,
): Promise<{ things: Thing[]; readWhole: string[] }> {
  const things = new Map(stored.map((thing) => [thing.id, thing]))
  const readWhole: string[] = []
  const followed: Followed<Thing, Thing> = {
    find: async (ids) => ids.flatMap((id) => things.get(id) ?? []),
    isEnough: (change, isStored) => isStored || change.name !== undefined,
    merge: (before, change) => ({ ...NOTHING, ...before, ...change }),
    readWhole: async (ids) => {
      readWhole.push(...ids)
      return atMicrosoft.filter(({ id }) => ids.includes(id))
    },
    store: async (received) => {
      for (const thing of received) things.set(thing.id, thing)
    },
    remove: async (ids) => {
      for (const id of ids) things.delete(id)
    },
  }
  await storeChanges(followed, page)
  return { things: [...things.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)), readWhole }
}

const a: Thing = { id: 'a', name: 'Ada', color: 'red' }
const b: Thing = { id: 'b', name: 'Bob', color: 'blue' }

test('a property that was not sent is as it was; one that was sent empty is empty', async () => {
  const page = {
    changed: [
      { id: 'a', name: 'Ann' },
      { id: 'b', color: null },
    ],
    removed: [],
  }
  const { things, readWhole } = await afterPage({ stored: [a, b] }, page)
  expect(things).toEqual([
    { id: 'a', name: 'Ann', color: 'red' },
    { id: 'b', name: 'Bob', color: null },
  ])
  expect(readWhole).toEqual([])
})

test('two changes of one object in a page both count, the later on top', async () => {
  const changed = [
    { id: 'a', name: '1', color: 'green' },
    { id: 'a', name: '2' },
  ]
  const { things } = await afterPage({ stored: [a] }, { changed, removed: [] })
  expect(things).toEqual([{ id: 'a', name: '2', color: 'green' }])
})

test('of a new object what was left out is nothing', async () => {
  const page = { changed: [{ id: 'n', name: 'New' }], removed: [] }
  const { things, readWhole } = await afterPage({ stored: [a] }, page)
  expect(things).toEqual([a, { id: 'n', name: 'New', color: null }])
  expect(readWhole).toEqual([])
})

test('an unknown object with a partial change is read completely', async () => {
  const whole = { id: 'n', name: 'New', color: 'green' }
  const page = { changed: [{ id: 'n', color: 'green' }], removed: [] }
  const { things, readWhole } = await afterPage({ stored: [a], atMicrosoft: [whole] }, page)
  expect(things).toEqual([a, whole])
  expect(readWhole).toEqual(['n'])
})

test('an object that is gone by the time it is read whole is not kept', async () => {
  const page = { changed: [{ id: 'n', color: 'green' }], removed: [] }
  expect((await afterPage({ stored: [a] }, page)).things).toEqual([a])
})

test('what was removed goes, known or not', async () => {
  const page = { changed: [], removed: ['a', 'never-known'] }
  expect((await afterPage({ stored: [a, b] }, page)).things).toEqual([b])
})

test.each([
  ['there', [{ ...a, name: 'Back' }], [{ ...a, name: 'Back' }, b]],
  ['gone', [], [b]],
])(
  'removed and changed in one page, an object that is %s at the end is so here too',
  async (_where, atMicrosoft, expected) => {
    const page = { changed: [{ id: 'a', name: 'Back', color: 'red' }], removed: ['a'] }
    expect((await afterPage({ stored: [a, b], atMicrosoft }, page)).things).toEqual(expected)
  },
)

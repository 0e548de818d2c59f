import { expect, test } from 'vitest'

import { createPlaces } from '../reports/writing/places.ts'
import { createDownloadTurns } from './download-turns.ts'

const visitor = () => new AbortController()

test('downloads of one link wait for each other, those of another do not', async () => {
  const turns = createDownloadTurns(() => createPlaces(1))
  const [first, second, other] = [visitor(), visitor(), visitor()]
  expect(await turns.take('link', first.signal)).toBe(true)
  let hasTurn = false
  const turn = turns.take('link', second.signal).then((isOwn) => (hasTurn = isOwn))
  expect(await turns.take('another', other.signal)).toBe(true)
  expect(hasTurn).toBe(false)
  first.abort()
  expect(await turn).toBe(true)
})

test('a disconnect while waiting gets no turn and takes none from others', async () => {
  const turns = createDownloadTurns(() => createPlaces(1))
  const [first, second, third] = [visitor(), visitor(), visitor()]
  await turns.take('link', first.signal)
  const [left, next] = [turns.take('link', second.signal), turns.take('link', third.signal)]
  second.abort()
  first.abort()
  expect([await left, await next]).toEqual([false, true])
  expect(await turns.take('link', first.signal)).toBe(false)
})

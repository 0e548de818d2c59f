import { expect, test } from 'vitest'

import { createPlaces } from './places.ts'

const never = new AbortController().signal
const ignore = (): void => undefined

test('places go to who asked first, and everybody in line hears each move', async () => {
  const places = createPlaces(1)
  const received: string[] = []
  const enter = async (name: string): Promise<() => void> => {
    const leave = await places.take(never, (position) => received.push(`${name} ${position}`))
    received.push(`${name} in`)
    return leave
  }
  const leaveA = await enter('a')
  const b = enter('b')
  const c = enter('c')
  expect(places.hasLine()).toBe(true)
  leaveA()
  const leaveB = await b
  leaveB()
  const leaveC = await c
  leaveC()
  expect(received).toEqual(['a in', 'b 1', 'c 2', 'c 1', 'b in', 'c in'])
  expect(places.hasLine()).toBe(false)
})

test('who gives up in line gets the reason, and those behind move up', async () => {
  const places = createPlaces(1)
  const leave = await places.take(never, ignore)
  const impatient = new AbortController()
  const first = places.take(impatient.signal, ignore)
  const positions: number[] = []
  const second = places.take(never, (position) => positions.push(position))
  const reason = new Error('Enough')
  impatient.abort(reason)
  await expect(first).rejects.toBe(reason)
  expect(positions).toEqual([2, 1])
  leave()
  expect(await second).toBeTypeOf('function')
})

test('who gives up in the moment of being admitted leaves the place to the next', async () => {
  const places = createPlaces(1)
  const leave = await places.take(never, ignore)
  const impatient = new AbortController()
  const first = places.take(impatient.signal, ignore)
  const second = places.take(never, ignore)
  leave()
  impatient.abort(new Error('Enough'))
  await expect(first).rejects.toThrow('Enough')
  expect(await second).toBeTypeOf('function')
})

test('who comes with an ended signal takes no place', async () => {
  const places = createPlaces(1)
  await expect(places.take(AbortSignal.abort(new Error('Enough')), ignore)).rejects.toThrow(
    'Enough',
  )
  expect(await places.take(never, ignore)).toBeTypeOf('function')
})

test('leaving twice admits only one', async () => {
  const places = createPlaces(1)
  const leave = await places.take(never, ignore)
  leave()
  leave()
  await places.take(never, ignore)
  void places.take(never, ignore)
  expect(places.hasLine()).toBe(true)
})

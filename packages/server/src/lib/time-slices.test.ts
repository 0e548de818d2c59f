import { expect, test } from 'vitest'

import { createTimeSlices } from './time-slices.ts'

test('a slice is over after 10 milliseconds, and the next one begins after other work had its turn', async () => {
  let time = 1_000
  const slices = createTimeSlices({
    now: () => time,
    nextTurn: async () => {
      time += 500
    },
  })
  time += 9
  expect(slices.isOver()).toBe(false)
  time += 1
  expect(slices.isOver()).toBe(true)
  await slices.next()
  expect(time).toBe(1_510)
  expect(slices.isOver()).toBe(false)
})

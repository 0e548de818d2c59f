import { expect, test, vi } from 'vitest'

import { holdSessionEnd, onSessionEnded, reportSessionEnded } from './session-ended.ts'

test('everybody who listens hears of the end, until they stop', () => {
  const listener = vi.fn()
  const stop = onSessionEnded(listener)
  reportSessionEnded()
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
  reportSessionEnded()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a deferred session end is reported on release, and only if there was one', () => {
  const listener = vi.fn()
  const stop = onSessionEnded(listener)
  const letGo = holdSessionEnd()
  reportSessionEnded()
  reportSessionEnded()
  expect(listener).not.toHaveBeenCalled()
  letGo()
  expect(listener).toHaveBeenCalledTimes(1)
  holdSessionEnd()()
  expect(listener).toHaveBeenCalledTimes(1)
  stop()
})

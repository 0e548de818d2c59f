import { expect, test } from 'vitest'

import { isAsked } from './story.ts'

test('the worker survives', async () => {
  if (isAsked('crash')) {
    process.kill(process.pid, 'SIGSEGV')
    await new Promise(() => undefined)
  }
  expect(process.pid).toBeGreaterThan(0)
})

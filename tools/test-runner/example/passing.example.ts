import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test } from 'vitest'

import { reportCrash } from '../../process-ends.ts'
import { isAsked } from './story.ts'

test('the product is right', async () => {
  if (isAsked('process-crash')) await endProcess('process.kill(process.pid, "SIGSEGV")')
  if (isAsked('process-killed')) await endProcess('setInterval(() => {}, 1_000)', 'SIGKILL')
  expect(2 * 3).toBe(6)
})

/** Starts a process that the test waits for, and ends it by a signal where one is given. */
async function endProcess(script: string, signal?: NodeJS.Signals): Promise<void> {
  const child = spawn(process.execPath, ['-e', script])
  reportCrash(child, 'an example of a process')
  const ended = once(child, 'exit')
  if (signal !== undefined) child.kill(signal)
  await ended
}

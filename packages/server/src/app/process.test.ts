import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const file = fileURLToPath(new URL('process.ts', import.meta.url))

/** Runs a process that stops for a failure and closes as given; returns its output and exit state. */
function stopping(close: string): Promise<{ output: string; code: unknown }> {
  const script = `
    import { setTimeout as delay } from 'node:timers/promises'
    import { pino } from 'pino'
    import { stopOnSignals } from ${JSON.stringify(file)}
    const stop = stopOnSignals(pino({ level: 'silent' }), async () => { ${close} })
    setInterval(() => undefined, 1_000)
    stop(new Error('the first'))`
  return new Promise((resolve) => {
    const args = ['--input-type=module', '-e', script]
    execFile(process.execPath, args, { cwd: import.meta.dirname }, (error, output) =>
      resolve({ output, code: error?.code ?? 0 }),
    )
  })
}

test('a failure while stopping does not keep the rest from being closed', async () => {
  const ended = await stopping(`
    setTimeout(() => { throw new Error('the second') })
    void Promise.reject(new Error('the third'))
    await delay(100)
    console.log('closed')`)
  expect(ended).toEqual({ output: 'closed\n', code: 70 })
})

test('a second signal while stopping ends it at once', async () => {
  const ended = await stopping(`
    process.kill(process.pid, 'SIGTERM')
    await delay(5_000)
    console.log('closed')`)
  expect(ended).toEqual({ output: '', code: 1 })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { describe, expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

function run(...args: string[]) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill()
  })
  return child
}

async function firstOutputOf({ stdout }: ChildProcess): Promise<string> {
  const chunks = stdout ? await stdout.take(1).toArray() : []
  return chunks.map(String).join('')
}

describe('npm run sim', () => {
  test('prints its address when ready, has the requested faults, and ends on a signal', async () => {
    const child = run('--tenants', '2', '--faults', 'slow:aalto-lind.example')
    const line = await firstOutputOf(child)
    const url = /ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
    const faults: unknown = await (await fetch(`${url}/_simulator/faults`)).json()
    expect(faults).toMatchObject([{ name: 'slow' }])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test.each([
    [['--tenants', 'many'], '--tenants must be a whole number'],
    [['--faults', 'slow:unknown.example'], 'a tenant that does not exist'],
  ])('%j ends with 1 and a clear message', async (args, message) => {
    const child = run(...args)
    const [output] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(child.exitCode).toBe(1)
    expect(output).toContain(message)
    expect(output.trim().split('\n')).toHaveLength(1)
  })

  test('ends with 1 when the port is taken', async () => {
    const first = run('--tenants', '1')
    const line = await firstOutputOf(first)
    const port = /:(\d+)\s*$/.exec(line)?.[1] ?? ''
    const second = run('--tenants', '1', '--port', port)
    const [output] = await Promise.all([text(second.stderr), once(second, 'exit')])
    expect(second.exitCode).toBe(1)
    expect(output).toContain('EADDRINUSE')
  })
})

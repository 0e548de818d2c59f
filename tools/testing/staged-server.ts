import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { freePort, untilReady } from '../processes.ts'
import { asContainerUser } from './container-user.ts'

/** The folder of a staged program and the Node that runs it. */
interface Staged {
  readonly app: string
  readonly node: string
}

export interface StagedServer {
  /** Returns the exit code and output of the image's HEALTHCHECK. */
  health(): Promise<{ code: number | null; text: string }>
  call(method: string, path: string, body?: object): Promise<unknown>
  stop(): Promise<number | null>
}

/** Starts the image's command as its user, with the image's environment and the given one. */
export async function startStaged(
  { app, node }: Staged,
  given: { command: string; health: string; environment: Readonly<Record<string, string>> },
): Promise<StagedServer> {
  const port = await freePort()
  const env = { ...given.environment, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error' }
  const options = { cwd: app, env, ...asContainerUser() }
  const child = spawn(node, [given.command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text: Buffer) => (said += text.toString()))
  const address = `http://127.0.0.1:${port}`
  const cookies = new Map<string, string>()
  try {
    await untilReady(`${address}/readyz`, child, 90_000)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`The staged server did not start: ${said}`, { cause: error })
  }

  return {
    async health() {
      const probe = spawn(node, [given.health], {
        ...options,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let text = ''
      probe.stdout.on('data', (piece: Buffer) => (text += piece.toString()))
      await once(probe, 'close')
      return { code: probe.exitCode, text: text.trim() }
    },

    async call(method, path, body) {
      const answer = await fetch(`${address}${path}`, {
        method,
        headers: {
          cookie: Array.from(cookies, (pair) => pair.join('=')).join('; '),
          // The headers that the proxy sends.
          'x-forwarded-for': '192.0.2.7',
          'x-forwarded-proto': 'https',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      for (const each of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = (each.split(';', 1)[0] ?? '').split('=')
        cookies.set(name, value)
      }
      return answer.json()
    },

    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      return child.exitCode
    },
  }
}

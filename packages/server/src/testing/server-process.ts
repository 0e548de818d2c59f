import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

import type { AnyEndpoint, CallInput, CallReply } from '@tenantscope/contract/endpoint'
import { vi } from 'vitest'

import { addressOf } from './test-browser.ts'

const START_TIMEOUT_MS = 30_000

/** The product as a process of its own, which can be killed and started again. */
export interface ServerProcess {
  readonly port: number
  start(): Promise<void>
  /** SIGKILL: no handler runs, nothing is written any more. */
  kill(): Promise<void>
  /** SIGTERM: it ends in order; tells with which code. */
  stop(): Promise<number | null>
  signIn(credentials: { username: string; password: string }): Promise<ServerSession>
}

/** A session that lives as long as its cookie is accepted, whatever happens to the process. */
export interface ServerSession {
  call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<CallReply<E>>
}

/** Prepares `main.ts` with the given environment on a free port; nothing runs before `start`. */
export async function createServerProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  let child: ChildProcess | null = null

  async function isReady(): Promise<void> {
    const response = await fetch(`${url}/readyz`)
    if (!response.ok) throw new Error(`not ready: ${response.status}`)
  }

  return {
    port,

    async start() {
      child = spawn(process.execPath, [main], {
        env: { ...inherited(), ...environment, PORT: String(port), HOST: 'localhost' },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await vi.waitFor(isReady, { timeout: START_TIMEOUT_MS, interval: 50 })
    },

    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },

    async stop() {
      if (child === null) return null
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },

    async signIn(credentials) {
      const response = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      })
      if (!response.ok) throw new Error(`sign-in was refused: ${response.status}`)
      const cookie = response.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      return { call: (endpoint, input) => call(url, { cookie, endpoint, input }) }
    },
  }
}

async function call<E extends AnyEndpoint>(
  url: string,
  { cookie, endpoint, input }: { cookie: string; endpoint: E; input: CallInput<E> },
): Promise<CallReply<E>> {
  const { params = {}, query = {}, body }: Record<string, unknown> = { ...input }
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const response = await fetch(`${url}${addressOf(endpoint, { params, query })}`, {
    method: endpoint.method,
    headers: { cookie, ...json },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${endpoint.name} was refused: ${response.status}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by this endpoint's own schema
  return endpoint.reply.parse(await response.json()) as CallReply<E>
}

/** Nothing of the product's own configuration may come in from whoever runs the tests. */
function inherited(): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return { PATH, HOME, TMPDIR }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No TCP address')
  return address.port
}

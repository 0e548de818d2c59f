import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import type { AnyEndpoint, CallInput, CallReply } from '@tenantscope/contract/endpoint'
import { vi } from 'vitest'

import { reportCrash } from '../../../../tools/process-ends.ts'
import { NODE_FLAGS } from '../lib/node-flags.ts'
import { addressOf } from './test-browser.ts'

/** A busy machine takes a minute to start the server. */
const START_TIMEOUT_MS = 120_000

/** A process of its own, which can be killed and started again. */
export interface ProductProcess {
  start(): Promise<void>
  /** SIGKILL: no handler runs, nothing is written any more. */
  kill(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

/** The product's web process. */
export interface ServerProcess extends ProductProcess {
  readonly port: number
  /** Waits until `/readyz` reports that the process is ready. */
  untilReady(): Promise<void>
  signIn(credentials: { username: string; password: string }): Promise<ServerSession>
}

/** A session that lives as long as its cookie is accepted, whatever happens to the process. */
export interface ServerSession {
  call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<CallReply<E>>
  /** Sends a JSON body and returns the response unread. */
  post(path: string, body: object): Promise<Response>
}

/**
 * Prepares `main.ts` with the given environment on a free port, on request under its supervisor; nothing
 * runs before `start`.
 */
export async function createServerProcess(
  environment: Readonly<Record<string, string>>,
  { isSupervised = false }: { isSupervised?: boolean } = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const options = { ...environment, PORT: String(port), HOST: 'localhost' }

  async function isReady(): Promise<void> {
    const response = await fetch(`${url}/readyz`)
    if (!response.ok) throw new Error(`not ready: ${response.status}`)
  }

  const untilReady = () => vi.waitFor(isReady, { timeout: START_TIMEOUT_MS, interval: 50 })

  return {
    port,
    untilReady,
    ...createProcess(
      () => spawnScript(isSupervised ? 'bin/supervise.ts' : 'main.ts', options, 'ignore'),
      untilReady,
    ),

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
      return {
        call: (endpoint, input) => call(url, { cookie, endpoint, input }),
        post: (path, body) =>
          fetch(`${url}${path}`, {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
      }
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

/** Prepares `worker.ts` with the given environment; it is started when it says that it is ready. */
export function createWorkerProcess(environment: Readonly<Record<string, string>>): ProductProcess {
  const options = { ...environment, LOG_LEVEL: 'info' }
  return createProcess(() => spawnScript('worker.ts', options, 'pipe'), hasSaidReady)
}

function createProcess(
  spawnChild: () => ChildProcess,
  hasStarted: (child: ChildProcess) => Promise<void>,
): ProductProcess {
  let child: ChildProcess | null = null

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child === null) return null
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }

  return {
    async start() {
      child = spawnChild()
      await hasStarted(child)
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

function spawnScript(
  script: string,
  environment: Readonly<Record<string, string>>,
  output: 'ignore' | 'pipe',
): ChildProcess {
  const file = fileURLToPath(new URL(`../${script}`, import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, file], {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', output, 'inherit'],
  })
  reportCrash(child, script)
  return child
}

function hasSaidReady({ stdout }: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    if (stdout === null) throw new Error('The output of the process is not read')
    // Read to its end: a full pipe would stop the process.
    createInterface({ input: stdout })
      .on('line', (line) => {
        if (line.includes('"msg":"ready"')) resolve()
      })
      .on('close', () => reject(new Error('The process ended before it was ready')))
  })
}

/** Removes the product's own configuration from the environment of the tests. */
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

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'

import { z } from 'zod'

import { freePort, start, untilReady } from '../../tools/processes.ts'
import { makeScratchDatabase } from '../../tools/scratch-database.ts'

/** What the main thread of the server did, in milliseconds. */
const Probe = z.object({
  /** The longest time between two turns of the event loop. */
  heldMs: z.number(),
  /** The most processor time of the main thread in one turn: other load is not in it. */
  computedMs: z.number(),
  /** All processor time of the main thread. */
  mainMs: z.number(),
  wallMs: z.number(),
})
export type Probe = z.infer<typeof Probe>

const Registration = z.object({ clientId: z.string(), clientSecret: z.string() })
const Directories = z.array(
  z.object({ tenantId: z.string(), kind: z.string(), story: z.string().nullable() }),
)

const ADMINISTRATOR = { username: 'measured', password: 'Quiet-Harbour-2026!' }
/** What the server still does at its start is not measured. */
const CALM_MS = 2_000
/** A busy machine takes minutes to start the server. */
const READY_MS = 300_000

interface World {
  readonly tenants: number
  readonly users: number
  /** 0: a world without the hostile tenant. */
  readonly hostileUsers: number
  /** The users of an ordinary tenant, to compare the hostile one with; absent: there is none. */
  readonly largeUsers?: number
}

/** The product on PostgreSQL beside its own simulated Microsoft, each in its own process. */
export interface Installation {
  /** Undefined in a world without a hostile tenant. */
  readonly hostileId: string | undefined
  /** The hostile or the large tenant; undefined in a world without either. */
  readonly addedId: string | undefined
  /** Of the server. */
  readonly processId: number
  /** Names the database to another program. */
  readonly database: Readonly<Record<string, string>>
  ask(address: string, body?: object): Promise<Answer>
  /** What the main thread did since the last call, with its own watching and the jobs of the time. */
  probe(): Promise<Probe>
  stop(): Promise<void>
}

export interface Answer {
  readonly milliseconds: number
  readonly content: Buffer
}

export async function startInstallation(world: World): Promise<Installation> {
  const microsoft = await startMicrosoft(world)
  const { directories, registration } = microsoft
  const database = await makeScratchDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tenantscope-bench-'))
  const partner = directories.find(({ kind }) => kind === 'partner')
  const server = await startServer({
    ...database.environment,
    DATA_DIR: dataDir,
    MICROSOFT_ENDPOINT: microsoft.endpoint,
    MICROSOFT_CLIENT_ID: registration.clientId,
    MICROSOFT_CLIENT_SECRET: registration.clientSecret,
    MICROSOFT_TENANT_ID: partner?.tenantId ?? '',
  })
  await database.change('update settings set second_factor_required = false')
  const cookie = await signIn(server.url)
  await wait(CALM_MS)
  return {
    hostileId: directories.find(({ story }) => story === 'hostile')?.tenantId,
    addedId: directories.find(({ story }) => story === 'hostile' || story === 'large')?.tenantId,
    processId: server.child.pid ?? 0,
    database: database.environment,
    ask: (address, body) => ask(server.url, { cookie, address, body }),
    probe: () => readProbe(server.child),
    async stop() {
      await ended(server.child)
      await ended(microsoft.child)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startMicrosoft({ tenants, users, hostileUsers, largeUsers = 0 }: World) {
  const given = [`--tenants=${tenants}`, `--users=${users}`]
  if (hostileUsers > 0) given.push(`--hostile-users=${hostileUsers}`)
  if (largeUsers > 0) given.push(`--large-users=${largeUsers}`)
  const child = start(process.execPath, ['packages/graph-sim/src/main.ts', '--port=0', ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const endpoint = await addressOf(child)
  const control = async (name: string): Promise<unknown> =>
    (await fetch(`${endpoint}/_simulator/${name}`)).json()
  return {
    child,
    endpoint,
    registration: Registration.parse(await control('registration')),
    directories: Directories.parse(await control('tenants')),
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The simulator has no output')
  for await (const line of createInterface(stdout)) {
    const address = /ready at (http:\S+)/u.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('The simulator has ended before it was ready')
}

async function startServer(
  environment: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { PATH = '', HOME = '' } = process.env
  const profiled = process.env['BENCH_CPU_PROFILE'] === undefined ? [] : ['--cpu-prof']
  const child = start(
    process.execPath,
    [...profiled, '--import', './bench/hostile/probe.ts', 'packages/server/src/main.ts'],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        PATH,
        HOME,
        PORT: `${port}`,
        PUBLIC_URL: url,
        LOG_LEVEL: 'error',
        ADMIN_USERNAME: ADMINISTRATOR.username,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        ...environment,
      },
    },
  )
  await untilReady(`${url}/readyz`, child, READY_MS)
  return { child, url }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(ADMINISTRATOR),
  })
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
}

async function ask(
  url: string,
  { cookie, address, body }: { cookie: string; address: string; body: object | undefined },
): Promise<Answer> {
  const headers = { cookie, origin: url, 'content-type': 'application/json' }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const startedAt = performance.now()
  const answer = await fetch(`${url}${address}`, { headers, ...sent })
  const content = Buffer.from(await answer.arrayBuffer())
  if (!answer.ok)
    throw new Error(`${address} answered ${answer.status}: ${content.toString().slice(0, 500)}`)
  return { milliseconds: performance.now() - startedAt, content }
}

async function readProbe(child: ChildProcess): Promise<Probe> {
  const said = once(child, 'message')
  child.send('probe')
  const messages: readonly unknown[] = await said
  return Probe.parse(messages[0])
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

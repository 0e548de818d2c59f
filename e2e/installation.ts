import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, request } from '@playwright/test'
import { z } from 'zod'

import { listSockets } from '../packages/server/src/db/embedded/owner-sockets.ts'
import { lastUnexpectedEndIn } from '../packages/server/src/lib/run-record.ts'
import { DEMO_ADMIN } from '../tools/demo-world.ts'
import { reportRestart } from '../tools/process-ends.ts'
import { freePort, start, untilReady } from '../tools/processes.ts'

const Registration = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  tenantId: z.string(),
  redirectUris: z.array(z.string()),
  people: z.array(z.object({ oid: z.string(), name: z.string(), userPrincipalName: z.string() })),
})
type Registration = z.infer<typeof Registration>

const TenantList = z.object({
  currentRun: z.unknown(),
  tenants: z.array(z.object({ dataAsOf: z.string().nullable() })),
})
const SimulatedTenants = z.array(
  z.object({
    tenantId: z.string(),
    displayName: z.string(),
    defaultDomainName: z.string(),
    kind: z.string(),
    story: z.string().nullable(),
  }),
)
const Directory = z.object({
  people: z.array(
    z.object({
      userPrincipalName: z.string(),
      accountEnabled: z.boolean(),
      roleTemplateIds: z.array(z.string()),
    }),
  ),
})
const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10'

export type SimulatedTenant = z.infer<typeof SimulatedTenants>[number]

/** An installation without a Microsoft connection, beside a simulated Microsoft of its own. */
export interface Installation {
  readonly url: string
  readonly dataDir: string
  readonly registration: Registration
  readonly tenants: readonly SimulatedTenant[]
  /** The tenant with this story. */
  tenant(story: string): SimulatedTenant
  /** The address of one of its Global Administrators. */
  administratorOf(tenantId: string): Promise<string>
  /** Asks the simulator for something, such as a fault: `POST /_simulator/…`. */
  simulate(path: string, body: object): Promise<unknown>
  /** Ends all faults. */
  calm(): Promise<void>
  /** Carries out `npm run admin -- …` beside the running product. */
  admin(...args: string[]): string
  /** Carries out `npm run doctor` beside it; its exit code comes with what it says. */
  doctor(): { status: number | null; stdout: string }
  /** Ends the server's process by SIGSEGV, and returns when its successor has begun to start. */
  crash(): Promise<void>
  stop(): Promise<void>
}

interface InstallationOptions {
  tenants?: number
  /** On top of the simulator's own: `--cloud china`. */
  simulatorArguments?: readonly string[]
  environment?: Readonly<Record<string, string>>
}

/** Starts both on free ports of the loopback address; `admin` and the demo's password sign in locally. */
export async function startInstallation(options: InstallationOptions = {}): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tenantscope-empty-'))
  const prepared =
    options.environment?.['DATABASE_URL'] === undefined
      ? process.env['TENANTSCOPE_PREPARED']
      : undefined
  if (prepared !== undefined) cpSync(prepared, dataDir, { recursive: true })
  const [port, simulatorPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const stdio = process.env['E2E_OUTPUT'] === 'inherit' ? 'inherit' : 'ignore'
  const simulator = start(
    process.execPath,
    [
      'packages/graph-sim/src/main.ts',
      '--port',
      `${simulatorPort}`,
      '--tenants',
      `${options.tenants ?? 8}`,
      '--app-url',
      url,
      ...(options.simulatorArguments ?? []),
    ],
    { cwd, stdio },
  )
  await untilReady(`${simulatorUrl}/_simulator/registration`, simulator, 30_000)
  const { DATABASE_URL: _never, NODE_ENV: _neither, ...inherited } = process.env
  const env: NodeJS.ProcessEnv = {
    ...inherited,
    PORT: `${port}`,
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ADMIN_USERNAME: DEMO_ADMIN.username,
    ADMIN_PASSWORD: DEMO_ADMIN.password,
    MICROSOFT_ENDPOINT: simulatorUrl,
    ...options.environment,
  }
  const server = start(process.execPath, ['packages/server/src/bin/supervise.ts'], {
    cwd,
    stdio,
    env,
  })
  let startedAt = new Date()
  await untilReady(`${url}/readyz`, server, 60_000)

  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${simulatorUrl}${path}`, init)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const run = (command: 'admin' | 'doctor', args: readonly string[]) =>
    spawnSync(process.execPath, [`packages/server/src/bin/${command}.ts`, ...args], {
      cwd,
      env,
      encoding: 'utf8',
    })
  const admin = (...args: string[]): string => {
    const { status, stdout, stderr } = run('admin', args)
    expect([status, stderr]).toEqual([0, ''])
    return stdout
  }
  // The prepared database does so already: journeys sign in with the password alone (docs/TESTING.md).
  if (prepared === undefined) admin('allow-password-only')
  const registration = Registration.parse(await ask('/_simulator/registration'))
  const tenants = SimulatedTenants.parse(await ask('/_simulator/tenants'))

  return {
    url,
    dataDir,
    registration,
    tenants,
    tenant(story) {
      const found = tenants.find((each) => each.story === story)
      if (found === undefined) throw new Error(`No tenant has the story ${story}`)
      return found
    },
    async administratorOf(tenantId) {
      const { people } = Directory.parse(await ask(`/_simulator/directory?tenantId=${tenantId}`))
      const found = people.find(
        (person) => person.accountEnabled && person.roleTemplateIds.includes(GLOBAL_ADMINISTRATOR),
      )
      if (found === undefined) throw new Error(`${tenantId} has no administrator`)
      return found.userPrincipalName
    },
    simulate: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
    calm: async () => void (await ask('/_simulator/faults', { method: 'DELETE' })),
    admin,
    doctor: () => run('doctor', []),
    async crash() {
      const crashedAt = new Date()
      const [owner] = listSockets(dataDir)
      if (owner === undefined) throw new Error('No process holds the data directory')
      process.kill(owner.pid, 'SIGSEGV')
      const lastEnd = async () => (await lastUnexpectedEndIn(dataDir))?.at ?? crashedAt
      await expect.poll(async () => (await lastEnd()) > crashedAt, { timeout: 60_000 }).toBe(true)
      startedAt = new Date()
    },
    async stop() {
      await Promise.all([ended(server), ended(simulator)])
      await reportRestart(dataDir, startedAt)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

type Role = 'admin' | 'technician' | 'viewer'

/** Starts an installation, connects it to its Microsoft, reads all tenants and adds these people. */
export async function startConnected(
  options: InstallationOptions,
  people: Readonly<Record<string, Role>> = {},
): Promise<Installation> {
  const installation = await startInstallation(options)
  await connectAndRead(installation)
  for (const [name, role] of Object.entries(people)) addPerson(installation, name, role)
  return installation
}

async function connectAndRead({ url, registration }: Installation): Promise<void> {
  const { clientId, tenantId, clientSecret } = registration
  const session = await request.newContext({ baseURL: url })
  const post = async (path: string, data: object) => {
    const answer = await session.post(path, { data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  const list = async () => TenantList.parse(await (await session.get('/api/tenants')).json())
  const isQuiet = async () => (await list()).currentRun === null
  const isRead = async () => {
    const { currentRun, tenants } = await list()
    return currentRun === null && tenants.some(({ dataAsOf }) => dataAsOf !== null)
  }
  const data = { clientId, tenantId, clientSecret, credentialKind: 'secret', version: null }
  await post('/api/auth/login', DEMO_ADMIN)
  await post('/api/admin/azure-config', data)
  const soon = { timeout: 60_000, intervals: [100] }
  await expect.poll(isQuiet, soon).toBe(true)
  await post('/api/tenants/refresh', {})
  await expect.poll(isRead, soon).toBe(true)
  await session.dispose()
}

/** Gives a person of the own directory an account. */
function addPerson(installation: Installation, name: string, role: Role): void {
  const { registration } = installation
  const person = registration.people.find((each) => each.name === name)
  if (person === undefined) throw new Error(`The directory has no ${name}`)
  const { oid, userPrincipalName } = person
  const options = ['--name', name, '--email', userPrincipalName, '--role', role]
  installation.admin('add-microsoft', oid, '--tenant', registration.tenantId, ...options)
}

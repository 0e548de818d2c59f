import { spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { NODE_FLAGS } from '../packages/server/src/lib/node-flags.ts'
import { reportRestart } from './process-ends.ts'
import { freePort, start, untilReady } from './processes.ts'

/** The only fixed password: for the demo on 127.0.0.1 (decisions.md, Sign-in). */
export const DEMO_ADMIN = { username: 'admin', password: 'Demo-Admin-2026!' } as const

/** The 40 customers that the journeys know, and the later stories of the simulated world. */
export const DEMO_CUSTOMERS = 61

/** A risk that the demo accepts, so that a verdict is shown as excepted. */
export const DEMO_EXCEPTION = {
  story: 'no-mfa-policy',
  checkId: 'ten.security-groups',
  reason: 'The practice manages its security groups by itself',
} as const

const Registration = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  tenantId: z.string(),
  people: z.array(z.object({ oid: z.string(), name: z.string(), userPrincipalName: z.string() })),
})
const SimulatedTenants = z.array(
  z.object({
    tenantId: z.string(),
    displayName: z.string(),
    kind: z.string(),
    story: z.string().nullable(),
  }),
)
const TenantRow = z.object({ id: z.string(), displayName: z.string() })
type TenantRow = z.infer<typeof TenantRow>
const TenantList = z.object({
  tenants: z.array(TenantRow),
  currentRun: z.object({ state: z.string() }).nullable(),
})

const ExceptionList = z.object({ exceptions: z.array(z.unknown()) })

interface DemoOptions {
  port: number
  dataDir: string
  /** Customer tenants of the simulated Microsoft. */
  tenants: number
  /** The output of the processes; 'inherit' shows it. */
  output: 'inherit' | 'ignore'
  logLevel: string
  /** The address for browsers, when it differs from the server's (development: Vite). */
  publicUrl?: string
  /** Starts the server again when its sources change, and not when it crashed. */
  isReloaded?: boolean
}

export interface Demo {
  url: string
  simulatorUrl: string
  server: ChildProcess
  simulator: ChildProcess
  /** The three users to sign in as, by role. */
  people: { role: string; name: string; userPrincipalName: string; tenantIds: string[] | 'all' }[]
  /** Runs `npm run admin -- …` while the server runs and returns its output. */
  admin(...args: string[]): string
  stop(): Promise<void>
}

/**
 * Starts a simulated Microsoft and Tenantscope on the loopback address and waits until every tenant was
 * read once. Creates an administrator, a technician with some tenants and a viewer with two.
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  claimDirectory(options.dataDir)
  const startedAt = new Date()
  const url = `http://localhost:${options.port}`
  const publicUrl = options.publicUrl ?? url
  const stdio = options.output === 'inherit' ? 'inherit' : 'ignore'
  const simulatorPort = await freePort()
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`
  const simulator = start(
    process.execPath,
    [
      'packages/graph-sim/src/main.ts',
      '--port',
      `${simulatorPort}`,
      '--tenants',
      `${options.tenants}`,
      '--app-url',
      publicUrl,
    ],
    { stdio },
  )
  await untilReady(`${simulatorUrl}/_simulator/registration`, simulator, 30_000)
  const registration = Registration.parse(await json(`${simulatorUrl}/_simulator/registration`))

  const env = serverEnvironment(options, { publicUrl, simulatorUrl, registration })
  const server = start(
    process.execPath,
    options.isReloaded === true
      ? ['--watch', ...NODE_FLAGS, 'packages/server/src/main.ts']
      : ['packages/server/src/bin/supervise.ts'],
    {
      stdio,
      env,
    },
  )
  await untilReady(`${url}/readyz`, server, 90_000)

  const admin = (...args: string[]): string => runAdmin(env, args)
  // The demo's password is known to all; an authenticator app would only be in the way.
  admin('allow-password-only')
  const signedIn = await signInAsAdministrator(url)
  const tenants = await readEverything(signedIn, simulatorUrl, admin)
  await acceptRisk(signedIn, simulatorUrl)
  const people = invitePeople(registration, tenants, admin)
  return {
    url: publicUrl,
    simulatorUrl,
    server,
    simulator,
    people,
    admin,
    async stop() {
      await ended(server)
      await reportRestart(options.dataDir, startedAt)
      await ended(simulator)
    },
  }
}

/** Throws unless the directory is empty or was created by the demo, so that real data are never changed. */
function claimDirectory(dataDir: string): void {
  const marker = join(dataDir, '.tenantscope-demo')
  const isForeign = existsSync(dataDir) && !existsSync(marker) && readdirSync(dataDir).length > 0
  if (isForeign)
    throw new Error(`${dataDir} was not created by the demo. Set DATA_DIR to another directory.`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(marker, 'Created by npm run demo. Can be deleted at any time.\n')
}

function serverEnvironment(
  options: DemoOptions,
  {
    publicUrl,
    simulatorUrl,
    registration,
  }: {
    publicUrl: string
    simulatorUrl: string
    registration: z.infer<typeof Registration>
  },
): NodeJS.ProcessEnv {
  const { DATABASE_URL: _never, NODE_ENV: _neither, ...inherited } = process.env
  return {
    ...inherited,
    PORT: `${options.port}`,
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATA_DIR: options.dataDir,
    LOG_LEVEL: options.logLevel,
    ADMIN_USERNAME: DEMO_ADMIN.username,
    ADMIN_PASSWORD: DEMO_ADMIN.password,
    MICROSOFT_CLIENT_ID: registration.clientId,
    MICROSOFT_CLIENT_SECRET: registration.clientSecret,
    MICROSOFT_TENANT_ID: registration.tenantId,
    MICROSOFT_ENDPOINT: simulatorUrl,
  }
}

/**
 * Reads every tenant once. Then one customer withdraws its consent, so that All Tenants contains such a
 * tenant with its name and last good data.
 */
async function readEverything(
  signedIn: SignedIn,
  simulatorUrl: string,
  admin: Demo['admin'],
): Promise<TenantRow[]> {
  const simulated = SimulatedTenants.parse(await json(`${simulatorUrl}/_simulator/tenants`))
  const withdrawing = simulated.find(({ story }) => story === 'consent-withdrawn')
  const setConsent = async (isGranted: boolean): Promise<void> => {
    const request = post({ tenantId: withdrawing?.tenantId, isGranted })
    await json(`${simulatorUrl}/_simulator/consent`, request)
  }
  if (withdrawing !== undefined) await setConsent(true)
  // Customers without a contract are not discovered; an operator adds them by name.
  for (const { tenantId, displayName } of simulated.filter(({ kind }) => kind === 'direct'))
    admin('add-tenant', tenantId, '--name', displayName)
  const tenants = await refreshed(signedIn)
  if (withdrawing === undefined) return tenants
  await setConsent(false)
  return refreshed(signedIn, withdrawing.tenantId)
}

/** Accepts the demo's risk for half a year, unless a demo that was started before did. */
async function acceptRisk({ url, headers }: SignedIn, simulatorUrl: string): Promise<void> {
  const { story, checkId, reason } = DEMO_EXCEPTION
  const simulated = SimulatedTenants.parse(await json(`${simulatorUrl}/_simulator/tenants`))
  const tenantId = simulated.find((each) => each.story === story)?.tenantId
  const call = `${url}/api/posture/exceptions`
  const known = ExceptionList.parse(await json(`${call}?checkId=${checkId}`, { headers }))
  if (tenantId === undefined || known.exceptions.length > 0) return
  const endsAt = new Date(Date.now() + 180 * 86_400_000).toISOString()
  const scope = { kind: 'tenant', tenantId }
  const { headers: type, ...request } = post({ scope, checkId, objectId: null, reason, endsAt })
  await json(call, { ...request, headers: { ...headers, ...type } })
}

function invitePeople(
  registration: z.infer<typeof Registration>,
  tenants: readonly { id: string }[],
  admin: Demo['admin'],
): Demo['people'] {
  const some = tenants.filter(({ id }) => id !== registration.tenantId).map(({ id }) => id)
  const grants: { role: string; tenantIds: string[] | 'all' }[] = [
    { role: 'admin', tenantIds: 'all' },
    { role: 'technician', tenantIds: some.slice(0, Math.ceil(some.length / 3)) },
    { role: 'viewer', tenantIds: some.slice(0, 2) },
  ]
  // A demo that is started again already has its users.
  const known = admin('list')
  return grants.flatMap(({ role, tenantIds }, index) => {
    const person = registration.people[index]
    if (person === undefined) return []
    const { oid, name, userPrincipalName } = person
    const invited = { role, name, userPrincipalName, tenantIds }
    if (known.includes(userPrincipalName)) return [invited]
    admin(
      'add-microsoft',
      oid,
      '--tenant',
      registration.tenantId,
      '--name',
      name,
      '--email',
      userPrincipalName,
      '--role',
      role,
    )
    if (tenantIds !== 'all')
      admin('grant', userPrincipalName, ...tenantIds.flatMap((id) => ['--tenant', id]))
    return [invited]
  })
}

function runAdmin(env: NodeJS.ProcessEnv, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['packages/server/src/bin/admin.ts', ...args],
    {
      env,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`npm run admin -- ${args.join(' ')} failed: ${stderr}`)
  return stdout
}

interface SignedIn {
  url: string
  headers: { cookie: string }
}

async function signInAsAdministrator(url: string): Promise<SignedIn> {
  const answer = await fetch(`${url}/api/auth/login`, post(DEMO_ADMIN))
  if (!answer.ok)
    throw new Error(
      `The demo's administrator cannot sign in: ${await answer.text()}. Delete the demo's data and start again.`,
    )
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { url, headers: { cookie: cookies.join('; ') } }
}

/** Starts a refresh of one tenant or of all, waits until no run is active, and returns all tenants. */
async function refreshed({ url, headers }: SignedIn, tenantId?: string): Promise<TenantRow[]> {
  const call = tenantId === undefined ? 'refresh' : `${tenantId}/refresh`
  const deadline = Date.now() + 180_000
  const list = async () => TenantList.parse(await json(`${url}/api/tenants`, { headers }))
  const untilQuiet = async (): Promise<TenantRow[]> => {
    for (;;) {
      const { tenants, currentRun } = await list()
      if (currentRun === null) return tenants
      if (Date.now() > deadline) throw new Error('The refresh did not finish within three minutes')
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
  // An earlier run may not contain every tenant, so it must finish first.
  await untilQuiet()
  await json(`${url}/api/tenants/${call}`, { method: 'POST', headers })
  return untilQuiet()
}

const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function json(url: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}`)
  return answer.json()
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'

import { openDatabase } from './db/connection.ts'
import { copyTemplate, quietLogger } from './testing/database-template.ts'
import type { DatabaseCopy } from './testing/database-template.ts'
import { portOf } from './testing/port-of.ts'

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const secretKey = Buffer.alloc(32, 3).toString('base64')
const guid = '11111111-2222-3333-4444-555555555555'
const connection = {
  MICROSOFT_CLIENT_ID: guid,
  MICROSOFT_TENANT_ID: guid,
  MICROSOFT_CLIENT_SECRET: 'secret',
  // No server listens there.
  MICROSOFT_ENDPOINT: 'http://127.0.0.1:9',
}
const admin = { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'Correct-Horse-7' }

let copy: DatabaseCopy
beforeAll(async () => {
  copy = await copyTemplate(inject('databaseTemplate'))
})
afterAll(() => copy.remove())

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  readonly output: () => string
  readonly hasSaid: (text: string) => Promise<void>
}

const started: Running[] = []
afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

function run(file: string, environment: Record<string, string>, args: string[] = []): Running {
  const child = spawn(process.execPath, [fileOf(file), ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const heard = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString()
      for (const each of heard) each()
    })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const hasSaid = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.includes(text) && resolve()
      heard.add(look)
      void ended.then(() => reject(new Error(`ended without saying ${text}: ${output}`)))
      look()
    })
  const running = { child, ended, hasSaid, output: () => output }
  started.push(running)
  return running
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const port = portOf(probe.address())
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function environment(): Promise<Record<string, string>> {
  const { dataDir, databaseUrl } = copy
  const database: Record<string, string> =
    databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }
  return { PORT: `${await freePort()}`, DATA_DIR: dataDir, ...admin, ...database }
}

test('the product starts, answers, takes an operator’s command beside it, and stops in order', async () => {
  const env = await environment()
  const server = run('main.ts', env)
  await server.hasSaid('"msg":"ready"')
  const url = `http://127.0.0.1:${env['PORT']}`
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'Correct-Horse-7' }),
  })
  expect(signIn.status).toBe(200)
  const cookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!

  const doctor = run('bin/doctor.ts', env)
  expect(await doctor.ended).toBe(1)
  expect(doctor.output()).toMatch(/ok +Tables .+\nTROUBLE +Microsoft connection +none is/u)
  expect(doctor.output()).not.toContain('not running')

  const list = run('bin/admin.ts', env, ['list'])
  expect([await list.ended, list.output()]).toEqual([
    0,
    '1\tada\tlocal\tAdministrator\tall tenants\n',
  ])
  const refused = run('bin/admin.ts', env, ['disable', 'ada'])
  expect([await refused.ended, refused.output()]).toEqual([
    1,
    'The last enabled local administrator cannot be disabled, demoted or deleted\n',
  ])
  const reset = run('bin/admin.ts', env, ['reset-password', 'ada'])
  expect([await reset.ended, reset.output()]).toEqual([
    0,
    expect.stringMatching(/^Password: \S+$/mu),
  ])
  expect((await fetch(`${url}/api/auth/me`, { headers: { cookie } })).status).toBe(401)

  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).not.toContain('Correct-Horse-7')

  const alone = run('bin/admin.ts', env, ['list'])
  expect([await alone.ended, alone.output()]).toEqual([
    0,
    '1\tada\tlocal\tAdministrator\tall tenants\tmust choose a new password\n',
  ])
}, 90_000)

test('a wrong environment ends the start with every problem and exit code 1', async () => {
  const server = run('main.ts', { PORT: 'x', LOG_LEVEL: 'y' })
  expect(await server.ended).toBe(1)
  expect(server.output()).toMatch(/2 problem\(s\):\n- PORT: .+\n- LOG_LEVEL: /u)
})

test('a port that is taken ends the start, before any work, with a message for the operator', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => blocker.once('listening', resolve))
  const port = portOf(blocker.address())
  const server = run('main.ts', { ...(await environment()), ...connection, PORT: `${port}` })
  expect(await server.ended).toBe(1)
  expect(server.output()).toContain('Set PORT to another port.')
  blocker.close()
  // It closed in order, and had not begun to work: not even the connection was stored.
  expect((await readdir(copy.dataDir)).filter((name) => name.endsWith('.sock'))).toEqual([])
  const database = await openDatabase({ ...copy, logger: quietLogger })
  const stored = await database.db.selectFrom('microsoftConnection').selectAll().execute()
  await database.close()
  expect(stored).toEqual([])
}, 60_000)

test('a worker without DATABASE_URL says why it cannot start', async () => {
  const worker = run('worker.ts', { DATA_DIR: copy.dataDir })
  expect(await worker.ended).toBe(1)
  expect(worker.output()).toContain('A worker needs DATABASE_URL')
})

test.runIf(process.env['TENANTSCOPE_TEST_DATABASE'] === 'postgres')(
  'a worker starts beside others on PostgreSQL and stops in order',
  async () => {
    const worker = run('worker.ts', await environment())
    await worker.hasSaid('"msg":"ready"')
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  },
  60_000,
)

test.each([
  [[], 2, 'Usage: npm run admin'],
  [['dance'], 2, 'Unknown command: dance'],
  [['--help'], 0, 'Usage: npm run admin'],
])('npm run admin -- %j exits with %i', async (args, code, text) => {
  const command = run('bin/admin.ts', {}, args)
  expect(await command.ended).toBe(code)
  expect(command.output()).toContain(text)
})

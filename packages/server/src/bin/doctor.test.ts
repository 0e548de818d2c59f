import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { TenantId } from '@tenantscope/contract/ids'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'

import { DoctorReply } from '../app/microsoft.ts'
import { openDatabase } from '../db/connection.ts'
import { createSealer } from '../lib/seal.ts'
import { parseKeyRing } from '../lib/secret-key.ts'
import {
  copyTemplate,
  makeDataDir,
  quietLogger,
  removeDataDir,
} from '../testing/database-template.ts'
import type { DatabaseCopy } from '../testing/database-template.ts'
import { runCommandHere } from '../testing/run-command.ts'
import { doctor } from './doctor-command.ts'

const FILE = fileURLToPath(new URL('doctor.ts', import.meta.url))
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')

let copy: DatabaseCopy
let emptyDir: string
beforeEach(async () => {
  copy = await copyTemplate(inject('databaseTemplate'))
  emptyDir = await makeDataDir()
})
afterEach(async () => {
  await copy.remove()
  await removeDataDir(emptyDir)
})

type Environment = Record<string, string>

const run = (environment: Environment, ...args: string[]) =>
  runCommandHere(doctor, { args, environment })

function spawnDoctor(environment: Environment, ...args: string[]) {
  const env = { PATH: process.env['PATH'], ...environment }
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [FILE, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, output: stdout + stderr }),
    )
  })
}

/** Beside no running product. */
function stopped(more: Environment = {}): Environment {
  const { dataDir: DATA_DIR, databaseUrl } = copy
  return { DATA_DIR, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }), ...more }
}

test.each([
  [['--what'], 2, 'Unknown argument: --what.'],
  [['--help'], 0, 'Exit codes:'],
])('%j ends with %i', async (args, code, text) => {
  const { output, ...rest } = await run({}, ...args)
  expect(rest).toEqual({ code })
  expect(output).toContain(text)
})

test('the process ends with the exit code, and prints the findings', async () => {
  const { output, ...rest } = await spawnDoctor({ DATA_DIR: emptyDir })
  expect(rest).toEqual({ code: 1 })
  expect(output).toMatch(/TROUBLE {2}Database +does not exist yet/u)
})

test('all errors in the environment are reported together', async () => {
  const { code, output } = await run({ PORT: 'x', LOG_LEVEL: 'y' })
  expect(code).toBe(1)
  expect(output).toMatch(/TROUBLE {2}Configuration {2}PORT: .+\n.+→ .+\nTROUBLE .+LOG_LEVEL: /u)
})

test('where nothing was started yet it says so, and makes nothing', async () => {
  const absent = path.join(emptyDir, 'absent')
  for (const DATA_DIR of [emptyDir, absent]) {
    const { code, output } = await run({ DATA_DIR })
    expect([DATA_DIR, code]).toEqual([DATA_DIR, 1])
    expect(output).toMatch(/TROUBLE {2}Database +does not exist yet\n +→ Start Tenantscope once\./u)
  }
  expect(await readdir(emptyDir)).toEqual([])
})

test('a database that does not answer is named without its password', async () => {
  const { code, output } = await run({
    DATA_DIR: emptyDir,
    DATABASE_URL: 'postgres://ada:hidden-word@127.0.0.1:9/tenantscope',
    SECRET_KEY: keyOf(1),
  })
  expect(code).toBe(1)
  expect(output).toContain('Cannot use the database at 127.0.0.1:9/tenantscope')
  expect(output).not.toContain('hidden-word')
})

test('a stopped product is looked at from outside', async () => {
  const { code, output } = await run(stopped({ SECRET_KEY: keyOf(1) }), '--json')
  expect(code).toBe(1)
  const { findings } = DoctorReply.parse(JSON.parse(output))
  const stateByName = Object.fromEntries(findings.map(({ name, state }) => [name, state]))
  expect(stateByName).toMatchObject({
    Database: 'ok',
    Tables: 'ok',
    'Background jobs': 'trouble',
    'Microsoft connection': 'trouble',
  })
  expect(stateByName['Tenantscope']).toBe(copy.databaseUrl === null ? 'warning' : undefined)
})

test('tables of an older version are named, and nothing is asked of them', async () => {
  const database = await openDatabase({ ...copy, logger: quietLogger })
  await database.executeSql(
    "drop table connection_checks; delete from schema_migrations where name >= '0005'",
  )
  await database.close()
  const { code, output } = await run(stopped({ SECRET_KEY: keyOf(1) }))
  expect(code).toBe(1)
  expect(output).toMatch(/TROUBLE {2}Tables +not those of this version\n +→ Start this version/u)
  expect(output).not.toContain('Microsoft connection')
})

test('without a secret key it says what is missing, and makes none', async () => {
  const { code, output } = await run(stopped())
  expect(code).toBe(1)
  expect(output).toContain(
    copy.databaseUrl === null
      ? 'Start Tenantscope (npm start): it creates one.'
      : 'SECRET_KEY: required with DATABASE_URL',
  )
  expect(await readdir(copy.dataDir)).not.toContain('secret.key')
})

test('a secret key that sealed nothing here is refused, and neither key is printed', async () => {
  const database = await openDatabase({ ...copy, logger: quietLogger })
  const sealedClientSecret = createSealer(parseKeyRing(keyOf(1))).seal('hidden-word', 'any')
  const id = TenantId.parse('11111111-2222-4333-8444-555555555555')
  await database.db
    .insertInto('microsoftConnection')
    .values({ clientId: id, tenantId: id, cloud: 'global', sealedClientSecret, updatedBy: 'test' })
    .execute()
  await database.close()
  const { code, output } = await run(stopped({ SECRET_KEY: keyOf(2) }))
  expect(code).toBe(1)
  expect(output).toContain('sealed with a key that SECRET_KEY does not contain')
  for (const secret of [keyOf(1), keyOf(2), 'hidden-word']) expect(output).not.toContain(secret)
})

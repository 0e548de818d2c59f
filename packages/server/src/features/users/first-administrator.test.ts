import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { changePassword } from '@tenantscope/contract/account'
import { signInLocally } from '@tenantscope/contract/auth'
import { afterEach, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const ADMIN = { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'Correct-Horse-7' }

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})

async function startOn(database: TestDatabase, environment = {}): Promise<TestApp> {
  const app = await createTestApp({ database, environment })
  opened.push(app)
  return app
}

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  opened.push(database)
  return database
}

const fileOf = ({ config }: TestApp) => path.join(config.dataDir, 'first-admin.txt')

test('the first start writes one administrator with a generated password to a private file', async () => {
  const app = await startOn(await newDatabase())
  const [username, password, ...rest] = readFileSync(fileOf(app), 'utf8').split('\n')
  expect([username, rest]).toEqual(['admin', ['']])
  expect(statSync(fileOf(app)).mode & 0o777).toBe(0o600)
  expect(app.shown).toEqual(['admin', password])
  expect(app.log.join('')).not.toContain(password)
  const browser = app.browser()
  const body = { username: 'admin', password: password! }
  const { user } = await browser.call(signInLocally, { body })
  expect(user).toMatchObject({ role: 'admin', mustResetPassword: true })
})

test('the file goes at the first sign-in, not before', async () => {
  const app = await startOn(await newDatabase())
  const [username = '', password = ''] = readFileSync(fileOf(app), 'utf8').split('\n')
  const browser = app.browser()
  await browser.refusal(signInLocally, { body: { username, password: 'wrong' } })
  expect(existsSync(fileOf(app))).toBe(true)
  await browser.call(signInLocally, { body: { username, password } })
  expect(existsSync(fileOf(app))).toBe(false)
})

test('a later start creates no account, and removes a file whose password was replaced elsewhere', async () => {
  const database = await newDatabase()
  const first = await startOn(database)
  const [username = '', password = ''] = readFileSync(fileOf(first), 'utf8').split('\n')
  await startOn(database)
  expect(existsSync(fileOf(first))).toBe(true)
  expect(await first.people.users.list()).toHaveLength(1)
  const browser = first.browser()
  await browser.call(signInLocally, { body: { username, password } })
  const body = { currentPassword: password, newPassword: 'Better-Horse-8' }
  await browser.call(changePassword, { body })
  await startOn(database)
  expect(existsSync(fileOf(first))).toBe(false)
})

test('two processes that start together make one administrator', async () => {
  const database = await newDatabase()
  const apps = await Promise.all([startOn(database, ADMIN), startOn(database, ADMIN)])
  expect(await apps[0].people.users.list()).toMatchObject([{ username: 'ada', role: 'admin' }])
})

test('the environment names the first administrator, who keeps that password', async () => {
  const app = await startOn(await newDatabase(), ADMIN)
  const body = { username: 'ada', password: 'Correct-Horse-7' }
  const { user } = await app.browser().call(signInLocally, { body })
  expect(user.mustResetPassword).toBe(false)
  expect([existsSync(fileOf(app)), app.shown]).toEqual([false, []])
})

test('a given password that breaks the rule ends the start, while there are no users', async () => {
  const database = await newDatabase()
  const weak = { ...ADMIN, ADMIN_PASSWORD: 'short' }
  await expect(createTestApp({ database, environment: weak })).rejects.toThrow(
    'ADMIN_PASSWORD: Password must be at least 12 characters',
  )
  await startOn(database, ADMIN)
  const later = await startOn(database, weak)
  expect(await later.people.users.list()).toHaveLength(1)
})

test('the installation takes the host’s time zone at its first start and keeps it', async () => {
  const database = await newDatabase()
  const app = await startOn(database)
  expect((await app.people.settings.read()).timezone).toBe('Europe/Berlin')
  await app.people.settings.adoptHostTimeZone('Asia/Tokyo')
  expect((await app.people.settings.read()).timezone).toBe('Europe/Berlin')
})

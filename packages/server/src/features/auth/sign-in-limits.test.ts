import { signInLocally } from '@tenantscope/contract/auth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const right = { username: 'admin', password: 'Correct-Horse-7' }
const wrong = { username: 'admin', password: 'Wrong-Horse-7' }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  await app.people.users.addLocal({ ...right, displayName: null }, { mustResetPassword: false }, BY)
})

const fail = async (ipAddress: string, body = wrong) =>
  app.browser({ ipAddress }).refusal(signInLocally, { body })

test('the sixth attempt after five failures from one address is a 429 with Retry-After', async () => {
  for (let failures = 0; failures < 5; failures += 1)
    expect((await fail('203.0.113.7')).status).toBe(401)
  app.clock.advance({ minutes: 5 })
  const { status, body, headers } = await fail('203.0.113.7', right)
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'TOO_MANY_ATTEMPTS', '600'])
})

test('the address is free again 15 minutes after its failures', async () => {
  for (let failures = 0; failures < 5; failures += 1) await fail('203.0.113.7')
  app.clock.advance({ minutes: 15 })
  const browser = app.browser({ ipAddress: '203.0.113.7' })
  const { user } = await browser.call(signInLocally, { body: right })
  expect(user.username).toBe('admin')
})

test('another address and another network are not held back, addresses of one network are', async () => {
  for (let failures = 0; failures < 5; failures += 1) await fail(`2001:db8::${failures}`)
  expect((await fail('2001:db8::99')).status).toBe(429)
  expect((await fail('2001:db8:0:1::1')).status).toBe(401)
  expect((await fail('203.0.113.7')).status).toBe(401)
})

test('twenty attempts at the same moment get five tries, not twenty', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => fail('203.0.113.7')))
  const tried = answers.filter(({ status }) => status === 401)
  const heldBack = answers.filter(({ status }) => status === 429)
  expect([tried.length, heldBack.length]).toEqual([5, 15])
})

test('successes do not use up an address', async () => {
  const browser = app.browser({ ipAddress: '203.0.113.7' })
  for (let tries = 0; tries < 8; tries += 1) {
    const { user } = await browser.call(signInLocally, { body: right })
    expect(user.username).toBe('admin')
  }
})

test('an account answers later and later over all addresses, but never closes', async () => {
  for (let failures = 0; failures < 10; failures += 1)
    expect((await fail(`203.0.113.${failures}`)).status).toBe(401)
  expect(app.waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  await app.browser({ ipAddress: '198.51.100.1' }).call(signInLocally, { body: right })
  expect(app.waits.at(-1)).toBe(30)
})

test('a success ends the slow-down, whatever the case in which the name is written', async () => {
  for (let failures = 0; failures < 4; failures += 1)
    await fail(`203.0.113.${failures}`, { ...wrong, username: 'ADMIN' })
  await app.browser().call(signInLocally, { body: right })
  app.waits.length = 0
  await fail('198.51.100.1')
  expect(app.waits).toEqual([])
})

test('an unknown name is delayed like an existing one', async () => {
  for (let failures = 0; failures < 4; failures += 1)
    await fail(`203.0.113.${failures}`, { ...wrong, username: 'unknown' })
  expect(app.waits).toEqual([1, 2])
})

test('an operator ends the slow-down with unlock', async () => {
  for (let failures = 0; failures < 4; failures += 1) await fail(`203.0.113.${failures}`)
  await app.app.runCommand({ name: 'unlock', user: 'admin' })
  app.waits.length = 0
  await fail('198.51.100.1')
  expect(app.waits).toEqual([])
})

test('an unknown name costs the same work as an existing one', async () => {
  const { passwords } = app.people
  // Processor time: other work on the machine does not count.
  const timeOf = async (storedHash: string | undefined) => {
    const started = process.cpuUsage()
    for (let round = 0; round < 40; round += 1) await passwords.isRight('Wrong-Horse-7', storedHash)
    return process.cpuUsage(started).user
  }
  const hash = await passwords.hash('Correct-Horse-7')
  await timeOf(hash)
  const [known, unknown, microsoft] = [
    await timeOf(hash),
    await timeOf(undefined),
    await timeOf('!'),
  ]
  // Without the dummy comparison the factor is over a hundred.
  expect(Math.max(known, unknown, microsoft) / Math.min(known, unknown, microsoft)).toBeLessThan(4)
})

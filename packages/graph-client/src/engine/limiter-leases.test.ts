import { expect, test } from 'vitest'

import { createSteppingTime, settled } from '../testing/time.ts'
import { demandOf } from './budgets.ts'
import { createLocalLeases } from './leases.ts'
import type { Leases } from './leases.ts'
import { createLimiter } from './limiter.ts'
import type { Limiter } from './limiter.ts'

const PATHS = {
  users: '/users?$select=id',
  policies: '/identity/conditionalAccess/policies',
  signIns: '/users?$select=id,signInActivity',
  registrations: '/reports/authenticationMethods/userRegistrationDetails',
  scores: '/security/secureScores?$top=1',
} as const
type What = keyof typeof PATHS

type Options = { maxConcurrent?: number; leases?: (leases: Leases) => Leases }

/** Several processes, each with a limiter, that share their leases. */
function setUp({ leases: change = (leases) => leases, ...options }: Options = {}) {
  const time = createSteppingTime()
  const asks: string[] = []
  const local = createLocalLeases(time.clock)
  const leases = change({
    ...local,
    ask(request) {
      asks.push(request.key)
      return local.ask(request)
    },
  })
  const starts: { name: string; at: number }[] = []
  const newLimiter = () => createLimiter({ ...time, appId: 'app', leases, ...options })
  const limiter = newLimiter()

  async function run(what: What, tenantId: string, { by = limiter, deadlineMs = Infinity } = {}) {
    const deadlineAt = new Date(Math.min(8.64e15, time.clock.now().getTime() + deadlineMs))
    const release = await by.acquire({ tenantId, demand: demandOf(PATHS[what]), deadlineAt })
    starts.push({ name: release ? tenantId : `${tenantId} gave up`, at: time.sinceStart() })
    await time.sleep(50)
    release?.()
  }
  const countBefore = (ms: number) => starts.filter(({ at }) => at < ms).length
  return { time, limiter, newLimiter, asks, starts, run, countBefore }
}

const pause = (limiter: Limiter, tenantId: string, scope: 'tenant' | 'application', ms: number) =>
  limiter.pause({ tenantId, demand: demandOf(PATHS.users), scope, ms })

test('sign-in dates keep to nine a minute over all tenants, and tenants take turns', async () => {
  const { time, run, starts, countBefore } = setUp()
  for (let i = 0; i < 100; i += 1) void run('signIns', 'greedy')
  for (let i = 0; i < 12; i += 1) void run('signIns', `modest${i}`)
  await time.step(10 * 60_000)
  expect(countBefore(1_000)).toBe(8)
  expect(countBefore(60_000)).toBeLessThanOrEqual(17)
  expect(countBefore(10 * 60_000)).toBeGreaterThanOrEqual(90)
  const names = starts.map(({ name }) => name)
  expect(new Set(names.slice(0, 8)).size).toBe(8)
  expect(new Set(names.slice(0, 13)).size).toBe(13)
})

test('identity reports keep both the limit of each tenant and the one of all', async () => {
  const { time, run, starts } = setUp({ maxConcurrent: 1_000 })
  for (let i = 0; i < 9; i += 1) void run('registrations', 'one')
  for (let i = 0; i < 150; i += 1) void run('registrations', `t${i}`)
  await time.step(9_000)
  expect(starts.filter(({ name }) => name === 'one').length).toBeLessThanOrEqual(8)
  expect(starts.filter(({ at }) => at < 1_000).length).toBeLessThanOrEqual(121)
  await time.step(60_000)
  expect(starts).toHaveLength(159)
})

test('three processes keep the second between two requests of Conditional Access', async () => {
  const { time, run, newLimiter, starts } = setUp()
  for (const by of [newLimiter(), newLimiter(), newLimiter()]) {
    for (let i = 0; i < 4; i += 1) void run('policies', 'a', { by })
  }
  await time.step(60_000)
  expect(starts).toHaveLength(12)
  const gaps = starts.slice(1).map(({ at }, index) => at - (starts[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_150)
})

test('units of the directory are leased by the thousand', async () => {
  const { time, run, asks, starts } = setUp({ maxConcurrent: 1_000 })
  for (let i = 0; i < 1_500; i += 1) void run('users', `t${i}`)
  await time.step(5_000)
  expect(starts).toHaveLength(1_500)
  expect(asks).toEqual(['directory/app', 'directory/app'])
})

test('a tenant alone never takes more units than the smallest are allowed', async () => {
  const { time, run, countBefore } = setUp({ maxConcurrent: 10_000 })
  for (let i = 0; i < 4_000; i += 1) void run('users', 'a')
  await time.step(9_999)
  expect(countBefore(10_000)).toBeLessThanOrEqual(6_000)
  const { run: other, countBefore: others, time: otherTime } = setUp()
  for (let i = 0; i < 4_000; i += 1) void other('users', 'a')
  await otherTime.step(60_000)
  expect(others(60_000)).toBe(4_000)
})

test('a thousand tenants that wait for one limit do not all ask for it', async () => {
  const { time, run, asks } = setUp()
  for (let i = 0; i < 1_000; i += 1) void run('signIns', `t${i}`)
  await time.step(60_000)
  const asked = asks.filter((key) => key === 'sign-in-activity/app').length
  expect(asked).toBeLessThanOrEqual(2 * 17)
})

test('who waits for a limit holds no place', async () => {
  const { time, run, starts } = setUp({ maxConcurrent: 1 })
  for (let i = 0; i < 20; i += 1) void run('signIns', 'slow')
  void run('users', 'quick')
  await time.step(2_000)
  expect(starts.some(({ name }) => name === 'quick')).toBe(true)
})

test('a wait beyond the deadline is given up at once', async () => {
  const { time, run, starts } = setUp()
  for (let i = 0; i < 8; i += 1) void run('signIns', 'a')
  await settled()
  void run('signIns', 'late', { deadlineMs: 2_000 })
  await time.step(0)
  expect(starts.at(-1)).toEqual({ name: 'late gave up', at: 0 })
  void run('signIns', 'patient', { deadlineMs: 60_000 })
  await time.step(60_000)
  expect(starts.at(-1)?.name).toBe('patient')
})

test('who stops waiting for a lease leaves with the reason, and the others go on', async () => {
  const { time, limiter, run, starts } = setUp()
  for (let i = 0; i < 8; i += 1) void run('signIns', 'a')
  await settled()
  const abort = new AbortController()
  const demand = demandOf(PATHS.signIns)
  const leaving = limiter.acquire({ tenantId: 'b', demand, signal: abort.signal })
  void run('signIns', 'c')
  await settled()
  abort.abort(new Error('no longer needed'))
  await expect(leaving).rejects.toThrow('no longer needed')
  await time.step(60_000)
  expect(starts.at(-1)?.name).toBe('c')
})

test('who stops while the lease is asked for gives back the place, and the lease', async () => {
  const { promise: firstAsk, resolve: answer } = Promise.withResolvers<void>()
  const { limiter, run, time, starts } = setUp({
    maxConcurrent: 1,
    leases: (leases) => ({
      ...leases,
      async ask(request) {
        if (request.key === 'conditional-access/a') await firstAsk
        return leases.ask(request)
      },
    }),
  })
  const abort = new AbortController()
  const demand = demandOf(PATHS.policies)
  const leaving = limiter.acquire({ tenantId: 'a', demand, signal: abort.signal })
  abort.abort(new Error('gone'))
  await expect(leaving).rejects.toThrow('gone')
  answer()
  void run('users', 'b')
  await time.step(1_000)
  expect(starts).toEqual([{ name: 'b', at: 0 }])
  void run('policies', 'a')
  await time.step(1_000)
  expect(starts.at(-1)).toEqual({ name: 'a', at: 1_100 })
})

test('a lease store that fails fails the request that asked, and the next one asks again', async () => {
  let failures = 1
  const { run, time, starts } = setUp({
    leases: (leases) => ({
      ...leases,
      ask: (request) =>
        failures-- > 0 ? Promise.reject(new Error('no database')) : leases.ask(request),
    }),
  })
  await expect(run('policies', 'a')).rejects.toThrow('no database')
  void run('policies', 'a')
  await time.step(5_000)
  expect(starts.map(({ name }) => name)).toEqual(['a'])
})

test('a pause that comes while the lease is asked for is kept, and nothing is stuck after it', async () => {
  const { promise: firstAsk, resolve: answer } = Promise.withResolvers<void>()
  const { limiter, run, time, starts } = setUp({
    leases: (leases) => ({
      ...leases,
      async ask(request) {
        await firstAsk
        return leases.ask(request)
      },
      pause: () => Promise.reject(new Error('no database')),
    }),
  })
  const policies = demandOf(PATHS.policies)
  void run('policies', 'a')
  void run('policies', 'a')
  await settled()
  limiter.pause({ tenantId: 'a', demand: policies, scope: 'tenant', ms: 5_000 })
  answer()
  await time.step(60_000)
  expect(starts).toEqual([
    { name: 'a', at: 5_000 },
    { name: 'a', at: 6_150 },
  ])
})

test('a refusal of one tenant’s sign-in dates stops neither its directory nor other tenants', async () => {
  const { limiter, run, time, starts } = setUp()
  const signIns = demandOf(PATHS.signIns)
  limiter.pause({ tenantId: 'a', demand: signIns, scope: 'tenant', ms: 30_000 })
  void run('signIns', 'a')
  void run('users', 'a')
  void run('signIns', 'b')
  await time.step(60_000)
  expect(starts.map(({ name, at }) => `${name} ${at}`)).toEqual(['a 0', 'b 0', 'a 30000'])
})

test('one score of a tenant is read at a time, without a space between, and other tenants’ too', async () => {
  const { run, time, starts } = setUp()
  for (const tenantId of ['a', 'a', 'a', 'b']) void run('scores', tenantId)
  await time.step(1_000)
  expect(starts.map(({ name, at }) => `${name} ${at}`).toSorted()).toEqual([
    'a 0',
    'a 100',
    'a 50',
    'b 0',
  ])
})

test('a pause of the application stops all tenants in all processes', async () => {
  const { time, limiter, newLimiter, run, starts } = setUp()
  pause(limiter, 'a', 'application', 7_000)
  void run('users', 'a')
  void run('users', 'b')
  void run('users', 'c', { by: newLimiter() })
  void run('policies', 'd')
  await time.step(20_000)
  expect(starts.map(({ name, at }) => `${name} ${at}`).toSorted()).toEqual([
    'a 7000',
    'b 7000',
    'c 7000',
    'd 0',
  ])
})

test('a pause that comes while a request waits for another limit is kept too', async () => {
  const { time, limiter, run, starts } = setUp()
  for (let i = 0; i < 8; i += 1) void run('signIns', 'a')
  await settled()
  void run('signIns', 'b')
  await time.step(1_000)
  pause(limiter, 'b', 'tenant', 30_000)
  await time.step(60_000)
  expect(starts.find(({ name }) => name === 'b')?.at).toBe(31_000)
})

test('a refusal by Conditional Access holds back every process', async () => {
  const { time, limiter, newLimiter, run, starts } = setUp()
  limiter.pause({ tenantId: 'a', demand: demandOf(PATHS.policies), scope: 'tenant', ms: 4_000 })
  void run('policies', 'a', { by: newLimiter() })
  await time.step(10_000)
  expect(starts).toEqual([{ name: 'a', at: 4_000 }])
})

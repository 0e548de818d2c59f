import { expect, test } from 'vitest'

import { createSteppingTime, settled } from '../testing/time.ts'
import { demandOf } from './budgets.ts'
import type { Leases } from './leases.ts'
import { createLimiter } from './limiter.ts'

const PATHS = {
  users: '/users?$select=id',
  policies: '/identity/conditionalAccess/policies',
  signIns: '/users?$select=id,signInActivity',
  registrations: '/reports/authenticationMethods/userRegistrationDetails',
} as const
type What = keyof typeof PATHS
const demand = (what: What = 'users') => demandOf(PATHS[what])

type Options = { maxConcurrent?: number; maxConcurrentPerTenant?: number; leases?: Leases }

function setUp(options: Options = {}) {
  const time = createSteppingTime()
  const limiter = createLimiter({ ...time, appId: 'app', ...options })
  const starts: { name: string; at: number }[] = []

  /** Takes a slot for so long; null never gives it back. */
  async function run(name: string, { tenantId, what, takesMs, deadlineMs }: Work) {
    const deadlineAt = deadlineMs && new Date(time.clock.now().getTime() + deadlineMs)
    const request = { tenantId, demand: demand(what), ...(deadlineAt && { deadlineAt }) }
    const release = await limiter.acquire(request)
    starts.push({ name: release ? name : `${name} gave up`, at: time.sinceStart() })
    if (takesMs === null) return
    await time.sleep(takesMs)
    release?.()
  }
  const startsOf = (name: string) =>
    starts.filter((start) => start.name === name).map(({ at }) => at)
  return { time, limiter, starts, startsOf, run, order: () => starts.map(({ name }) => name) }
}

type Limiter = ReturnType<typeof createLimiter>

function pauseTenant(limiter: Limiter, tenantId: string, ms: number, what?: What) {
  limiter.pause({ tenantId, demand: demand(what), scope: 'tenant', ms })
}

type Work = { tenantId: string; what?: What; takesMs: number | null; deadlineMs?: number }

test('one tenant has at most its share in flight, all tenants together at most the whole', async () => {
  const { time, run, order } = setUp({ maxConcurrent: 3, maxConcurrentPerTenant: 2 })
  for (const name of ['a1', 'a2', 'a3']) void run(name, { tenantId: 'a', takesMs: 100 })
  for (const name of ['b1', 'b2']) void run(name, { tenantId: 'b', takesMs: 100 })
  await settled()
  expect(order().toSorted()).toEqual(['a1', 'a2', 'b1'])
  await time.step(100)
  expect(order()).toHaveLength(5)
})

test('a tenant whose requests never end does not hold up any other', async () => {
  const { time, run, order } = setUp({ maxConcurrent: 4, maxConcurrentPerTenant: 2 })
  for (let i = 0; i < 50; i += 1) void run('slow', { tenantId: 'slow', takesMs: null })
  for (let i = 0; i < 20; i += 1) void run('quick', { tenantId: 'quick', takesMs: 10 })
  await time.step(100)
  expect(order().filter((name) => name === 'slow')).toHaveLength(2)
  expect(order().filter((name) => name === 'quick')).toHaveLength(20)
})

test('tenants take turns, however many requests one of them has queued first', async () => {
  const { time, run, order } = setUp({ maxConcurrent: 1 })
  for (let i = 1; i <= 50; i += 1) void run(`a${i}`, { tenantId: 'a', takesMs: 10 })
  for (const name of ['b1', 'b2']) void run(name, { tenantId: 'b', takesMs: 10 })
  void run('c1', { tenantId: 'c', takesMs: 10 })
  await time.step(1_000)
  expect(order().slice(0, 7)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  expect(order()).toHaveLength(53)
})

test('Conditional Access is asked at most once a second per tenant, and holds up nothing else', async () => {
  const { time, run, startsOf } = setUp()
  for (const tenantId of ['a', 'b']) {
    for (let i = 0; i < 3; i += 1) {
      void run(`${tenantId} policies`, { tenantId, what: 'policies', takesMs: 50 })
    }
    void run(`${tenantId} users`, { tenantId, takesMs: 50 })
  }
  await time.step(5_000)
  expect(startsOf('a policies')).toEqual([0, 1_150, 2_300])
  expect(startsOf('b policies')).toEqual([0, 1_150, 2_300])
  expect(startsOf('a users')).toEqual([0])
})

test('Conditional Access never has two in flight for one tenant, however long the first takes', async () => {
  const { time, run, order } = setUp()
  void run('first', { tenantId: 'a', what: 'policies', takesMs: null })
  void run('second', { tenantId: 'a', what: 'policies', takesMs: 10 })
  await time.step(60_000)
  expect(order()).toEqual(['first'])
})

test('Conditional Access requests keep their spacing also when no request was waiting in between', async () => {
  const { time, run, starts } = setUp()
  const policies = { tenantId: 'a', what: 'policies', takesMs: 10 } as const
  await Promise.all([run('first', policies), time.step(500)])
  void run('users of another', { tenantId: 'b', takesMs: 10 })
  void run('second', policies)
  await time.step(2_000)
  expect(starts.find(({ name }) => name === 'second')?.at).toBe(1_110)
})

test('a pause stops one budget of one tenant until it ends', async () => {
  const { time, limiter, run, starts } = setUp()
  pauseTenant(limiter, 'a', 7_000)
  pauseTenant(limiter, 'a', 2_000)
  void run('a users', { tenantId: 'a', takesMs: 10 })
  void run('a policies', { tenantId: 'a', what: 'policies', takesMs: 10 })
  void run('b users', { tenantId: 'b', takesMs: 10 })
  await time.step(10_000)
  expect(starts).toEqual([
    { name: 'a policies', at: 0 },
    { name: 'b users', at: 0 },
    { name: 'a users', at: 7_000 },
  ])
})

test('who stops waiting leaves the queue with the reason and takes no slot', async () => {
  const { limiter, run, time, order } = setUp({ maxConcurrent: 1 })
  void run('first', { tenantId: 'a', takesMs: 100 })
  const abort = new AbortController()
  const waiting = limiter.acquire({ tenantId: 'a', demand: demand(), signal: abort.signal })
  void run('third', { tenantId: 'a', takesMs: 100 })
  abort.abort(new Error('no longer needed'))
  await expect(waiting).rejects.toThrow('no longer needed')
  await time.step(200)
  expect(order()).toEqual(['first', 'third'])
})

test('giving a slot back twice frees one slot', async () => {
  const { limiter, run, order } = setUp({ maxConcurrent: 1 })
  const release = await limiter.acquire({ tenantId: 'a', demand: demand() })
  void run('second', { tenantId: 'b', takesMs: null })
  void run('third', { tenantId: 'c', takesMs: null })
  release?.()
  release?.()
  await settled()
  expect(order()).toEqual(['second'])
})

test('no timer is left behind when everybody who waited has gone', async () => {
  const { limiter, time } = setUp()
  pauseTenant(limiter, 'a', 600_000)
  const abort = new AbortController()
  const waiting = limiter.acquire({ tenantId: 'a', demand: demand(), signal: abort.signal })
  expect(time.pendingTimers()).toBe(1)
  abort.abort(new Error('shutting down'))
  await expect(waiting).rejects.toThrow('shutting down')
  expect(time.pendingTimers()).toBe(0)
})

test('who comes right after the last one left is still woken', async () => {
  const { limiter, time, run, starts } = setUp()
  pauseTenant(limiter, 'a', 5_000)
  const abort = new AbortController()
  const leaving = limiter.acquire({ tenantId: 'a', demand: demand(), signal: abort.signal })
  abort.abort(new Error('gone'))
  void run('next', { tenantId: 'a', takesMs: 1 })
  await expect(leaving).rejects.toThrow('gone')
  await time.step(10_000)
  expect(starts).toEqual([{ name: 'next', at: 5_000 }])
})

test('an earlier opening is not slept through because a later one was waited for first', async () => {
  const { limiter, time, run, starts } = setUp()
  pauseTenant(limiter, 'late', 60_000)
  void run('late', { tenantId: 'late', takesMs: 1 })
  pauseTenant(limiter, 'early', 1_000)
  void run('early', { tenantId: 'early', takesMs: 1 })
  await time.step(100_000)
  expect(starts).toEqual([
    { name: 'early', at: 1_000 },
    { name: 'late', at: 60_000 },
  ])
})

import { setTimeout as delay } from 'node:timers/promises'

import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { openDatabase } from '../db/connection.ts'
import type { DatabaseHandle } from '../db/handle.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database-harness.ts'
import { deadLetterQueue } from './boss.ts'
import { defineJob } from './job.ts'
import { startJobRunner, type JobRunner } from './runner.ts'

const logger = pino({ level: 'silent' })
const Numbered = z.object({ number: z.int() })
const settings = {
  payload: Numbered,
  retryLimit: 2,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 2,
  timeoutSeconds: 60,
  concurrency: 2,
}
const count = defineJob({ name: 'count', ...settings })
const fail = defineJob({ name: 'fail', ...settings })
const hopeless = defineJob({ name: 'hopeless', ...settings, retryLimit: 0 })
const keyed = defineJob({
  name: 'keyed',
  ...settings,
  concurrency: 4,
  singletonKey: ({ number }) => `key-${number}`,
})
const slow = defineJob({ name: 'slow', ...settings, retryDelaySeconds: 1 })
const impatient = defineJob({ name: 'impatient', ...settings, timeoutSeconds: 1, retryLimit: 0 })
const timed = defineJob({ name: 'timed', ...settings })
const jobs = [count, fail, hopeless, keyed, slow, impatient, timed]
const timing = { pollSeconds: 0.5, schedulePassSeconds: 1, supervisePassSeconds: 1 }

let database: TestDatabase
let runners: JobRunner[] = []
let others: DatabaseHandle[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop({ timeoutMs: 1_000 })))
  await Promise.all(others.map((handle) => handle.close()))
  await database.handle.executeSql('delete from pgboss.job')
  runners = []
  others = []
})
afterAll(() => database.close())

const start = async (handle = database.handle, pace = timing): Promise<JobRunner> => {
  const runner = await startJobRunner({ handle, logger, jobs, timing: pace })
  runners.push(runner)
  return runner
}
// What a second process has: connections of its own where the engine allows it.
const startAnother = async (): Promise<JobRunner> => {
  if (database.databaseUrl === null) return start()
  const handle = await openDatabase({ ...database, logger })
  others.push(handle)
  return start(handle)
}
// The keys that pg-boss noted down as busy at its last pass.
const busyKeys = async () => {
  const { rows } = await database.handle.executeSql(
    `select singletons_active as keys from pgboss.queue where name = 'keyed'`,
  )
  return rows[0]?.['keys']
}
// What failed for good, with the name of its job and the reason.
const deadLetters = async () => {
  const { rows } = await database.handle.executeSql(`
    select source_name as job, data as payload, source_output ->> 'message' as reason
    from pgboss.job where name = '${deadLetterQueue}'`)
  return rows
}

test('a job that is sent starts at once, long before its workers would look by themselves', async () => {
  const runner = await start(database.handle, { ...timing, pollSeconds: 600 })
  const done: number[] = []
  await runner.work(count, async ({ payload }) => void done.push(payload.number))
  // The workers have looked once and rest now.
  await delay(300)
  await runner.send(count, { number: 1 })
  await expect.poll(() => done, { timeout: 30_000 }).toEqual([1])
})

test('many jobs are done one after the other without a pause between them', async () => {
  // With the workers' pause after every job it would take minutes.
  const runner = await start(database.handle, { ...timing, pollSeconds: 30 })
  const done = new Set<number>()
  await Promise.all(Array.from({ length: 30 }, (_, number) => runner.send(count, { number })))
  await runner.work(count, async ({ payload }) => void done.add(payload.number))
  await expect.poll(() => done.size, { interval: 20, timeout: 30_000 }).toBe(30)
})

test('a job that fails is tried again after growing pauses, then goes to the dead letters with its reason', async () => {
  const runner = await start()
  const tries: { attempt: number; at: number }[] = []
  await runner.work(fail, async ({ attempt }) => {
    tries.push({ attempt, at: performance.now() })
    throw new Error('Microsoft said no')
  })
  await runner.send(fail, { number: 7 })
  await expect.poll(deadLetters, { timeout: 30_000 }).toHaveLength(1)
  expect(tries.map(({ attempt }) => attempt)).toEqual([0, 1, 2])
  expect((tries[1]?.at ?? 0) - (tries[0]?.at ?? 0)).toBeGreaterThan(400)
  expect(await deadLetters()).toMatchObject([
    { job: 'fail', payload: { number: 7 }, reason: 'Microsoft said no' },
  ])
})

test('an invalid payload is refused by send and never stored', async () => {
  const runner = await start()
  const invalid: unknown = { number: 'seven' }
  // @ts-expect-error -- what JavaScript without types could send
  await expect(runner.send(count, invalid)).rejects.toThrow(z.ZodError)
  const { rows } = await database.handle.executeSql('select 1 from pgboss.job')
  expect(rows).toEqual([])
})

test('an invalid payload that is already stored goes to the dead letters at once, untried', async () => {
  const runner = await start()
  let tries = 0
  await runner.send(count, { number: 1 })
  await database.handle.executeSql(`update pgboss.job set data = '{"number": "seven"}'`)
  await runner.work(count, async () => void (tries += 1))
  await expect.poll(deadLetters, { timeout: 30_000 }).toHaveLength(1)
  const [letter] = await deadLetters()
  expect(letter).toMatchObject({ job: 'count', payload: { number: 'seven' } })
  expect(letter?.['reason']).toMatch(/^Invalid payload: .*number/s)
  expect(tries).toBe(0)
})

test('jobs of one key never run together, in two runners either, and do not hold up other keys', async () => {
  const [one, other] = [await start(), await startAnother()]
  const running = new Map<number, number>()
  let worst = 0
  let most = 0
  let done = 0
  const handler = async ({ payload: { number } }: { payload: { number: number } }) => {
    running.set(number, (running.get(number) ?? 0) + 1)
    worst = Math.max(worst, running.get(number) ?? 0)
    most = Math.max(
      most,
      [...running.values()].reduce((sum, each) => sum + each, 0),
    )
    await delay(60)
    running.set(number, (running.get(number) ?? 0) - 1)
    done += 1
  }
  for (let round = 0; round < 4; round += 1) {
    for (const number of [1, 1, 2, 3]) await one.send(keyed, { number })
  }
  await Promise.all([one.work(keyed, handler), other.work(keyed, handler)])
  await expect.poll(() => done, { timeout: 30_000 }).toBe(16)
  expect(worst).toBe(1)
  expect(most).toBe(3)
})

test('the next job of a key starts as soon as the last one has ended, in any process', async () => {
  const one = await start()
  const ending = Promise.withResolvers<void>()
  await one.work(keyed, () => ending.promise)
  await one.send(keyed, { number: 1 })
  await expect.poll(busyKeys, { timeout: 30_000 }).toEqual(['key-1'])
  // It begins with what pg-boss noted down, and looks there again in a minute.
  const other = await startAnother()
  const done: number[] = []
  await other.work(keyed, async ({ payload }) => void done.push(payload.number))
  ending.resolve()
  await one.stop({ timeoutMs: 5_000 })
  await other.send(keyed, { number: 1 })
  await expect.poll(() => done, { timeout: 30_000 }).toEqual([1])
})

test('each job is done once by two runners together', async () => {
  const [one, other] = [await start(), await startAnother()]
  const done: number[] = []
  const handler = async ({ payload }: { payload: { number: number } }) =>
    void done.push(payload.number)
  await Promise.all([one.work(count, handler), other.work(count, handler)])
  for (let number = 0; number < 40; number += 1) await one.send(count, { number })
  await expect.poll(() => done.length, { timeout: 30_000 }).toBe(40)
  expect(new Set(done).size).toBe(40)
})

test('stopping waits for what runs', async () => {
  const runner = await start()
  const started = Promise.withResolvers<void>()
  let isDone = false
  await runner.work(slow, async () => {
    started.resolve()
    await delay(400)
    isDone = true
  })
  await runner.send(slow, { number: 1 })
  await started.promise
  await runner.stop({ timeoutMs: 5_000 })
  expect(isDone).toBe(true)
})

test('what runs too long while stopping is aborted and done again by the next runner', async () => {
  const first = await start()
  const started = Promise.withResolvers<void>()
  let wasAborted = false
  await first.work(slow, async ({ signal }) => {
    started.resolve()
    await delay(60_000, null, { signal }).catch(() => undefined)
    wasAborted = signal.aborted
    signal.throwIfAborted()
  })
  await first.send(slow, { number: 5 })
  await started.promise
  await first.stop({ timeoutMs: 1_000 })
  expect(wasAborted).toBe(true)
  const second = await start()
  const done: number[] = []
  await second.work(slow, async ({ payload }) => void done.push(payload.number))
  await expect.poll(() => done, { timeout: 30_000 }).toEqual([5])
})

test('a job that takes longer than its time is aborted and counts as failed', async () => {
  const runner = await start()
  let wasAborted = false
  await runner.work(impatient, async ({ signal }) => {
    await delay(20_000, null, { signal }).catch(() => undefined)
    wasAborted = signal.aborted
  })
  await runner.send(impatient, { number: 1 })
  await expect.poll(deadLetters, { timeout: 30_000 }).toHaveLength(1)
  expect(wasAborted).toBe(true)
})

test('a job that a dead process left behind is taken up again', async () => {
  const runner = await start()
  await runner.send(count, { number: 3 })
  await database.handle.executeSql(`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute'`)
  const done: number[] = []
  await runner.work(count, async ({ payload }) => void done.push(payload.number))
  await expect.poll(() => done, { timeout: 30_000 }).toEqual([3])
})

test('a job without retries that fails goes straight to the dead letters', async () => {
  const runner = await start()
  await runner.work(hopeless, () => Promise.reject(new Error('no')))
  await runner.send(hopeless, { number: 1 })
  await expect.poll(deadLetters, { timeout: 30_000 }).toHaveLength(1)
})

test('a job sent in a transaction exists if and only if the transaction commits', async () => {
  const runner = await start()
  const done: number[] = []
  await runner.work(count, async ({ payload }) => void done.push(payload.number))
  const undone = database.handle.db.transaction().execute(async (transaction) => {
    await runner.send(count, { number: 1 }, { transaction })
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await database.handle.db
    .transaction()
    .execute((transaction) => runner.send(count, { number: 2 }, { transaction }))
  await expect.poll(() => done, { timeout: 30_000 }).toEqual([2])
})

test('a schedule sends its job, with two runners still once a time', async () => {
  const [one, other] = [await start(), await startAnother()]
  const done: number[] = []
  const handler = async ({ payload }: { payload: { number: number } }) =>
    void done.push(payload.number)
  await Promise.all([one.work(timed, handler), other.work(timed, handler)])
  const everyMinute = { cron: '* * * * *', timeZone: 'Europe/Zurich' }
  await one.schedule(timed, everyMinute, { number: 9 })
  await other.schedule(timed, everyMinute, { number: 9 })
  await expect.poll(() => done.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await database.handle.executeSql('delete from pgboss.schedule')
  await delay(1_500)
  // A minute may have turned in between; more than two would mean one per runner.
  expect(done.length).toBeLessThanOrEqual(2)
})

test('a schedule that is none is refused', async () => {
  const runner = await start()
  await expect(
    runner.schedule(timed, { cron: 'every day', timeZone: 'UTC' }, { number: 1 }),
  ).rejects.toThrow('Validation error')
  await expect(
    runner.schedule(timed, { cron: '0 * * * *', timeZone: 'Mars/Olympus' }, { number: 1 }),
  ).rejects.toThrow('Mars')
})

test('a job that the runner was not started with is refused', async () => {
  const runner = await start()
  const stranger = defineJob({ ...settings, name: 'stranger' })
  await expect(runner.send(stranger, { number: 1 })).rejects.toThrow('stranger')
  await expect(runner.work(stranger, () => Promise.resolve())).rejects.toThrow('stranger')
})

test('a process says that it works once every job has its workers, until it stops', async () => {
  const runner = await start()
  for (const job of jobs) {
    expect(runner.isWorking()).toBe(false)
    await runner.work(job, () => Promise.resolve())
  }
  expect(runner.isWorking()).toBe(true)
  await runner.stop({ timeoutMs: 1_000 })
  expect(runner.isWorking()).toBe(false)
})

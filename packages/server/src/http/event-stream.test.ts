import { setTimeout as wait } from 'node:timers/promises'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { serverSentEvents } from './event-stream.ts'

const Event = z.object({ type: z.literal('tick'), count: z.number() })

/** Events that the test sends, with a flag for a cancelled stream. */
function createSource() {
  const waiting: PromiseWithResolvers<IteratorResult<unknown, undefined>>[] = []
  const source = {
    pulled: 0,
    isOver: false,
    push: (event: unknown) => waiting.shift()?.resolve({ value: event, done: false }),
    fail: (error: Error) => waiting.shift()?.reject(error),
    events: {
      [Symbol.asyncIterator]: () => ({
        next() {
          source.pulled += 1
          const next = Promise.withResolvers<IteratorResult<unknown, undefined>>()
          waiting.push(next)
          return next.promise
        },
        return() {
          source.isOver = true
          return Promise.resolve({ value: undefined, done: true as const })
        },
      }),
    },
  }
  return source
}

function open(options: { isStillOpen?: () => Promise<boolean>; heartbeatMs?: number } = {}) {
  const source = createSource()
  const leaving = new AbortController()
  const failures: unknown[] = []
  const stream = serverSentEvents({
    events: source.events,
    schema: Event,
    signal: leaving.signal,
    isStillOpen: () => Promise.resolve(true),
    onFailure: (error) => failures.push(error),
    heartbeatMs: 60_000,
    ...options,
  })
  return { source, leaving, failures, stream }
}

async function take(stream: AsyncGenerator<string, void>): Promise<string | undefined> {
  const { value } = await stream.next()
  return value ?? undefined
}

test('events go out by name, as their schema has them', async () => {
  const { source, stream } = open()
  expect(await take(stream)).toBe(': open\n\n')
  const next = take(stream)
  await wait(1)
  source.push({ type: 'tick', count: 1, secret: 'x' })
  expect(await next).toBe('event: tick\ndata: {"type":"tick","count":1}\n\n')
})

test('a silent stream says now and then that it lives', async () => {
  const { stream } = open({ heartbeatMs: 5 })
  await take(stream)
  expect([await take(stream), await take(stream)]).toEqual([': heartbeat\n\n', ': heartbeat\n\n'])
})

test('the next event is not pulled before the client has taken the last one', async () => {
  const { source, stream } = open()
  await take(stream)
  const next = take(stream)
  await wait(1)
  source.push({ type: 'tick', count: 1 })
  await next
  await wait(5)
  expect(source.pulled).toBe(1)
})

test('it ends when the client leaves, and lets go of its events', async () => {
  const { source, leaving, stream, failures } = open()
  await take(stream)
  const next = take(stream)
  await wait(1)
  leaving.abort()
  expect(await next).toBeUndefined()
  expect([source.isOver, failures]).toEqual([true, []])
})

test('it ends at the heartbeat that finds the session gone', async () => {
  const { source, stream } = open({ heartbeatMs: 5, isStillOpen: () => Promise.resolve(false) })
  await take(stream)
  expect(await take(stream)).toBeUndefined()
  expect(source.isOver).toBe(true)
})

test('a failure of its events ends it and is reported once, not sent', async () => {
  const { source, stream, failures } = open()
  await take(stream)
  const next = take(stream)
  await wait(1)
  source.fail(new Error('the database is gone'))
  expect(await next).toBeUndefined()
  expect(failures).toEqual([new Error('the database is gone')])
})

test('an event that does not fit its schema is not sent', async () => {
  const { source, stream, failures } = open()
  await take(stream)
  const next = take(stream)
  await wait(1)
  source.push({ type: 'tick', count: 'private' })
  expect(await next).toBeUndefined()
  expect(failures).toHaveLength(1)
})

import { expect, test } from 'vitest'

import { DatabaseUnavailable } from '../errors.ts'
import { createConnectionQueue } from './connection-queue.ts'

test('holders come one at a time in the order of asking', async () => {
  const queue = createConnectionQueue({ waitTimeoutMs: 1_000 })
  const order: string[] = []
  let holders = 0
  const hold = async (name: string): Promise<void> => {
    const release = await queue.acquire()
    holders += 1
    expect(holders).toBe(1)
    order.push(name)
    await Promise.resolve()
    holders -= 1
    release()
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(hold))
  expect(order).toEqual(['a', 'b', 'c', 'd'])
})

test('who waits too long is refused with the reason, and the next in line is not skipped', async () => {
  const queue = createConnectionQueue({ waitTimeoutMs: 30 })
  const release = await queue.acquire()
  const late = queue.acquire()
  await expect(late).rejects.toThrow('a transaction holds it')
  // What the HTTP server answers with 503.
  await expect(late).rejects.toBeInstanceOf(DatabaseUnavailable)
  const next = queue.acquire()
  release()
  const releaseNext = await next
  releaseNext()
  expect(await queue.acquire()).toBeTypeOf('function')
})

test('releasing twice admits one waiter only', async () => {
  const queue = createConnectionQueue({ waitTimeoutMs: 30 })
  const release = await queue.acquire()
  const second = queue.acquire()
  release()
  release()
  await second
  await expect(queue.acquire()).rejects.toThrow('a transaction holds it')
})

test('after a failure everybody is refused with its error', async () => {
  const queue = createConnectionQueue({ waitTimeoutMs: 1_000 })
  const release = await queue.acquire()
  const waiting = queue.acquire()
  queue.fail(new Error('the thread is gone'))
  await expect(waiting).rejects.toThrow('the thread is gone')
  release()
  await expect(queue.acquire()).rejects.toThrow('the thread is gone')
})

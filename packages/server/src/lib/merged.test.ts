import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { merged } from './merged.ts'

const doNothing = (): void => undefined

/** A source that yields given items on request. */
function source<Value>() {
  const given: Value[] = []
  let wake: () => void = doNothing
  let isOver = false
  async function* values(): AsyncGenerator<Value, void> {
    for (;;) {
      yield* given.splice(0)
      if (isOver) return
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    values: values(),
    give(value: Value): void {
      given.push(value)
      wake()
    },
    end(): void {
      isOver = true
      wake()
    },
  }
}

// oxlint-disable-next-line require-yield -- a source that fails before it gives anything
async function* broken(): AsyncGenerator<string, void> {
  throw new Error('broken')
}

test('values come in the order in which their sources gave them', async () => {
  const [one, other] = [source<string>(), source<string>()]
  const all = merged([one.values, other.values])
  one.give('a')
  expect((await all.next()).value).toBe('a')
  other.give('b')
  expect((await all.next()).value).toBe('b')
  other.give('c')
  expect((await all.next()).value).toBe('c')
})

test('a value that waits while another is taken is not lost', async () => {
  const [one, other] = [source<string>(), source<string>()]
  one.give('a')
  other.give('b')
  const all = merged([one.values, other.values])
  const both = [(await all.next()).value, (await all.next()).value]
  expect(new Set(both)).toEqual(new Set(['a', 'b']))
})

test('the end of one source ends all', async () => {
  const [one, other] = [source<string>(), source<string>()]
  const all = merged([one.values, other.values])
  const next = all.next()
  one.end()
  expect((await next).done).toBe(true)
})

test('the failure of one source is the failure of all', async () => {
  await expect(merged([source<string>().values, broken()]).next()).rejects.toThrow('broken')
})

test('what was given is forgotten, also while another source is silent', async () => {
  setFlagsFromString('--expose-gc')
  const given: WeakRef<object>[] = []
  async function* chatty(): AsyncGenerator<object, void> {
    for (let count = 0; count < 50; count += 1) {
      const value = { count }
      given.push(new WeakRef(value))
      yield value
    }
    await new Promise(doNothing)
  }
  const all = merged([source<object>().values, chatty()])
  for (let count = 0; count < 50; count += 1) await all.next()
  await turn()
  runInNewContext('gc()')
  // The last ones may still be available.
  expect(given.slice(0, 40).filter((value) => value.deref() !== undefined)).toEqual([])
})

test('who stops listening ends the sources', async () => {
  let hasEnded = false
  async function* endless(): AsyncGenerator<string, void> {
    try {
      for (;;) yield 'a'
    } finally {
      hasEnded = true
    }
  }
  for await (const value of merged([endless()])) if (value === 'a') break
  await expect.poll(() => hasEnded).toBe(true)
})

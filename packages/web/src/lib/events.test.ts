import type { AppEvent } from '@tenantscope/contract/sync'
import { afterEach, expect, test, vi } from 'vitest'

import { FakeEventSource } from '../testing/fake-event-source.ts'
import { createAppEvents } from './events.ts'
import { openTabChannel } from './tab-channel.ts'

/** The lock of a browser: one holder, the others wait in line. */
function createLocks() {
  let tail: Promise<void> = Promise.resolve()
  const request = (
    _name: string,
    { signal }: { signal: AbortSignal },
    hold: () => Promise<void>,
  ) => {
    tail = tail.then(() => (signal.aborted ? undefined : hold()))
    return tail
  }
  return { request }
}

let channels = 0
const stops: (() => void)[] = []

/** Tabs of one browser, each with what it heard. */
function openTabs(count: number, locks: ReturnType<typeof createLocks> | undefined) {
  channels += 1
  const name = `test-${channels}`
  return Array.from({ length: count }, () => {
    const heard: AppEvent[] = []
    const onBroken = vi.fn<() => void>()
    const events = createAppEvents({
      openSource: () => new EventSource('/api/events'),
      locks,
      openChannel: () => openTabChannel(name),
      onBroken,
      random: () => 1,
    })
    events.subscribe((event) => heard.push(event))
    const stop = events.start()
    stops.push(stop)
    return { heard, onBroken, stop }
  })
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const hello = { type: 'hello', build: 'build-1' } as const

test('of all tabs of a browser one reads the stream, and every tab hears each event once', async () => {
  const [first, second, third] = openTabs(3, createLocks())
  await vi.waitFor(() => expect(FakeEventSource.opened).toHaveLength(1), { timeout: 30_000 })
  FakeEventSource.current?.send(hello)
  await vi.waitFor(() => expect([second!.heard, third!.heard]).toEqual([[hello], [hello]]), {
    timeout: 30_000,
  })
  expect(first!.heard).toEqual([hello])
  expect(FakeEventSource.opened).toHaveLength(1)
})

test('when the reading tab closes another one takes over', async () => {
  const [first, second] = openTabs(2, createLocks())
  await vi.waitFor(() => expect(FakeEventSource.opened).toHaveLength(1), { timeout: 30_000 })
  first!.stop()
  await vi.waitFor(() => expect(FakeEventSource.opened).toHaveLength(2), { timeout: 30_000 })
  expect(FakeEventSource.opened[0]?.isClosed).toBe(true)
  FakeEventSource.current?.send(hello)
  expect(second!.heard).toEqual([hello])
})

test('a tab that closes while it waits never opens a stream', async () => {
  const [first, second] = openTabs(2, createLocks())
  await vi.waitFor(() => expect(FakeEventSource.opened).toHaveLength(1), { timeout: 30_000 })
  second!.stop()
  first!.stop()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(FakeEventSource.opened).toHaveLength(1)
})

test('where a browser cannot share, every tab reads its own stream', () => {
  const [first, second] = openTabs(2, undefined)
  expect(FakeEventSource.opened).toHaveLength(2)
  FakeEventSource.opened[0]?.send(hello)
  expect([first!.heard, second!.heard]).toEqual([[hello], []])
})

test('a broken stream is opened again, ever more slowly up to 30 seconds, and quickly again once it has held', () => {
  vi.useFakeTimers()
  const [tab] = openTabs(1, undefined)
  const waits = Array.from({ length: 7 }, () => {
    const before = FakeEventSource.opened.length
    FakeEventSource.current?.break()
    let waitedMs = 0
    while (FakeEventSource.opened.length === before) {
      vi.advanceTimersByTime(500)
      waitedMs += 500
    }
    return waitedMs
  })
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(tab!.onBroken).toHaveBeenCalledTimes(7)
  FakeEventSource.current?.send(hello)
  vi.advanceTimersByTime(10_000)
  FakeEventSource.current?.break()
  vi.advanceTimersByTime(1_000)
  expect(FakeEventSource.opened).toHaveLength(9)
})

test('a server that greets and hangs up is not asked ever faster', () => {
  vi.useFakeTimers()
  openTabs(1, undefined)
  for (let round = 0; round < 5; round += 1) {
    FakeEventSource.current?.send(hello)
    FakeEventSource.current?.break()
    vi.advanceTimersByTime(30_000)
  }
  FakeEventSource.current?.send(hello)
  FakeEventSource.current?.break()
  vi.advanceTimersByTime(15_000)
  expect(FakeEventSource.opened).toHaveLength(6)
})

test('a stopped tab does not open its broken stream again', () => {
  vi.useFakeTimers()
  const [tab] = openTabs(1, undefined)
  FakeEventSource.current?.break()
  tab!.stop()
  vi.advanceTimersByTime(60_000)
  expect(FakeEventSource.opened).toHaveLength(1)
})

test('words that are no event of the contract are not passed on', () => {
  const [tab] = openTabs(1, undefined)
  const source = FakeEventSource.current
  source?.dispatchEvent(new MessageEvent('hello', { data: '{"type":"hello"}' }))
  source?.dispatchEvent(new MessageEvent('hello', { data: 'not json' }))
  expect(tab!.heard).toEqual([])
})

import { AppEvent } from '@tenantscope/contract/sync'

import { asJson } from './as-json.ts'
import type { TabChannel } from './tab-channel.ts'

/**
 * One event stream per browser: one tab reads it and forwards the events to the others
 * (decisions.md, Sign-in and sessions).
 */
export interface AppEvents {
  /** Starts listening; returns the function that stops it. */
  start: () => () => void
  /** Delivers every event, including those read by another tab. 'hello' follows each (re)connection. */
  subscribe: (listener: (event: AppEvent) => void) => () => void
}

/** The part of the browser's LockManager that is used. */
interface TabLocks {
  request: (
    name: string,
    options: { signal: AbortSignal },
    hold: () => Promise<void>,
  ) => Promise<unknown>
}

interface EventsDeps {
  openSource: () => EventSource
  /** Without locks or channels each tab reads its own stream. */
  locks: TabLocks | undefined
  openChannel: () => TabChannel | undefined
  /** Called when the stream breaks. */
  onBroken: () => void
  random: () => number
}

const LEADER_LOCK = 'tenantscope.events'
const EVENT_TYPES = AppEvent.options.map((option) => option.shape.type.value)
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/**
 * A stream that lasts this long resets the retry delay. A server that accepts and disconnects is
 * not retried every second.
 */
const SETTLED_MS = 10_000

/** Creates the event stream of this tab. */
export function createAppEvents(deps: EventsDeps): AppEvents {
  const listeners = new Set<(event: AppEvent) => void>()
  const deliver = (event: AppEvent) => {
    for (const listener of listeners) listener(event)
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      const channel = deps.openChannel()
      if (deps.locks && channel) return shareStream(deps, { locks: deps.locks, channel }, deliver)
      return readStream(deps, deliver)
    },
  }
}

/** Waits for the lock to become the reading tab, and receives the reader's events until then. */
function shareStream(
  deps: EventsDeps,
  { locks, channel }: { locks: TabLocks; channel: TabChannel },
  deliver: (event: AppEvent) => void,
): () => void {
  const stopped = new AbortController()
  channel.listen((message) => {
    const event = AppEvent.safeParse(message)
    if (event.success) deliver(event.data)
  })
  const lead = () => {
    // The lock can be granted at the moment this tab stops.
    if (stopped.signal.aborted) return Promise.resolve()
    const stopReading = readStream(deps, (event) => {
      deliver(event)
      channel.post(event)
    })
    return new Promise<void>((resolve) => {
      stopped.signal.addEventListener('abort', () => {
        stopReading()
        resolve()
      })
    })
  }
  locks.request(LEADER_LOCK, { signal: stopped.signal }, lead).catch(() => {
    // Stopped while waiting for the lock: nothing to release.
  })
  return () => {
    stopped.abort()
    channel.close()
  }
}

/** Reads the stream and reconnects with growing delays when it breaks. */
function readStream(deps: EventsDeps, deliver: (event: AppEvent) => void): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const open = () => {
    source = deps.openSource()
    for (const type of EVENT_TYPES) source.addEventListener(type, receive)
    source.addEventListener('error', reopenLater)
  }
  const receive = ({ data }: MessageEvent<string>) => {
    const event = AppEvent.safeParse(asJson(data))
    if (!event.success) return
    if (event.data.type === 'hello') settling = setTimeout(forgetFailures, SETTLED_MS)
    deliver(event.data)
  }
  const forgetFailures = () => {
    failures = 0
  }
  const reopenLater = () => {
    source.close()
    clearTimeout(settling)
    deps.onBroken()
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS)
    failures += 1
    // Jitter: browsers do not reconnect to a restarted server in the same second.
    timer = setTimeout(open, delayMs * (0.5 + deps.random() / 2))
  }

  open()
  return () => {
    clearTimeout(timer)
    clearTimeout(settling)
    source.close()
  }
}

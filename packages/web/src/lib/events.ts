import { AppEvent } from '@tenantscope/contract/sync'

import type { TabChannel } from './tab-channel.ts'

/** One stream of events per browser: one tab reads it and tells the others (decisions.md, Sign-in and sessions). */
export interface AppEvents {
  /** Begins to listen; the answer stops it. */
  start: () => () => void
  /** Every event, also those that another tab read. 'hello' comes after each (re)connection. */
  subscribe: (listener: (event: AppEvent) => void) => () => void
}

/** What is needed of the browser's LockManager. */
interface TabLocks {
  request: (
    name: string,
    options: { signal: AbortSignal },
    hold: () => Promise<void>,
  ) => Promise<unknown>
}

interface EventsDeps {
  openSource: () => EventSource
  /** Without locks or channels nothing can be shared: then every tab reads its own stream. */
  locks: TabLocks | undefined
  openChannel: () => TabChannel | undefined
  /** The stream broke: whoever wants to know why can ask now. */
  onBroken: () => void
  random: () => number
}

const LEADER_LOCK = 'tenantscope.events'
const EVENT_TYPES = AppEvent.options.map((option) => option.shape.type.value)
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 30_000
/** A stream that lives this long is sound: a server that greets and hangs up must not be asked every second. */
const SETTLED_MS = 10_000

/** Makes the event stream of this tab. */
export function createAppEvents(deps: EventsDeps): AppEvents {
  const listeners = new Set<(event: AppEvent) => void>()
  const tell = (event: AppEvent) => {
    for (const listener of listeners) listener(event)
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start: () => {
      const channel = deps.openChannel()
      if (deps.locks && channel) return shareStream(deps, { locks: deps.locks, channel }, tell)
      return readStream(deps, tell)
    },
  }
}

/** Waits to become the browser's reader and listens to the reader until then. */
function shareStream(
  deps: EventsDeps,
  { locks, channel }: { locks: TabLocks; channel: TabChannel },
  tell: (event: AppEvent) => void,
): () => void {
  const stopped = new AbortController()
  channel.listen((message) => {
    const event = AppEvent.safeParse(message)
    if (event.success) tell(event.data)
  })
  const lead = () => {
    // The lock may be granted in the very moment in which this tab stops.
    if (stopped.signal.aborted) return Promise.resolve()
    const stopReading = readStream(deps, (event) => {
      tell(event)
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
    // Stopped while it waited for the lock: there is nothing to undo.
  })
  return () => {
    stopped.abort()
    channel.close()
  }
}

/** Reads the stream itself and opens it again, ever more slowly, whenever it breaks. */
function readStream(deps: EventsDeps, tell: (event: AppEvent) => void): () => void {
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
    tell(event.data)
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
    // Spread, so that a restarted server does not meet every browser in the same second.
    timer = setTimeout(open, delayMs * (0.5 + deps.random() / 2))
  }

  open()
  return () => {
    clearTimeout(timer)
    clearTimeout(settling)
    source.close()
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

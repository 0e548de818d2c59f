import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

interface EventStream {
  events: AsyncIterable<unknown>
  schema: z.ZodType
  /** Ends the stream: the client disconnected, the session ended, or the server shuts down. */
  signal: AbortSignal
  /** Called at every heartbeat. */
  isStillOpen: () => Promise<boolean>
  onFailure: (error: unknown) => void
  heartbeatMs?: number
}

/** Proxies close connections that are silent for a minute; a quarter of it tolerates a lost heartbeat. */
const HEARTBEAT_MS = 15_000

/**
 * Sends server-sent events. Requests the next event only when the client has received the last one.
 */
export function openEventStream(reply: FastifyReply, stream: EventStream): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      // nginx would otherwise buffer events.
      'x-accel-buffering': 'no',
    })
    .send(Readable.from(serverSentEvents(stream)))
}

/** Yields the stream's text: events, and regular comments that keep the connection alive. */
export async function* serverSentEvents(stream: EventStream): AsyncGenerator<string, void> {
  const iterator = stream.events[Symbol.asyncIterator]()
  try {
    yield ': open\n\n'
    yield* textOf(iterator, stream)
  } catch (error) {
    // The status is already sent, so the stream can only end.
    if (!stream.signal.aborted) stream.onFailure(error)
  } finally {
    // Not awaited: an iterator that waits for its next event would keep the connection open.
    void iterator.return?.().catch(() => undefined)
  }
}

async function* textOf(
  iterator: AsyncIterator<unknown>,
  { schema, signal, isStillOpen, heartbeatMs = HEARTBEAT_MS }: EventStream,
): AsyncGenerator<string, void> {
  const aborted = untilAborted(signal)
  let next = nextOf(iterator)
  while (!signal.aborted) {
    const beat = untilPassed(heartbeatMs)
    const outcome = await Promise.race([next, beat.passed, aborted])
    beat.cancel()
    if (outcome === 'aborted') return
    if (outcome === 'beat') {
      if (!(await isStillOpen())) return
      yield ': heartbeat\n\n'
      continue
    }
    if (outcome.done === true) return
    yield toText(schema.parse(outcome.value))
    next = nextOf(iterator)
  }
}

function nextOf(iterator: AsyncIterator<unknown>): Promise<IteratorResult<unknown, unknown>> {
  const next = iterator.next()
  // If the stream ends first, this promise is no longer awaited; its rejection is ignored.
  next.catch(() => undefined)
  return next
}

function untilAborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
}

function untilPassed(ms: number): { passed: Promise<'beat'>; cancel(): void } {
  const { promise, resolve } = Promise.withResolvers<'beat'>()
  const timer = setTimeout(() => resolve('beat'), ms)
  return { passed: promise, cancel: () => clearTimeout(timer) }
}

function toText(event: unknown): string {
  const type: unknown =
    typeof event === 'object' && event !== null ? Reflect.get(event, 'type') : undefined
  const name = typeof type === 'string' ? `event: ${type}\n` : ''
  return `${name}data: ${JSON.stringify(event)}\n\n`
}

import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { request } from 'undici'
import type { Dispatcher } from 'undici'

import { eitherOf } from './abort.ts'
import { isReportHost } from './clouds.ts'
import { failureOfExchange } from './exchange.ts'
import { GraphFailure } from './failures.ts'
import type { GraphAnswer } from './judging.ts'
import { malformed } from './parsing.ts'
import { pathWithoutQuery } from './request-log.ts'
import { isRetryableStatus, retryAfterMs, retrying } from './retry.ts'
import type { Attempt } from './retry.ts'
import type { Sender } from './sending.ts'
import type { ReadOptions } from './wire.ts'

/** Each attempt takes one of the few reports that a tenant may ask for. */
const MAX_ATTEMPTS = 3
/** A row is a few hundred bytes: far more than any directory has people. */
const MAX_BYTES = 512 * 1024 * 1024

type Report = ReadOptions & { path: string; dispatcher: Dispatcher; userAgent: string }

/**
 * A report that Graph keeps elsewhere: its answer is a redirect to an address that needs no token and
 * lives for minutes. Yields the text as it comes, without byte order mark. Nothing is yielded where
 * an If-None-Match was answered with 304.
 */
export async function* reportFrom(
  sender: Sender,
  { path, dispatcher, userAgent, ...read }: Report,
): AsyncGenerator<string, void, undefined> {
  const signal = eitherOf(sender.policy.signal, read.signal)
  const policy = { ...sender.policy, signal, maxAttempts: MAX_ATTEMPTS }
  const facts = () => ({
    at: policy.clock.now(),
    path: pathWithoutQuery(path),
    correlationId: null,
  })
  const file = await retrying(policy, async (): Promise<Attempt<Readable | null>> => {
    const answer = await sender.send({ path, ...read, expected: 'redirect' })
    if (answer.status === 304) return { done: null }
    return open(addressIn(answer), answer)
  })
  if (file) yield* textOf(file)

  async function open(url: URL, answer: GraphAnswer): Promise<Attempt<Readable>> {
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher,
        // No authorization: the address is the permission, and the token is for Graph alone.
        headers: { accept: 'text/csv', 'accept-encoding': 'gzip', 'user-agent': userAgent },
        signal,
      })
      if (statusCode === 200) {
        return { done: headers['content-encoding'] === 'gzip' ? unpacked(body) : body }
      }
      await body.dump()
      const retryAfter = headers['retry-after']
      const header = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter
      return refusal(statusCode, retryAfterMs(header, policy.clock.now()), answer)
    } catch (error) {
      if (error instanceof GraphFailure) throw error
      if (!sender.isLate()) signal.throwIfAborted()
      return { failure: failureOfExchange(error, facts()), afterMs: null }
    }
  }

  function refusal(status: number, afterMs: number | null, answer: GraphAnswer): Attempt<never> {
    const { requestId, correlationId } = answer
    const code = status === 429 ? 'THROTTLED' : 'UNAVAILABLE'
    const failure = new GraphFailure(code, { ...facts(), status, requestId, correlationId })
    // An address that is no longer good is replaced by asking Graph again.
    const isPassing = isRetryableStatus(status) || (status >= 401 && status <= 410)
    if (!isPassing) throw failure
    return { failure, afterMs }
  }

  async function* textOf(file: Readable): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder()
    let bytes = 0
    try {
      for await (const chunk of file) {
        if (!(chunk instanceof Uint8Array)) continue
        bytes += chunk.length
        if (bytes > MAX_BYTES) {
          throw new GraphFailure('MALFORMED_ANSWER', { ...facts(), detail: 'too large' })
        }
        yield decoder.decode(chunk, { stream: true })
      }
      yield decoder.decode()
    } catch (error) {
      if (error instanceof GraphFailure) throw error
      if (!sender.isLate()) signal.throwIfAborted()
      throw failureOfExchange(error, facts())
    } finally {
      file.destroy()
    }
  }
}

function unpacked(body: Readable): Readable {
  // A body that breaks off ends the unpacking with its error, which the reader then meets.
  return pipeline(body, createGunzip(), () => {})
}

/** Where the report is. The address comes from outside: it must be Microsoft's, and nothing else. */
function addressIn(answer: GraphAnswer): URL {
  const url = URL.parse(answer.location ?? '')
  const isPlain = url?.protocol === 'https:' && url.port === '' && url.username === ''
  if (!url || !isPlain || url.password !== '' || !isReportHost(url.hostname)) {
    throw malformed(answer, ['Location'])
  }
  return url
}

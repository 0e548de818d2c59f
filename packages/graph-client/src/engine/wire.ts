import { randomUUID } from 'node:crypto'

import { eitherOf } from './abort.ts'
import type { Clock } from './clock.ts'
import { CLOUDS } from './clouds.ts'
import type { Cloud } from './clouds.ts'
import { exchange, failureOfExchange, headerOf } from './exchange.ts'
import type { GraphFailure } from './failures.ts'
import type { Expected, ReceivedAnswer } from './judging.ts'
import { pathTemplateOf, pathWithoutQuery } from './request-log.ts'
import type { OnRequest } from './request-log.ts'
import type { AppToken } from './token-request.ts'
import type { Transport } from './transport.ts'

/** Microsoft's `x-ms-throttle-priority`. */
export type Priority = 'low' | 'normal' | 'high'

/** How one thing is read. */
export type ReadOptions = {
  /** Sent with every page, such as ConsistencyLevel. */
  headers?: Record<string, string> | undefined
  /**
   * Alternative permissions (any one suffices), for services that refuse with one code whether the
   * permission or the license is missing: a token that holds one was refused for the license.
   */
  sufficientRoles?: readonly string[] | undefined
  /** Ends this read alone. */
  signal?: AbortSignal | undefined
}

export type GraphRequest = ReadOptions & {
  /** Without version, with query. */
  path: string
  /** Present means POST, which only `$batch` needs. */
  body?: unknown
  /** JSON unless said otherwise. */
  expected?: Expected
}

type WireOptions = {
  transport: Transport
  cloud: Cloud
  clock: Clock
  userAgent: string
  onRequest?: OnRequest
  tenantId: string
  priority: Priority
  signal: AbortSignal
}

/** Sends one tenant's requests by their documented paths: address, headers, ids. */
export type Wire = {
  /** One request and its answer, or the failure that none came; throws when aborted. */
  sendOnce(request: GraphRequest, signing: Signing): Promise<ReceivedAnswer | GraphFailure>
  /** The path of one of this cloud's Graph links; null for any other address. */
  pathOf(link: string): string | null
}

export type Signing = { token: AppToken; attempt: number }

export function createWire(options: WireOptions): Wire {
  const { clock, tenantId, signal } = options
  const base = `https://${CLOUDS[options.cloud].graphHost}/v1.0`

  async function sendOnce(request: GraphRequest, { token, attempt }: Signing) {
    const path = pathWithoutQuery(request.path)
    const correlationId = randomUUID()
    const startedAt = performance.now()
    const record = (status: number | null) => {
      const durationMs = performance.now() - startedAt
      const pathTemplate = pathTemplateOf(path)
      options.onRequest?.({ tenantId, pathTemplate, status, durationMs, attempt })
    }
    const ends = eitherOf(signal, request.signal)
    try {
      const sent = { ...httpRequest(request, token, correlationId), signal: ends }
      const answer = await exchange(options.transport.dispatcher, sent)
      record(answer.status)
      return {
        status: answer.status,
        body: answer.body,
        retryAfter: headerOf(answer, 'retry-after'),
        throttleScope: headerOf(answer, 'x-ms-throttle-scope'),
        throttleShare: Number(headerOf(answer, 'x-ms-throttle-limit-percentage')),
        location: headerOf(answer, 'location'),
        requestId: headerOf(answer, 'request-id'),
        correlationId,
        at: clock.now(),
        path,
      }
    } catch (error) {
      record(null)
      ends.throwIfAborted()
      return failureOfExchange(error, { at: clock.now(), path, correlationId })
    }
  }

  function httpRequest(request: GraphRequest, token: AppToken, correlationId: string) {
    const headers: Record<string, string> = {
      ...request.headers,
      accept: request.expected === 'text' ? 'text/plain' : 'application/json',
      authorization: `Bearer ${token.accessToken}`,
      'client-request-id': correlationId,
      'user-agent': options.userAgent,
      'x-ms-throttle-priority': options.priority,
    }
    const url = base + request.path
    if (request.body === undefined) return { method: 'GET' as const, url, headers }
    const body = JSON.stringify(request.body)
    headers['content-type'] = 'application/json'
    return { method: 'POST' as const, url, headers, body }
  }

  function pathOf(link: string): string | null {
    const url = URL.parse(link)
    return url?.href.startsWith(`${base}/`) ? url.href.slice(base.length) : null
  }

  return { sendOnce, pathOf }
}

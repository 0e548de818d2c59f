import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import type { Cloud } from './clouds.ts'

const BODY_BYTES_MAX = 4 * 1024 * 1024

export interface SimRequest {
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  /** As it was sent, with the question mark; empty when there is none. */
  readonly search: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly cloud: Cloud
}

export interface SimReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The connection breaks before the answer, or after half of its body. */
  readonly breaks?: 'before' | 'inside'
  /** Seconds that the answer is late. */
  readonly delaySeconds?: number
  /** Seconds over which the body comes, piece by piece. */
  readonly bodySeconds?: number
  /** The simulator's own answer, not Microsoft's: no latency, and nothing to count. */
  readonly isImmediate?: boolean
  /** Called once the answer is sent, or cannot be. */
  readonly onEnd?: () => void
}

export function jsonReply(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): SimReply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}

export function htmlReply(status: number, body: string): SimReply {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

export function redirectReply(location: string): SimReply {
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' }
}

/** Reads a request whole; undefined when its address cannot be read or its body is too large. */
export async function readRequest(
  message: IncomingMessage,
  cloud: Cloud,
): Promise<SimRequest | undefined> {
  const url = URL.parse(message.url ?? '/', 'http://simulator')
  const path = url && decodePath(url.pathname)
  const body = await readBody(message)
  if (!url || path === undefined || path === null || body === undefined) return undefined
  return {
    method: message.method ?? 'GET',
    path,
    search: url.search,
    query: url.searchParams,
    headers: message.headers,
    body,
    cloud,
  }
}

/** Whether the client reads packed bodies; it must say so. */
export function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\b)/i.test(headerOf(headers, 'accept-encoding') ?? '')
}

/** One header as text, also when it was sent several times. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

async function readBody(message: IncomingMessage): Promise<string | undefined> {
  const { 'content-length': length, 'transfer-encoding': coding } = message.headers
  if (coding === undefined && (length === undefined || length === '0')) return ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_BYTES_MAX) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Undefined when the address is not well encoded. */
export function decodePath(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}

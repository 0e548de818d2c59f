import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { request } from 'undici'
import type { Dispatcher } from 'undici'

import { GraphFailure } from './failures.ts'
import { withoutLongTexts } from './long-texts.ts'

const gunzipped = promisify(gunzip)

/** A page of 999 people is one or two megabytes; whatever unpacks to more than this is not an answer of Graph. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/** In characters. */
const LARGE = 512 * 1024

type HttpRequest = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
}

export type HttpAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** Sends one request and reads the complete answer. */
export async function exchange(dispatcher: Dispatcher, sent: HttpRequest): Promise<HttpAnswer> {
  const answer = await request(sent.url, {
    dispatcher,
    method: sent.method,
    headers: { ...sent.headers, 'accept-encoding': 'gzip' },
    body: sent.body ?? null,
    signal: sent.signal ?? null,
  })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  const isPacked = answer.headers['content-encoding'] === 'gzip' && bytes.length > 0
  const plain = isPacked ? await unpacked(bytes) : bytes
  const kept = isJson(answer.headers) ? await withoutLongTexts(plain) : plain
  const body = kept.toString('utf8')
  // Decoding and parsing a large page take some milliseconds each.
  if (body.length > LARGE) await nextTurnOfLoop()
  return { status: answer.statusCode, headers: answer.headers, body }
}

function isJson(headers: HttpAnswer['headers']): boolean {
  const type = headers['content-type']
  return typeof type === 'string' && type.startsWith('application/json')
}

const MIN_CHUNK_BYTES = 64 * 1024
const MAX_CHUNK_BYTES = 1024 * 1024

/** Decompresses off the main thread, so that a large page does not block the event loop. */
function unpacked(bytes: Buffer): Promise<Buffer> {
  // gzip ends with the size of what it holds (RFC 1952 section 2.3.1): in one piece, a page is unpacked
  // four times as quickly as in zlib's own small ones. One byte is left over, because for a piece that is
  // full zlib makes another and looks for more. It is only a hint; a wrong one costs more pieces.
  const size = bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4)
  const chunkSize = Math.min(Math.max(size + 1, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES)
  return gunzipped(bytes, { chunkSize, maxOutputLength: MAX_UNPACKED_BYTES })
}

/** Returns a header's single value, or null when absent. */
export function headerOf(answer: HttpAnswer, name: string): string | null {
  const value = answer.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

type ExchangeFacts = { at: Date; path: string; correlationId: string | null }

/** What it means that no whole answer came: connection, TLS, name look-up, silence, a broken body. */
export function failureOfExchange(error: unknown, facts: ExchangeFacts): GraphFailure {
  const code = errorCodeOf(error)
  const isOurs = code === null || code === 'FOREIGN_HOST_REFUSED' || code === 'UND_ERR_INVALID_ARG'
  return new GraphFailure(isOurs ? 'INTERNAL' : 'UNAVAILABLE', { ...facts, microsoftCode: code })
}

function errorCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // What an AbortSignal.timeout ends with.
  if (error.name === 'TimeoutError') return 'TIMEOUT'
  if ('code' in error && typeof error.code === 'string') return error.code
  // Several addresses of one host that all refused come as one AggregateError; fetch wraps in `cause`.
  if (error instanceof AggregateError) return errorCodeOf(error.errors[0])
  return errorCodeOf(error.cause)
}

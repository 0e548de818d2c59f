import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { Counters } from './counters.ts'
import { jsonReply, type SimReply } from './http.ts'
import { createRecent } from './recent.ts'

/** Below this length packing costs more than it saves. */
const PACKED_LENGTH_MIN = 1_024
const SLOW_BODY_PIECES = 10
const pack = promisify(gzip)
/** A packed page of people in a piece or two: each piece is a way to the thread pool and back. */
const PACK_CHUNK_BYTES = 64 * 1024

/** From this length on a body is packed once, however often it is sent: pages are read again and again. */
const KEPT_LENGTH_MIN = 65_536
const KEPT_LENGTH_MAX = 64 * 1024 * 1024
const packedBodies = createRecent<string, Promise<Buffer>>(KEPT_LENGTH_MAX)

export interface Sending {
  /** When the answer may leave, by performance.now(). */
  readonly dueMs: number
  readonly acceptsGzip: boolean
  readonly counters: Counters
}

/** Sends an answer whole, late, in pieces or broken, as it says itself. */
export async function send(
  response: ServerResponse,
  reply: SimReply,
  sending: Sending,
): Promise<void> {
  try {
    const { headers, body } = await encode(reply, sending.acceptsGzip)
    const delayMs = sending.dueMs + (reply.delaySeconds ?? 0) * 1000 - performance.now()
    if (delayMs > 0) await wait(Math.ceil(delayMs))
    if (reply.breaks === 'before') {
      response.socket?.resetAndDestroy()
      return
    }
    response.writeHead(reply.status, { ...headers, 'content-length': body.length })
    const sent = reply.breaks === 'inside' ? body.subarray(0, Math.floor(body.length / 2)) : body
    if (!reply.isImmediate) sending.counters.count('bytesSent', sent.length)
    await writeBody(response, sent, reply)
  } finally {
    reply.onEnd?.()
  }
}

/** A mistake of the simulator itself: never to be taken for an answer of Microsoft. */
export function mistake(error: unknown): SimReply {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return jsonReply(500, { error: 'The simulator failed.', text })
}

async function encode({ headers, body: text }: SimReply, acceptsGzip: boolean) {
  if (!acceptsGzip || text.length < PACKED_LENGTH_MIN) return { headers, body: Buffer.from(text) }
  const packed = { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' }
  return { headers: packed, body: await packedBody(text) }
}

function packedBody(text: string): Promise<Buffer> {
  if (text.length < KEPT_LENGTH_MIN) return packNow(text)
  const known = packedBodies.get(text)
  if (known) return known
  const packed = packNow(text)
  packedBodies.set(text, packed, text.length)
  return packed
}

/** Off the event loop, and at the level that costs least. */
function packNow(text: string): Promise<Buffer> {
  return pack(text, { level: 1, chunkSize: PACK_CHUNK_BYTES })
}

async function writeBody(
  response: ServerResponse,
  body: Buffer,
  { breaks, bodySeconds }: SimReply,
): Promise<void> {
  if (breaks === 'inside') {
    response.write(body, () => {
      response.socket?.resetAndDestroy()
    })
    return
  }
  if (bodySeconds !== undefined) await writeSlowly(response, body, bodySeconds)
  else response.end(body)
}

async function writeSlowly(response: ServerResponse, body: Buffer, seconds: number) {
  const size = Math.ceil(body.length / SLOW_BODY_PIECES)
  for (let piece = 0; piece < SLOW_BODY_PIECES; piece += 1) {
    response.write(body.subarray(piece * size, (piece + 1) * size))
    await wait((seconds * 1000) / SLOW_BODY_PIECES)
  }
  response.end()
}

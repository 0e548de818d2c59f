import { Readable } from 'node:stream'

import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

import { interrupted } from '../lib/waiting.ts'
import type { FileResult } from './call.ts'

/**
 * Streams a file. It waits for the first chunk, so an earlier failure still returns an error
 * status. A later failure or an aborted signal closes the connection, so that a client never accepts
 * a partial file as complete.
 */
export async function sendFile(
  reply: FastifyReply,
  { file, status, signal }: { file: FileResult; status: number; signal: AbortSignal },
): Promise<FastifyReply> {
  const pieces = file.content[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (signal.aborted) {
    await pieces.return?.()
    throw interrupted()
  }
  signal.addEventListener('abort', () => breakOff(reply), { once: true })
  const content = fromFirst(first, pieces, () => resetOldConnection(reply))
  return reply
    .code(status)
    .type(file.mediaType)
    .header('content-disposition', contentDisposition(file.fileName))
    .send(Readable.from(content, { objectMode: false }))
}

function breakOff(reply: FastifyReply): void {
  if (reply.raw.writableFinished) return
  resetOldConnection(reply)
  reply.raw.destroy()
}

/**
 * HTTP/1.0, which some proxies use, marks the end of a file only by the end of the connection. A
 * reset differs from that end. A TLS connection cannot be reset.
 */
function resetOldConnection({ request: { raw } }: FastifyReply): void {
  if (raw.httpVersion === '1.0' && !('encrypted' in raw.socket)) raw.socket.resetAndDestroy()
}

async function* fromFirst(
  first: IteratorResult<Uint8Array>,
  pieces: AsyncIterator<Uint8Array>,
  onFailure: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; piece.done !== true; piece = await pieces.next()) yield piece.value
  } catch (error) {
    onFailure()
    throw error
  } finally {
    await pieces.return?.()
  }
}

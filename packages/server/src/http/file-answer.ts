import { Readable } from 'node:stream'

import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

import type { FileResult } from './call.ts'

/**
 * Sends a file as it comes. Its first piece is waited for, so that what fails before is a refusal with
 * a status; what fails later cuts the connection, so that nobody takes half a file for a whole one.
 */
export async function sendFile(
  reply: FastifyReply,
  { file, status }: { file: FileResult; status: number },
): Promise<FastifyReply> {
  const pieces = file.content[Symbol.asyncIterator]()
  const first = await pieces.next()
  return reply
    .code(status)
    .type(file.mediaType)
    .header('content-disposition', contentDisposition(file.fileName))
    .send(Readable.from(fromFirst(first, pieces), { objectMode: false }))
}

async function* fromFirst(
  first: IteratorResult<Uint8Array>,
  pieces: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; piece.done !== true; piece = await pieces.next()) yield piece.value
  } finally {
    await pieces.return?.()
  }
}

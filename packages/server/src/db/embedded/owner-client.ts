import { createConnection } from 'node:net'

import { errorCode } from '../../lib/error-code.ts'
import { readLine } from './line-reader.ts'
import { OwnerReply, replyBytesMax, type OwnerRequest } from './owner-protocol.ts'

export type OwnerAnswer =
  | { state: 'answered'; reply: OwnerReply }
  /** A process holds the socket but sends no valid response: stopped, overloaded, or another version. */
  | { state: 'silent' }
  /** No process holds the socket. */
  | { state: 'gone' }

/** Asks the process behind a socket; a successful connection proves that it runs. */
export async function askOwner(
  address: string,
  { request, timeoutMs }: { request: OwnerRequest; timeoutMs: number },
): Promise<OwnerAnswer> {
  const socket = createConnection(address)
  // A listener for the lifetime of the socket; readLine reports the relevant error.
  socket.on('error', () => undefined)
  try {
    const line = readLine(socket, { bytesMax: replyBytesMax, timeoutMs })
    socket.write(`${JSON.stringify(request)}\n`)
    return { state: 'answered', reply: OwnerReply.parse(JSON.parse(await line)) }
  } catch (error) {
    return { state: hasNoListener(error) ? 'gone' : 'silent' }
  } finally {
    socket.destroy()
  }
}

// Only these two errors show that no process listens. With any other error, the owner may be
// running (a full backlog returns EAGAIN, another user's socket EACCES).
function hasNoListener(error: unknown): boolean {
  const code = errorCode(error)
  return code === 'ECONNREFUSED' || code === 'ENOENT'
}

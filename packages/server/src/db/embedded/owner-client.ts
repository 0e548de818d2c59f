import { createConnection } from 'node:net'

import { readLine } from './line-reader.ts'
import { OwnerReply, replyBytesMax, type OwnerRequest } from './owner-protocol.ts'

export type OwnerAnswer =
  | { state: 'answered'; reply: OwnerReply }
  /** Somebody holds the socket but says nothing we understand: stopped, overloaded, or another version. */
  | { state: 'silent' }
  /** Nobody holds the socket: its process is gone. */
  | { state: 'gone' }

/** Asks the process behind a socket; being able to connect is the proof that it lives. */
export async function askOwner(
  address: string,
  { request, timeoutMs }: { request: OwnerRequest; timeoutMs: number },
): Promise<OwnerAnswer> {
  const socket = createConnection(address)
  // Listens for as long as the socket lives; readLine reports the error that matters.
  socket.on('error', () => undefined)
  try {
    const line = readLine(socket, { bytesMax: replyBytesMax, timeoutMs })
    socket.write(`${JSON.stringify(request)}\n`)
    return { state: 'answered', reply: OwnerReply.parse(JSON.parse(await line)) }
  } catch (error) {
    return { state: meansNobody(error) ? 'gone' : 'silent' }
  } finally {
    socket.destroy()
  }
}

// Only these two say that no process listens. Anything else (a full backlog answers EAGAIN, a foreign
// user's socket EACCES) may be a living owner.
function meansNobody(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return code === 'ECONNREFUSED' || code === 'ENOENT'
}

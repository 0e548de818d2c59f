import type { Server, Socket } from 'node:net'

import { z } from 'zod'

import { jsonOf } from '../../lib/json.ts'
import { readLine } from './line-reader.ts'
import {
  OwnerRequest,
  requestBytesMax,
  type OwnerHello,
  type OwnerReply,
} from './owner-protocol.ts'

type Answers = {
  describe: () => OwnerHello
  onCommand: (command: unknown) => Promise<unknown>
}

const connectionsMax = 32
const requestTimeoutMs = 10_000

/** Responds on the data directory's socket; returns the function that stops it. */
export function answerConnections(server: Server, answers: Answers): () => Promise<void> {
  const sockets = new Set<Socket>()
  server.maxConnections = connectionsMax
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    void answer(socket, answers)
  })
  return async () => {
    if (!server.listening) return
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
}

async function answer(socket: Socket, answers: Answers): Promise<void> {
  const reply = await replyTo(socket, answers).catch((error: unknown): OwnerReply => ({
    error: error instanceof Error ? error.message : String(error),
  }))
  if (!socket.destroyed) socket.end(`${JSON.stringify(reply)}\n`)
}

async function replyTo(socket: Socket, { describe, onCommand }: Answers): Promise<OwnerReply> {
  const line = await readLine(socket, { bytesMax: requestBytesMax, timeoutMs: requestTimeoutMs })
  const { data: request } = OwnerRequest.safeParse(jsonOf(line))
  if (request === undefined) return { error: 'The request is unknown to this process' }
  if ('hello' in request) return { hello: describe() }
  const reply = (await onCommand(request.command)) ?? null
  return { reply: z.json().parse(JSON.parse(JSON.stringify(reply))) }
}

import { connect } from 'node:net'

import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'

import { portOf } from '../testing/port-of.ts'
import { limitBodyTime } from './body-time.ts'

let server: FastifyInstance
afterEach(() => server.close())

/** What comes back for a request whose body stops half-way. */
async function answerTo(path: string, forMs: number): Promise<string> {
  server = fastify({ forceCloseConnections: true })
  limitBodyTime({ fastify: server, uploading: new Set(['POST /upload']) }, 200)
  server.post('/call', () => 'done')
  server.post('/upload', () => 'done')
  await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(portOf(server.server.address()), '127.0.0.1')
  let answer = ''
  socket.on('data', (bytes) => void (answer += bytes.toString()))
  const ended = new Promise((resolve) => {
    socket.once('close', () => resolve('ended'))
    setTimeout(() => resolve('waits'), forMs)
  })
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a":`,
  )
  const state = await ended
  socket.destroy()
  return `${String(state)} ${answer.split('\r\n')[0] ?? ''}`
}

test('a request whose body does not come to its end is ended', async () => {
  expect(await answerTo('/call', 10_000)).toBe('ended HTTP/1.1 408 Request Timeout')
})

test('an upload is waited for', async () => {
  expect(await answerTo('/upload', 1_000)).toBe('waits ')
})

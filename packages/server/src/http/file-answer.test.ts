import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { portOf } from '../testing/port-of.ts'
import { closeServer } from './close-server.ts'
import { sendFile } from './file-answer.ts'
import { createOpenCalls } from './open-calls.ts'

let open: FastifyInstance | undefined
let openCalls = createOpenCalls()
afterEach(() => {
  vi.useRealTimers()
  return open?.close()
})

async function serve(content: AsyncIterable<Uint8Array>, fileName = 'report.csv'): Promise<number> {
  open = fastify({ forceCloseConnections: 'idle' })
  openCalls = createOpenCalls()
  open.get('/file', (_, reply) => {
    const call = openCalls.open({ isDownload: true })
    reply.raw.once('close', () => openCalls.close(call))
    return sendFile(reply, {
      file: { fileName, mediaType: 'text/csv; charset=utf-8', content },
      status: 200,
      signal: call.signal,
    })
  })
  await open.listen({ port: 0, host: '127.0.0.1' })
  return portOf(open.server.address())
}

const bytes = (text: string) => new TextEncoder().encode(text)

const get = (port: number): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/file' }, resolve).on('error', reject).end()
  })

/** Pieces, and then perhaps a failure. */
async function* pieces(texts: readonly string[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield bytes(text)
  if (failure) throw failure
}

test('a file arrives complete, under its name in any script', async () => {
  const port = await serve(pieces(['one,', 'two']), 'Bericht für 東京 "A".csv')
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect(await response.text()).toBe('one,two')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''Bericht%20f%C3%BCr%20%E6%9D%B1%E4%BA%AC%20%22A%22.csv",
  )
})

test('what fails before the first piece is an answer with a status', async () => {
  const port = await serve(pieces([], new Error('no thread')))
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  expect(response.status).toBe(500)
  expect(response.headers.get('content-disposition')).toBeNull()
})

test('what fails later cuts the connection: half a file is no file', async () => {
  const port = await serve(pieces(['half'], new Error('thread lost')))
  const response = await fetch(`http://127.0.0.1:${port}/file`)
  await expect(response.text()).rejects.toThrow(/terminated/u)
})

test('a reader who leaves ends the writing', async () => {
  const ended = Promise.withResolvers<'ended'>()
  async function* content() {
    try {
      for (;;) {
        yield bytes('x'.repeat(65_536))
        await delay(1)
      }
    } finally {
      ended.resolve('ended')
    }
  }
  const response = await get(await serve(content()))
  await once(response, 'data')
  response.destroy()
  expect(await ended.promise).toBe('ended')
})

/** Starts a download that waits after its first piece, and closes the server. */
async function stopDuring(ask: (port: number) => Promise<Socket>) {
  const rest = Promise.withResolvers<void>()
  async function* content() {
    yield bytes('first,')
    await rest.promise
    yield bytes('last')
  }
  const port = await serve(content())
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  const socket = await ask(port)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => (received += text))
  await vi.waitFor(() => expect(received).toContain('first,'), { timeout: 30_000 })
  const outcome = Promise.withResolvers<string>()
  socket.on('error', (error) => outcome.resolve(String(Reflect.get(error, 'code'))))
  socket.on('end', () => outcome.resolve('ended'))
  openCalls.abortAllButDownloads()
  const closed = closeServer({ fastify: open!, openCalls })
  return { finish: rest.resolve, closed, ended: outcome.promise, received: () => received }
}

const askBy = (version: string) => async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET /file HTTP/${version}\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return socket
}

describe('a download under way when the server stops', () => {
  test('may take longer than other replies', async () => {
    const download = await stopDuring(askBy('1.1'))
    await vi.advanceTimersByTimeAsync(13_900)
    download.finish()
    expect(await download.ended).toBe('ended')
    expect(download.received()).toMatch(/last\r\n0\r\n\r\n$/u)
    await download.closed
  })

  test('is broken off in time: the last chunk is missing', async () => {
    const download = await stopDuring(askBy('1.1'))
    await vi.advanceTimersByTimeAsync(15_000)
    await download.closed
    await download.ended
    expect(download.received()).toMatch(/first,\r\n$/u)
  })

  test('is broken off by a reset where only the end of the connection marks its end', async () => {
    const download = await stopDuring(askBy('1.0'))
    await vi.advanceTimersByTimeAsync(15_000)
    await download.closed
    expect(await download.ended).toBe('ECONNRESET')
  })

  test('is refused when it has not started', async () => {
    const first = Promise.withResolvers<void>()
    async function* content() {
      await first.promise
      yield bytes('late')
    }
    const port = await serve(content())
    const asked = get(port)
    await vi.waitUntil(() => openCalls.hasDownloads())
    openCalls.abortDownloads()
    first.resolve()
    expect((await asked).statusCode).toBe(503)
  })
})

import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'

import { portOf } from '../testing/port-of.ts'
import { sendFile } from './file-answer.ts'

let open: FastifyInstance | undefined
afterEach(() => open?.close())

async function serve(content: AsyncIterable<Uint8Array>, fileName = 'report.csv'): Promise<number> {
  open = fastify({ forceCloseConnections: true })
  open.get('/file', (_, reply) =>
    sendFile(reply, {
      file: { fileName, mediaType: 'text/csv; charset=utf-8', content },
      status: 200,
    }),
  )
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

test('a file arrives whole, under its name in any script', async () => {
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

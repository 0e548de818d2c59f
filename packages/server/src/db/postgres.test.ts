import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

import { pino } from 'pino'
import { afterEach, assert, expect, test } from 'vitest'

import { DatabaseUnavailable } from './errors.ts'
import { openPostgres } from './postgres.ts'

let server: Server | null = null
afterEach(() => server?.close())

// As much of the protocol as it takes to say a version (PostgreSQL's documentation, Message Formats).
const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const textOid = 25
const readyForQuery = message('Z', Buffer.from('I'))
const rowOf = (value: string): Buffer =>
  Buffer.concat([
    message(
      'T',
      int16(1),
      text('server_version_num'),
      int32(0),
      int16(0),
      int32(textOid),
      int16(-1),
      int32(-1),
      int16(0),
    ),
    message('D', int16(1), int32(value.length), Buffer.from(value)),
  ])

const startServer = async (version: string): Promise<string> => {
  server = createServer((socket: Socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), readyForQuery]))
      socket.on('data', (query) => {
        const rows = query.includes('server_version_num') ? rowOf(version) : Buffer.alloc(0)
        socket.write(Buffer.concat([rows, message('C', text('SHOW')), readyForQuery]))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert(address !== null && typeof address === 'object')
  return `postgres://someone:s3cret@127.0.0.1:${address.port}/shop`
}
const open = async (version: string): Promise<void> => {
  const databaseUrl = await startServer(version)
  const handle = await openPostgres({ databaseUrl, logger: pino({ level: 'silent' }) })
  await handle.close()
}

test('a PostgreSQL older than 15 is refused and named', async () => {
  const opening = open('140012')
  await expect(opening).rejects.toThrow(DatabaseUnavailable)
  await expect(opening).rejects.toThrow('is PostgreSQL 14; 15 or later is needed')
  await expect(opening).rejects.not.toThrow('s3cret')
})

test.each(['150000', '180006'])('version %s is taken', async (version) => {
  await expect(open(version)).resolves.toBeUndefined()
})

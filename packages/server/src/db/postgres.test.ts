import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, assert, expect, test } from 'vitest'

import { DatabaseUnavailable } from './errors.ts'
import type { DatabaseHandle } from './handle.ts'
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

/** What a server says that an administrator shuts down. */
const shutDown = message('E', ...['SFATAL', 'C57P01', 'Mshut down'].map(text), Buffer.from('\0'))

const startServer = async (
  version: string,
  { endsWhenReady = 0 }: { endsWhenReady?: number } = {},
): Promise<string> => {
  let connections = 0
  server = createServer((socket: Socket) => {
    connections += 1
    const isEndedAtOnce = connections === endsWhenReady
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      const ready = [message('R', int32(0)), readyForQuery]
      if (isEndedAtOnce) {
        // In one piece, so that the client learns both in one and the same moment.
        socket.end(Buffer.concat([...ready, shutDown]))
        return
      }
      socket.write(Buffer.concat(ready))
      socket.on('data', (query) => {
        if (query.includes('lost')) {
          socket.destroy()
          return
        }
        // Responds and then closes: the connection is lost while it is idle.
        if (query.includes('last')) setTimeout(() => socket.destroy(), 50)
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

// An 'error' event without a listener is an uncaught exception, which ends the process; the test
// runner reports one as a failure of this file.
test.each([
  ['a statement', (handle: DatabaseHandle) => handle.executeSql('select lost')],
  ['a query', (handle: DatabaseHandle) => sql`select lost`.execute(handle.db)],
  [
    'a transaction between two statements',
    (handle: DatabaseHandle) =>
      handle.db.transaction().execute(async (transaction) => {
        await sql`select last`.execute(transaction)
        await delay(200)
        await sql`select 1`.execute(transaction)
      }),
  ],
])(
  'a connection lost in %s fails only that call, is logged, and the next call gets a new one',
  async (_, act) => {
    const log: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line: string) => log.push(line) })
    const handle = await openPostgres({ databaseUrl: await startServer('180006'), logger })
    await expect(act(handle)).rejects.toThrow(/^Connection terminated|^Client has encountered/u)
    await expect.poll(() => log.join('')).toContain('database connection lost')
    await expect(handle.executeSql('select 1')).resolves.toEqual({ rows: [] })
    await handle.close()
  },
)

test('a connection that is ended in the moment it is ready fails what waited for it, and no more', async () => {
  const databaseUrl = await startServer('180006', { endsWhenReady: 2 })
  const handle = await openPostgres({ databaseUrl, logger: pino({ level: 'silent' }) })
  // The first connection serves one of them; the other needs the second one.
  const answers = await Promise.allSettled([
    handle.executeSql('select 1'),
    handle.executeSql('select 2'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(handle.executeSql('select 3')).resolves.toEqual({ rows: [] })
  await handle.close()
})

import { Client, Pool, types, type ClientBase, type ClientConfig, type PoolConfig } from 'pg'
import type { Logger } from 'pino'

import { DatabaseUnavailable } from './errors.ts'
import type { DatabaseHandle, SqlRows } from './handle.ts'
import { createKysely } from './kysely.ts'
import { createPostgresListener } from './postgres-listen.ts'
import { valueParsers } from './value-types.ts'

const oldestSupportedVersion = 15
const waitForConnectionMs = 30_000

export async function openPostgres(options: {
  databaseUrl: string
  logger: Logger
}): Promise<DatabaseHandle> {
  const { databaseUrl, logger } = options
  const config: PoolConfig = {
    connectionString: databaseUrl,
    application_name: 'tenantscope',
    connectionTimeoutMillis: waitForConnectionMs,
    keepAlive: true,
    types: { getTypeParser },
  }
  // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool awaits it, its types do not say so
  const pool = new Pool({ ...config, onConnect: useUtc, Client: WatchedClient })
  // A lost connection is replaced at the next query; without a listener Node would exit. The pool
  // removes its own listener while a connection is in use, so each has one for its lifetime.
  pool.on('connect', (client) =>
    client.on('error', (error) => logger.warn({ err: error }, 'database connection lost')),
  )
  // The pool repeats the error for an idle connection.
  pool.on('error', () => undefined)
  await checkVersion(pool, databaseUrl).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const db = createKysely(pool)
  const close = async (): Promise<void> => {
    await db.destroy()
    // Kysely ends the pool only if a query went through it.
    if (!pool.ended && !pool.ending) await pool.end()
  }
  let closing: Promise<void> | null = null
  return {
    kind: 'postgres',
    db,
    executeSql: (text, values) => executeSql(pool, text, values),
    listen: (listener) => createPostgresListener({ config, logger, listener }),
    // A PostgreSQL server is backed up by its operator.
    beforeUpgrade: () => Promise.resolve(),
    close: () => (closing ??= close()),
  }
}

/**
 * A client with an error listener from its creation: the pool adds one only after the connection is
 * ready, and a server that closes it before would end this process. pg requires a class.
 */
class WatchedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}

// The embedded database runs in UTC; dates computed in SQL must not depend on the engine.
async function useUtc(client: ClientBase): Promise<void> {
  await client.query(`set time zone 'UTC'`)
}

const getTypeParser: typeof types.getTypeParser = (oid, format) => {
  const ours = format === 'binary' ? undefined : valueParsers[oid]
  // oxlint-disable-next-line typescript/no-unsafe-return -- pg types its parsers as any
  return ours ?? types.getTypeParser(oid, format)
}

async function executeSql(
  pool: Pool,
  text: string,
  values: readonly unknown[] = [],
): Promise<SqlRows> {
  const client = await pool.connect()
  try {
    // A text with several statements returns several results.
    const results = [await client.query<SqlRows['rows'][number]>(text, [...values])].flat()
    client.release()
    return { rows: results.flatMap(({ rows }) => rows) }
  } catch (error) {
    // A failed block with its own BEGIN leaves the session in an aborted transaction, which the
    // next user of the connection would inherit.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

async function checkVersion(pool: Pool, databaseUrl: string): Promise<void> {
  const version = await readVersion(pool).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new DatabaseUnavailable(
      `Cannot use the database at ${addressOf(databaseUrl)}: ${reason}`,
      { cause },
    )
  })
  const major = Math.floor(version / 10_000)
  if (major < oldestSupportedVersion) {
    throw new DatabaseUnavailable(
      `The database at ${addressOf(databaseUrl)} is PostgreSQL ${major}; ${oldestSupportedVersion} or later is needed.`,
    )
  }
}

async function readVersion(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
  return Number(rows[0]?.server_version_num)
}

// Only the parts that are not secret: the URL contains the password.
function addressOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  return url === null ? 'DATABASE_URL' : `${url.host}${url.pathname}`
}

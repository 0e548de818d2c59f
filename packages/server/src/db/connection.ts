import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import { openEmbedded } from './embedded/embedded.ts'
import { openPostgres } from './postgres.ts'
import type { Database } from './tables.ts'

export type SqlRows = { rows: Record<string, unknown>[] }

export type Subscription = { close(): Promise<void> }

export type Listener = {
  channel: string
  onPayload: (payload: string) => void
  /** Called after every (re)connect: what was sent meanwhile is lost, so look at the tables. */
  onConnected: () => void
}

export type DatabaseHandle = {
  readonly kind: 'postgres' | 'embedded'
  readonly db: Kysely<Database>
  /** Several statements are allowed when there are no values; all their rows are returned. */
  executeSql(text: string, values?: readonly unknown[]): Promise<SqlRows>
  /** Hears `pg_notify` of every process on this database. */
  listen(listener: Listener): Promise<Subscription>
  /** Called on the migrating connection before the first change to a database that has data. */
  beforeUpgrade(connection: Kysely<Database>): Promise<void>
  close(): Promise<void>
}

export type OpenDatabaseOptions = {
  databaseUrl: string | null
  dataDir: string
  logger: Logger
  /** Answers an operator's command that came through the data directory's socket (embedded only). */
  onCommand?: (command: unknown) => Promise<unknown>
  /** The database is gone for good and the process should end. */
  onFatal?: (error: Error) => void
}

export function openDatabase(options: OpenDatabaseOptions): Promise<DatabaseHandle> {
  const { databaseUrl, dataDir, logger } = options
  if (databaseUrl !== null) return openPostgres({ databaseUrl, logger })
  return openEmbedded({
    dataDir,
    logger,
    onCommand:
      options.onCommand ?? (() => Promise.reject(new Error('This process takes no commands'))),
    onFatal:
      options.onFatal ??
      ((error) => logger.fatal({ err: error }, 'the embedded database has stopped')),
  })
}

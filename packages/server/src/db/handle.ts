import type { Db } from './tables.ts'

export type SqlRows = { rows: Record<string, unknown>[] }

export type Subscription = { close(): Promise<void> }

export type Listener = {
  channel: string
  onPayload: (payload: string) => void
  /** Called after every (re)connect: notifications in between are lost, so read the tables. */
  onConnected: () => void
}

export type DatabaseHandle = {
  readonly kind: 'postgres' | 'embedded'
  readonly db: Db
  /** Without values, several statements are allowed; all their rows are returned. */
  executeSql(text: string, values?: readonly unknown[]): Promise<SqlRows>
  /** Receives `pg_notify` of every process on this database. */
  listen(listener: Listener): Promise<Subscription>
  /** Called on the migrating connection before the first change to a database that has data. */
  beforeUpgrade(connection: Db): Promise<void>
  close(): Promise<void>
}

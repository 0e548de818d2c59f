import { StartRefused } from '../lib/start-refused.ts'

/** The database is unreachable or unsuitable; the message is for the operator. */
export class DatabaseUnavailable extends StartRefused {
  override readonly name = 'DatabaseUnavailable'
}

/** The embedded database's thread has ended; pending statements may not have been executed. */
export class EmbeddedDatabaseStopped extends Error {
  override readonly name = 'EmbeddedDatabaseStopped'
}

/** Another process holds the data directory; nothing in it was changed. */
export class DataDirectoryInUse extends StartRefused {
  override readonly name = 'DataDirectoryInUse'
  readonly pid: number
  readonly startedAt: Date

  constructor(dataDir: string, owner: { pid: number; startedAt: Date }) {
    super(
      `The data directory ${dataDir} is in use by process ${owner.pid}, started ${owner.startedAt.toISOString()}. Stop that process first, or set DATA_DIR to another directory.`,
    )
    this.pid = owner.pid
    this.startedAt = owner.startedAt
  }
}

/** A process on another machine may hold the data directory; nothing in it was changed. */
export class DataDirectoryOfAnother extends StartRefused {
  override readonly name = 'DataDirectoryOfAnother'

  constructor(dataDir: string, owner: { file: string; pid: number; startedAt: Date }) {
    super(
      `The data directory ${dataDir} was taken by process ${owner.pid} of another machine or container, started ${owner.startedAt.toISOString()}, and it is unknown whether that process still runs. Once it is certain that it does not, remove ${owner.file} and start again.`,
    )
  }
}

/** PostgreSQL's fields of a refused statement; named as in `pg`, so both engines' errors are alike. */
export const SQL_ERROR_FIELDS = [
  'code',
  'severity',
  'detail',
  'hint',
  'schema',
  'table',
  'column',
  'constraint',
] as const

export type SqlErrorFields = Partial<Record<(typeof SQL_ERROR_FIELDS)[number], string>>

/** A statement that the embedded database refused; its fields are properties. */
export class SqlError extends Error {
  override readonly name = 'SqlError'

  constructor(message: string, fields: SqlErrorFields) {
    super(message)
    Object.assign(this, fields)
  }
}

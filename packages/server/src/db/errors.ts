/** The database cannot be reached, or is not one that we can use; the message is meant for the operator. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The embedded database's thread has ended; nothing that was not answered can be taken as done. */
export class EmbeddedDatabaseStopped extends Error {
  override readonly name = 'EmbeddedDatabaseStopped'
}

/** Another process holds the data directory; nothing in it was touched. */
export class DataDirectoryInUse extends Error {
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

/** A process on another machine may hold the data directory; nothing in it was touched. */
export class DataDirectoryOfAnother extends Error {
  override readonly name = 'DataDirectoryOfAnother'

  constructor(dataDir: string, owner: { file: string; pid: number; startedAt: Date }) {
    super(
      `The data directory ${dataDir} was taken by process ${owner.pid} of another machine or container, started ${owner.startedAt.toISOString()}, and whether that one still runs cannot be seen from here. Once it is certain that it does not, remove ${owner.file} and start again.`,
    )
  }
}

/** What PostgreSQL says about a refused statement; names as in `pg`, so both engines' errors read alike. */
export type SqlErrorFields = {
  readonly code: string | undefined
  readonly severity: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined
}

/** A statement that the embedded database refused. */
export class SqlError extends Error implements SqlErrorFields {
  override readonly name = 'SqlError'
  readonly code: string | undefined
  readonly severity: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined

  constructor(message: string, fields: SqlErrorFields) {
    super(message)
    this.code = fields.code
    this.severity = fields.severity
    this.detail = fields.detail
    this.hint = fields.hint
    this.schema = fields.schema
    this.table = fields.table
    this.column = fields.column
    this.constraint = fields.constraint
  }
}

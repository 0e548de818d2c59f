import { randomBytes } from 'node:crypto'

import pg from 'pg'

import { findPostgres } from './find-postgres.ts'

export interface ScratchDatabase {
  /** The environment of an installation that uses this database. */
  readonly environment: Readonly<Record<'DATABASE_URL' | 'SECRET_KEY', string>>
  /** Runs a statement directly on the database and returns the number of rows. */
  change(statement: string): Promise<number>
  /** Drops the database; call it when the product no longer uses it. */
  drop(): Promise<void>
}

/** Creates a database on the PostgreSQL for tests, for tests that change data outside the product. */
export async function makeScratchDatabase(): Promise<ScratchDatabase> {
  const server = await findPostgres()
  if (server === undefined) throw new Error('No PostgreSQL could be found or installed')
  const name = `tenantscope_scratch_${randomBytes(8).toString('hex')}`
  await run(server.url, `create database ${name}`)
  const address = new URL(server.url)
  address.pathname = `/${name}`
  const url = address.href
  return {
    environment: { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64') },
    change: (statement) => run(url, statement),
    async drop() {
      await run(server.url, `drop database ${name} with (force)`)
      server.stop()
    },
  }
}

async function run(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

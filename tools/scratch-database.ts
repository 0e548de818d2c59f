import { randomBytes } from 'node:crypto'

import pg from 'pg'

import { findPostgres } from './find-postgres.ts'

export interface ScratchDatabase {
  /** For an installation of its own. */
  readonly environment: Readonly<Record<'DATABASE_URL' | 'SECRET_KEY', string>>
  /** Does something to the data behind the product's back. */
  change(statement: string): Promise<number>
  /** Once nobody uses it any more. */
  drop(): Promise<void>
}

/** A new database on the PostgreSQL for tests, for what must reach past the running product. */
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

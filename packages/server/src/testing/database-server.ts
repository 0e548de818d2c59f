import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'

import { Client, escapeIdentifier } from 'pg'

const ownName = /^tenantscope_test_[0-9a-f]{16}$/
const connectTimeoutMs = 3_000

export function newDatabaseName(): string {
  return `tenantscope_test_${randomBytes(8).toString('hex')}`
}

/** The PostgreSQL for tests: TEST_DATABASE_URL, else one on this machine. Never DATABASE_URL. */
export async function findServer(): Promise<string> {
  const given = process.env['TEST_DATABASE_URL']
  const candidates = given === undefined ? localServers() : [given]
  for (const url of candidates) {
    if (await answers(url)) return url
  }
  throw new Error(
    given === undefined
      ? 'No PostgreSQL answers on this machine. Start one, or set TEST_DATABASE_URL.'
      : 'The PostgreSQL of TEST_DATABASE_URL does not answer.',
  )
}

/** Makes a database for a test; returns its URL. */
export async function createDatabase(
  serverUrl: string,
  { name, template }: { name: string; template?: string },
): Promise<string> {
  refuseForeignName(name)
  const source = template === undefined ? '' : ` template ${escapeIdentifier(template)}`
  await runOn(serverUrl, `create database ${escapeIdentifier(name)}${source}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  refuseForeignName(name)
  await runOn(serverUrl, `drop database if exists ${escapeIdentifier(name)} with (force)`)
}

function refuseForeignName(name: string): void {
  if (!ownName.test(name)) {
    throw new Error(`Tests create and drop only databases of their own, not ${name}`)
  }
}

function localServers(): string[] {
  const user = encodeURIComponent(userInfo().username)
  const socketDirectory = encodeURIComponent('/var/run/postgresql')
  return [
    `postgres://${user}@127.0.0.1:5432/postgres`,
    `postgres://postgres@127.0.0.1:5432/postgres`,
    `postgres://${user}@localhost/postgres?host=${socketDirectory}`,
    `postgres://postgres@localhost/postgres?host=${socketDirectory}`,
  ]
}

async function answers(url: string): Promise<boolean> {
  try {
    await runOn(url, 'select 1')
    return true
  } catch {
    return false
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
  })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

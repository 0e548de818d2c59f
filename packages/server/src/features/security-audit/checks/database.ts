import { readdir } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '../../../config.ts'
import { askSocket, listSockets } from '../../../db/embedded/owner-sockets.ts'
import type { DatabaseHandle } from '../../../db/handle.ts'
import { CannotVerify, fact, judged, plural, problem } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'
import { hasPassword, isSocket } from './database-url.ts'
import { othersMay } from './file-modes.ts'

export interface DatabaseCheckDeps {
  kind: DatabaseHandle['kind']
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  facts: Pick<SecurityFactsRepo, 'connection' | 'durability'>
}

/** Checks the database connection, or the storage of its files. */
export const checkDatabase = (deps: DatabaseCheckDeps): Promise<Verdict> =>
  deps.kind === 'postgres' ? checkServer(deps) : checkEmbedded(deps)

async function checkServer({ config, facts }: DatabaseCheckDeps): Promise<Verdict> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new CannotVerify('DATABASE_URL is not known to this process.')
  const { isEncrypted, clientAddress, isSuperuser } = await facts.connection()
  const way = wayTo({ isEncrypted, clientAddress })
  const isNamed = hasPassword(databaseUrl) || isSocket(databaseUrl)
  return judged([
    way === null
      ? problem('the connection to PostgreSQL over the network is not encrypted')
      : fact(`PostgreSQL is reached ${way}`),
    isSuperuser
      ? problem('the role of DATABASE_URL is a superuser')
      : fact('its role is not a superuser'),
    !isNamed && problem('DATABASE_URL holds no password'),
  ])
}

/** Null: the connection is not encrypted. */
function wayTo(given: { isEncrypted: boolean; clientAddress: string | null }): string | null {
  const { isEncrypted, clientAddress } = given
  if (isEncrypted) return 'over TLS'
  if (clientAddress === null) return 'through a socket of this machine'
  return isLoopbackAddress(clientAddress) ? 'on this machine' : null
}

const isLoopbackAddress = (address: string): boolean =>
  address.startsWith('127.') || address === '::1'

const DURABLE = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

async function checkEmbedded({ config, facts }: DatabaseCheckDeps): Promise<Verdict> {
  const { dataDir } = config
  const [files, isHeld, settings] = await Promise.all([
    openDataDirectory(dataDir),
    isLockHeld(dataDir),
    facts.durability(),
  ])
  const lossy = Object.entries(DURABLE)
    .filter(([name, wanted]) => settings[name] !== wanted)
    .map(([name]) => `${name} is ${settings[name] ?? 'unknown'}`)
  return judged([
    files === null ? fact('other users have no access to the data directory') : problem(files),
    isHeld
      ? fact('its lock is held by this process')
      : problem('this process does not hold the lock of the data directory'),
    lossy.length === 0
      ? fact('writes are flushed to disk before they are acknowledged (fsync)')
      : problem(`acknowledged writes can be lost in a power failure: ${lossy.join(', ')}`),
  ])
}

/** Returns a text of the entries that others may read; null for a closed directory. */
async function openDataDirectory(dataDir: string): Promise<string | null> {
  const rights = await othersMay(dataDir)
  if (rights?.may !== true) return null
  const names = await readdir(dataDir)
  const open = await Promise.all(
    names.map((name) => othersMay(path.join(dataDir, name)).catch(() => null)),
  )
  const count = open.filter((each) => each?.may === true).length
  return `the data directory has mode ${rights.mode}; other users have access to it and ${plural(count, 'entry', 'entries')} of it`
}

const ANSWER_WITHIN_MS = 2_000

/** The socket in the directory is the lock; only its owner answers with this process's id. */
async function isLockHeld(dataDir: string): Promise<boolean> {
  if (process.platform === 'win32')
    throw new CannotVerify('The lock of the data directory cannot be checked on Windows.')
  const question = { request: { hello: true } as const, timeoutMs: ANSWER_WITHIN_MS }
  const answers = await Promise.all(
    listSockets(dataDir).map((socket) => askSocket(socket, question)),
  )
  return answers.some(
    (answer) =>
      answer.state === 'answered' &&
      'hello' in answer.reply &&
      answer.reply.hello.pid === process.pid &&
      answer.reply.hello.state === 'owner',
  )
}

import { readdir } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '../../../config.ts'
import type { DatabaseHandle } from '../../../db/connection.ts'
import { askSocket, listSockets } from '../../../db/embedded/owner-sockets.ts'
import { CannotVerify, judged, plural, when } from '../security-checks.rules.ts'
import type { Verdict } from '../security-checks.rules.ts'
import type { SecurityFactsRepo } from '../security-facts.repo.ts'
import { hasPassword, isSocket } from './database-url.ts'
import { othersMay } from './file-modes.ts'

export interface DatabaseCheckDeps {
  kind: DatabaseHandle['kind']
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  facts: Pick<SecurityFactsRepo, 'connection' | 'durability'>
}

/** How the database is reached, or how its files are kept. */
export const checkDatabase = (deps: DatabaseCheckDeps): Promise<Verdict> =>
  deps.kind === 'postgres' ? checkServer(deps) : checkEmbedded(deps)

async function checkServer({ config, facts }: DatabaseCheckDeps): Promise<Verdict> {
  const { databaseUrl } = config
  if (databaseUrl === null) throw new CannotVerify('DATABASE_URL is not known to this process.')
  const { isEncrypted, clientAddress, isSuperuser } = await facts.connection()
  const way = wayTo({ isEncrypted, clientAddress })
  const isNamed = hasPassword(databaseUrl) || isSocket(databaseUrl)
  return judged(
    [
      ...when(way === null, 'PostgreSQL is reached over the network in the clear'),
      ...when(isSuperuser, 'the role of DATABASE_URL is a superuser'),
      ...when(!isNamed, 'DATABASE_URL holds no password'),
    ],
    [
      ...when(way !== null, `PostgreSQL is reached ${way}`),
      ...when(!isSuperuser, 'its role is no superuser'),
    ],
  )
}

/** Null: anybody on the way can read along. */
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
  return judged(
    [
      ...files,
      ...when(!isHeld, 'this process does not hold the lock of the data directory'),
      ...when(
        lossy.length !== 0,
        `what is written may be lost in a power cut: ${lossy.join(', ')}`,
      ),
    ],
    [
      ...when(files.length === 0, 'the data directory is closed to others'),
      ...when(isHeld, 'its lock is held by this process'),
      ...when(lossy.length === 0, 'writes reach the disk before they are acknowledged (fsync)'),
    ],
  )
}

/** What others may read; a closed directory closes all that is in it. */
async function openDataDirectory(dataDir: string): Promise<string[]> {
  const rights = await othersMay(dataDir)
  if (rights?.may !== true) return []
  const names = await readdir(dataDir)
  const open = await Promise.all(
    names.map((name) => othersMay(path.join(dataDir, name)).catch(() => null)),
  )
  const count = open.filter((each) => each?.may === true).length
  return [
    `the data directory has mode ${rights.mode}; others may use it and ${plural(count, 'entry', 'entries')} of it`,
  ]
}

const ANSWER_WITHIN_MS = 2_000

/** The socket in the directory is the lock; only its owner answers with this process's id. */
async function isLockHeld(dataDir: string): Promise<boolean> {
  if (process.platform === 'win32')
    throw new CannotVerify('The lock of the data directory cannot be looked at on Windows.')
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

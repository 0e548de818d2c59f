import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import type { Server } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { isMissing } from '../../lib/error-code.ts'
import { DataDirectoryInUse, DataDirectoryOfAnother } from '../errors.ts'
import { askOwner, type OwnerAnswer } from './owner-client.ts'
import type { OwnerRequest } from './owner-protocol.ts'

/** A published socket; its name is never reused, so a dead socket can be removed at any time. */
export type OwnerSocket = { file: string; pid: number; startedAt: Date; machine: MachineMarks }

const publishedName =
  /^owner-(?<startedAt>[0-9a-z]+)-(?<pid>\d+)-(?<host>[0-9a-f]{6})-(?<boot>[0-9a-f]{6})-[0-9a-f]+\.sock$/
const unpublishedName = /^new-.*\.sock$/
const unpublishedAgeMaxMs = 60_000
const helloTimeoutMs = 2_000
const waitForOthersMs = 25

/** Creates a listening socket of this process in the directory. */
export async function publishSocket(
  dataDir: string,
  { server, pid, startedAt }: { server: Server; pid: number; startedAt: Date },
): Promise<OwnerSocket> {
  const machine = machineMarks()
  const id = [
    startedAt.getTime().toString(36),
    pid,
    machine.host,
    machine.boot,
    `${randomBytes(4).toString('hex')}.sock`,
  ].join('-')
  const unpublished = path.join(dataDir, `new-${id}`)
  const file = path.join(dataDir, `owner-${id}`)
  await withSocketAddress(unpublished, (address) => listen(server, address))
  chmodSync(unpublished, 0o600)
  // Renamed only after it accepts connections: a bound socket that does not listen yet looks like
  // one whose process has died.
  renameSync(unpublished, file)
  return { file, pid, startedAt, machine }
}

/** Returns when no other process runs on this directory; throws when one does. */
export async function outlastOthers(dataDir: string, self: OwnerSocket): Promise<void> {
  removeUnpublished(dataDir)
  for (;;) {
    const rivals = await Promise.all(
      listSockets(dataDir)
        .filter(({ file }) => file !== self.file)
        .map((other) => weigh(other, self)),
    )
    const stronger = rivals.find(({ verdict }) => verdict === 'stronger')
    if (stronger !== undefined) throw new DataDirectoryInUse(dataDir, stronger.other)
    const unreachable = rivals.find(({ verdict }) => verdict === 'out of reach')
    if (unreachable !== undefined) throw new DataDirectoryOfAnother(dataDir, unreachable.other)
    if (rivals.every(({ verdict }) => verdict === 'gone')) return
    await delay(waitForOthersMs)
  }
}

export function listSockets(dataDir: string): OwnerSocket[] {
  return namesIn(dataDir).flatMap((name) => {
    const groups = publishedName.exec(name)?.groups
    if (groups === undefined) return []
    return {
      file: path.join(dataDir, name),
      pid: Number(groups['pid']),
      startedAt: new Date(Number.parseInt(groups['startedAt'] ?? '', 36)),
      machine: { host: groups['host'] ?? '', boot: groups['boot'] ?? '' },
    }
  })
}

export function askSocket(
  { file }: OwnerSocket,
  question: { request: OwnerRequest; timeoutMs: number },
): Promise<OwnerAnswer> {
  return withSocketAddress(file, (address) => askOwner(address, question))
}

type Rival = { other: OwnerSocket; verdict: 'gone' | 'stronger' | 'undecided' | 'out of reach' }

// Every process publishes its socket before it checks the others, so of two that start together at
// least one sees the other. A process that sees a running owner gives up. Of two that are both
// starting, the one with the greater name gives up. The other waits until that one has given up or
// is the owner, because it may have checked before this socket existed.
async function weigh(other: OwnerSocket, self: OwnerSocket): Promise<Rival> {
  const answer = await askSocket(other, { request: { hello: true }, timeoutMs: helloTimeoutMs })
  if (answer.state === 'gone') {
    // On a volume that several machines share, a socket responds only on its own machine. A refused
    // connection may belong to a running owner elsewhere.
    if (!isNear(other.machine, self.machine) && existsSync(other.file))
      return { other, verdict: 'out of reach' }
    rmSync(other.file, { force: true })
    return { other, verdict: 'gone' }
  }
  // A process that gives up removes its socket before it disconnects.
  if (answer.state === 'silent' && !existsSync(other.file)) return { other, verdict: 'undecided' }
  const isStarting =
    answer.state === 'answered' &&
    'hello' in answer.reply &&
    answer.reply.hello.state === 'starting'
  if (isStarting && other.file > self.file) return { other, verdict: 'undecided' }
  return { other, verdict: 'stronger' }
}

// Left by a process that was killed between binding and publishing.
function removeUnpublished(dataDir: string): void {
  for (const name of namesIn(dataDir)) {
    if (!unpublishedName.test(name)) continue
    const file = path.join(dataDir, name)
    const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (age > unpublishedAgeMaxMs) rmSync(file, { force: true })
  }
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Identifies a machine, short enough for a socket's name: its complete path has at most 103 bytes. */
type MachineMarks = { host: string; boot: string }

function machineMarks(): MachineMarks {
  return { host: markOf(hostname()), boot: markOf(readBootId()) }
}

/**
 * True when processes of the two machines can reach each other's sockets. Containers of one machine
 * have different names and the same boot id; a restarted machine has the same name.
 */
function isNear(one: MachineMarks, other: MachineMarks): boolean {
  return one.host === other.host || one.boot === other.boot
}

// Linux's random(4): new at every boot. On other systems, only the name identifies the machine.
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
  } catch {
    return hostname()
  }
}

function markOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}

// A socket's address has at most 107 bytes on Linux and 103 on macOS.
const addressBytesMax = 103

/**
 * Calls `act` with an address of the file that is short enough for a socket. A long directory is
 * accessed through a temporary symbolic link; the socket itself is always in the directory.
 */
async function withSocketAddress<Result>(
  file: string,
  act: (address: string) => Promise<Result>,
): Promise<Result> {
  if (Buffer.byteLength(file) <= addressBytesMax) return act(file)
  const shortDirectory = mkdtempSync(path.join(tmpdir(), 'ts-'))
  try {
    const link = path.join(shortDirectory, 'd')
    symlinkSync(realpathSync(path.dirname(file)), link)
    return await act(path.join(link, path.basename(file)))
  } finally {
    rmSync(shortDirectory, { recursive: true, force: true })
  }
}

import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import type { Server } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { DataDirectoryInUse, DataDirectoryOfAnother } from '../errors.ts'
import { isNear, machineMarks } from './machine.ts'
import type { MachineMarks } from './machine.ts'
import { askOwner, type OwnerAnswer } from './owner-client.ts'
import type { OwnerRequest } from './owner-protocol.ts'
import { withSocketAddress } from './short-path.ts'

/** A published socket; its name is never used twice, so a dead one can be removed at any time. */
export type OwnerSocket = { file: string; pid: number; startedAt: Date; machine: MachineMarks }

const publishedName =
  /^owner-(?<startedAt>[0-9a-z]+)-(?<pid>\d+)-(?<host>[0-9a-f]{6})-(?<boot>[0-9a-f]{6})-[0-9a-f]+\.sock$/
const unpublishedName = /^new-.*\.sock$/
const unpublishedAgeMaxMs = 60_000
const helloTimeoutMs = 2_000
const waitForOthersMs = 25

/** Puts a listening socket of this process into the directory. */
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
  // Seen under this name only once it accepts connections: a bound socket that does not listen yet
  // looks exactly like one whose process has died.
  renameSync(unpublished, file)
  return { file, pid, startedAt, machine }
}

/** Returns when this process is alone with its socket; refuses when another one lives. */
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

// Everybody publishes before looking around, so of two who start together at least one sees the
// other. Who sees a living owner gives up. Of two who are both starting, the one with the greater
// name gives up, and the other waits until that one has given up or turned out to be the owner: it
// may have looked around before we were there.
async function weigh(other: OwnerSocket, self: OwnerSocket): Promise<Rival> {
  const answer = await askSocket(other, { request: { hello: true }, timeoutMs: helloTimeoutMs })
  if (answer.state === 'gone') {
    // On a volume that several machines share, a socket answers only on its own: refused here, it
    // may belong to a living owner there.
    if (!isNear(other.machine, self.machine) && existsSync(other.file))
      return { other, verdict: 'out of reach' }
    rmSync(other.file, { force: true })
    return { other, verdict: 'gone' }
  }
  // One who gives up removes its socket before it hangs up.
  if (answer.state === 'silent' && !existsSync(other.file)) return { other, verdict: 'undecided' }
  const isStarting =
    answer.state === 'answered' &&
    'hello' in answer.reply &&
    answer.reply.hello.state === 'starting'
  if (isStarting && other.file > self.file) return { other, verdict: 'undecided' }
  return { other, verdict: 'stronger' }
}

// Left behind by a process that was killed between binding and publishing.
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
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return []
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

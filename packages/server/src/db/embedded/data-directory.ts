import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import path from 'node:path'

import type { Logger } from 'pino'
import { z } from 'zod'

import { DataDirectoryInUse } from '../errors.ts'
import { askOwner, type OwnerAnswer } from './owner-client.ts'
import type { OwnerHello } from './owner-protocol.ts'
import { answerConnections } from './owner-server.ts'
import { askSocket, listen, listSockets, outlastOthers, publishSocket } from './owner-sockets.ts'

export type DataDirectory = { close(): Promise<void> }

export type CommandOutcome =
  | { state: 'answered'; reply: unknown }
  | { state: 'failed'; message: string }
  | { state: 'no-owner' }

const commandTimeoutMs = 60_000
const helloTimeoutMs = 2_000

/**
 * Locks the data directory for this process until it ends or until `close`. The lock is an open
 * socket in the directory: if another process can connect to it, its owner is running.
 */
export async function openDataDirectory(
  dataDir: string,
  {
    onCommand,
    logger,
  }: {
    onCommand: (command: unknown) => Promise<unknown>
    logger: Logger
  },
): Promise<DataDirectory> {
  makePrivate(dataDir, logger)
  const hello: OwnerHello = {
    pid: process.pid,
    startedAt: new Date(performance.timeOrigin),
    state: 'starting',
  }
  const server = createServer()
  const stopAnswering = answerConnections(server, { describe: () => hello, onCommand })
  const claim = process.platform === 'win32' ? claimByPipe : claimBySocket
  const withdraw = await claim(path.resolve(dataDir), { server, hello }).catch(
    async (error: unknown) => {
      await stopAnswering()
      throw error
    },
  )
  hello.state = 'owner'
  return {
    async close() {
      withdraw()
      await stopAnswering()
    },
  }
}

/** Sends a command to the process that owns the data directory, if one runs. */
export async function sendCommand(dataDir: string, command: unknown): Promise<CommandOutcome> {
  const request = { command: z.json().parse(command) }
  const question = { request, timeoutMs: commandTimeoutMs }
  if (process.platform === 'win32') {
    return outcomeOf(await askOwner(pipeAddress(path.resolve(dataDir)), question))
  }
  for (const socket of listSockets(path.resolve(dataDir))) {
    const outcome = outcomeOf(await askSocket(socket, question))
    if (outcome.state !== 'no-owner') return outcome
  }
  return { state: 'no-owner' }
}

function outcomeOf(answer: OwnerAnswer): CommandOutcome {
  if (answer.state === 'gone') return { state: 'no-owner' }
  if (answer.state === 'silent' || 'hello' in answer.reply) {
    return { state: 'failed', message: 'The running process did not respond' }
  }
  if ('error' in answer.reply) return { state: 'failed', message: answer.reply.error }
  return { state: 'answered', reply: answer.reply.reply }
}

type Claim = { server: Server; hello: OwnerHello }

async function claimBySocket(dataDir: string, { server, hello }: Claim): Promise<() => void> {
  const socket = await publishSocket(dataDir, { server, ...hello })
  const withdraw = (): void => rmSync(socket.file, { force: true })
  try {
    await outlastOthers(dataDir, socket)
    return withdraw
  } catch (error) {
    withdraw()
    throw error
  }
}

// Windows has no socket files; a named pipe ends with its process and cannot be opened twice.
async function claimByPipe(dataDir: string, { server }: Claim): Promise<() => void> {
  try {
    await listen(server, pipeAddress(dataDir))
    return () => undefined
  } catch (error) {
    const question = { request: { hello: true } as const, timeoutMs: helloTimeoutMs }
    const answer = await askOwner(pipeAddress(dataDir), question)
    if (answer.state === 'answered' && 'hello' in answer.reply) {
      throw new DataDirectoryInUse(dataDir, answer.reply.hello)
    }
    throw error
  }
}

function pipeAddress(dataDir: string): string {
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 32)
  return `\\\\.\\pipe\\tenantscope-${name}`
}

function makePrivate(dataDir: string, logger: Logger): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const othersMay = statSync(dataDir).mode & 0o077
  if (process.platform === 'win32' || othersMay === 0) return
  try {
    chmodSync(dataDir, 0o700)
  } catch (error) {
    // A mounted volume can belong to another user; refusing to start would not help.
    logger.warn(
      { err: error, dataDir },
      'data directory is readable by other users of this machine',
    )
  }
}

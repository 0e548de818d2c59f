import { chmod, mkdir, readdir, readFile, rename as move, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'

import { pino } from 'pino'
import { afterEach, assert, beforeEach, describe, expect, test } from 'vitest'

import { startScript, type TestProcess } from '../../testing/database-processes.ts'
import { makeDataDir, removeDataDir } from '../../testing/database-template.ts'
import { openDatabase } from '../connection.ts'
import { DataDirectoryInUse, DataDirectoryOfAnother } from '../errors.ts'
import { openDataDirectory, sendCommand, type DataDirectory } from './data-directory.ts'

const logger = pino({ level: 'silent' })
let dataDir: string
let processes: TestProcess[]

beforeEach(async () => {
  dataDir = await makeDataDir()
  processes = []
})
afterEach(async () => {
  await Promise.all(processes.map((child) => child.kill('SIGKILL')))
  await removeDataDir(dataDir)
})

const startOwner = (directory = dataDir): TestProcess => {
  const child = startScript('database-owner.ts', [directory])
  processes.push(child)
  return child
}
const open = (
  directory = dataDir,
  onCommand = (command: unknown): Promise<unknown> => Promise.resolve({ heard: command }),
): Promise<DataDirectory> => openDataDirectory(directory, { onCommand, logger })
const socketFiles = async (directory = dataDir): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.endsWith('.sock'))

const say = async (bytes: string): Promise<unknown> => {
  const [socket = ''] = await socketFiles()
  const connection = createConnection(path.join(dataDir, socket))
  connection.on('error', () => undefined)
  connection.write(bytes)
  const answer = await text(connection).catch(() => '')
  return answer === '' ? null : JSON.parse(answer)
}

const leaveSocket = async (rename: (name: string) => string): Promise<string> => {
  const killed = startOwner()
  await killed.nextLine()
  await killed.kill('SIGKILL')
  const [name = ''] = await socketFiles()
  const left = path.join(dataDir, rename(name))
  await move(path.join(dataDir, name), left)
  return left
}
const marks = /-(?<host>[0-9a-f]{6})-(?<boot>[0-9a-f]{6})-/u

describe('the lock', () => {
  test('a second process reports the owner of the directory and its start time, and changes nothing', async () => {
    const owner = startOwner()
    expect(await owner.nextLine()).toBe('owner')
    await writeFile(path.join(dataDir, 'note'), 'mine')
    const before = await readdir(dataDir)
    const refused: unknown = await openDatabase({ databaseUrl: null, dataDir, logger }).catch(
      (error: unknown) => error,
    )
    assert(refused instanceof DataDirectoryInUse)
    expect(refused.pid).toBe(owner.pid)
    expect(Math.abs(Date.now() - refused.startedAt.getTime())).toBeLessThan(20_000)
    expect(refused.message).toContain(`in use by process ${owner.pid}`)
    expect(await readdir(dataDir)).toEqual(before)
    expect(await readFile(path.join(dataDir, 'note'), 'utf8')).toBe('mine')
  })

  test('a directory whose owner was killed is taken over', async () => {
    const killed = startOwner()
    await killed.nextLine()
    await killed.kill('SIGKILL')
    expect(await socketFiles()).toHaveLength(1)
    const directory = await open()
    expect(await socketFiles()).toHaveLength(1)
    await directory.close()
  })

  test('what another machine left cannot be judged from here: it is refused, and how to clear it is said', async () => {
    const left = await leaveSocket((name) => name.replace(marks, '-000000-000000-'))
    const refused: unknown = await open().catch((error: unknown) => error)
    assert(refused instanceof DataDirectoryOfAnother)
    expect(refused.message).toContain(`remove ${left} and start again`)
    expect(await socketFiles()).toEqual([path.basename(left)])
    expect(await sendCommand(dataDir, 1)).toEqual({ state: 'no-owner' })
  })

  test.each([
    ['another container of this machine', '-000000-$<boot>-'],
    ['this machine before it was started again', '-$<host>-000000-'],
  ])('what %s left is taken over', async (_, replaced) => {
    await leaveSocket((name) => name.replace(marks, replaced))
    const directory = await open()
    expect(await socketFiles()).toHaveLength(1)
    await directory.close()
  })

  test('a stopped owner is still an owner', async () => {
    const owner = startOwner()
    await owner.nextLine()
    owner.signal('SIGSTOP')
    await expect(open()).rejects.toMatchObject({ name: 'DataDirectoryInUse', pid: owner.pid })
    owner.signal('SIGCONT')
    expect(await sendCommand(dataDir, 'are you there')).toMatchObject({ state: 'answered' })
  })

  test('of five processes that start together exactly one wins', async () => {
    for (let round = 0; round < 3; round += 1) {
      const starters = Array.from({ length: 5 }, () => startOwner())
      const lines = await Promise.all(starters.map((starter) => starter.nextLine()))
      expect(lines.filter((line) => line === 'owner')).toHaveLength(1)
      const refusals = lines.filter((line) => line !== 'owner')
      expect(refusals).toHaveLength(4)
      // The next round starts against what killed processes leave behind.
      await Promise.all(starters.map((starter) => starter.kill('SIGKILL')))
    }
  })

  test('twenty openers of one process that start together make exactly one owner', async () => {
    for (let round = 0; round < 10; round += 1) {
      const results = await Promise.allSettled(Array.from({ length: 20 }, () => open()))
      const opened = results.filter((result) => result.status === 'fulfilled')
      expect(opened).toHaveLength(1)
      expect(await socketFiles()).toHaveLength(1)
      await Promise.all(opened.map(({ value }) => value.close()))
    }
  })

  test('after closing, the directory is free and no socket is left', async () => {
    const first = await open()
    await first.close()
    expect(await socketFiles()).toEqual([])
    const second = await open()
    await second.close()
  })

  test('a directory whose path is longer than a socket address is locked all the same', async () => {
    const deep = path.join(dataDir, 'a'.repeat(80), 'b'.repeat(80))
    await mkdir(deep, { recursive: true })
    const owner = startOwner(deep)
    expect(await owner.nextLine()).toBe('owner')
    expect(await socketFiles(deep)).toHaveLength(1)
    await expect(open(deep)).rejects.toMatchObject({ pid: owner.pid })
    expect(await sendCommand(deep, 1)).toEqual({ state: 'answered', reply: { heard: 1 } })
    await owner.kill('SIGKILL')
    const directory = await open(deep)
    await directory.close()
    expect(await socketFiles(deep)).toEqual([])
  })

  test('the directory and the socket are for their owner alone', async () => {
    await chmod(dataDir, 0o755)
    const directory = await open()
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    const [socket = ''] = await socketFiles()
    expect((await stat(path.join(dataDir, socket))).mode & 0o777).toBe(0o600)
    await directory.close()
  })

  test('a directory that does not exist is made', async () => {
    const fresh = path.join(dataDir, 'new', 'data')
    const directory = await open(fresh)
    expect((await stat(fresh)).mode & 0o777).toBe(0o700)
    await directory.close()
  })
})

describe('commands', () => {
  test('a command reaches the owner and its answer comes back', async () => {
    const owner = startOwner()
    await owner.nextLine()
    const command = { name: 'unlock', user: 'åsa\nx' }
    expect(await sendCommand(dataDir, command)).toEqual({
      state: 'answered',
      reply: { heard: command },
    })
  })

  test('without a running process a command has no owner', async () => {
    expect(await sendCommand(dataDir, 1)).toEqual({ state: 'no-owner' })
    expect(await sendCommand(path.join(dataDir, 'nothing'), 1)).toEqual({ state: 'no-owner' })
    const killed = startOwner()
    await killed.nextLine()
    await killed.kill('SIGKILL')
    expect(await sendCommand(dataDir, 1)).toEqual({ state: 'no-owner' })
  })

  test('a command that fails comes back as its message', async () => {
    const directory = await open(dataDir, () => Promise.reject(new Error('No such user')))
    expect(await sendCommand(dataDir, 'unlock')).toEqual({
      state: 'failed',
      message: 'No such user',
    })
    await directory.close()
  })

  test.each([
    ['no JSON', 'hello\n'],
    ['another shape', '{"commands": []}\n'],
    ['two requests in one', '{"hello": true, "command": 1}\n'],
    ['nothing', '\n'],
  ])('a request that is %s is answered with an error', async (_, bytes) => {
    const directory = await open()
    expect(await say(bytes)).toEqual({
      error: 'The request is unknown to this process',
    })
    expect(await sendCommand(dataDir, 1)).toMatchObject({ state: 'answered' })
    await directory.close()
  })

  test('a request longer than 64 KiB is refused', async () => {
    const commands: unknown[] = []
    const directory = await open(dataDir, (command) => Promise.resolve(commands.push(command)))
    expect(await say(`{"command": "${'x'.repeat(70_000)}"}\n`)).toEqual({
      error: 'The message is too long',
    })
    expect(commands).toEqual([])
    await directory.close()
  })

  test('a caller that hangs up leaves the owner unharmed', async () => {
    const directory = await open()
    const [socket = ''] = await socketFiles()
    const connection = createConnection(path.join(dataDir, socket))
    await new Promise((resolve) => {
      connection.once('connect', resolve)
    })
    connection.destroy()
    expect(await sendCommand(dataDir, 1)).toMatchObject({ state: 'answered' })
    await directory.close()
  })
})

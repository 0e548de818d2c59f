import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'

import { reportCrash } from './process-ends.ts'

/** Runs a program and shows its output. Returns true when it succeeded. */
export function runShown(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): boolean {
  console.log(`> ${[program, ...args].join(' ')}`)
  const { status, error } = spawnSync(program, args, {
    stdio: 'inherit',
    shell: isWindows,
    ...options,
  })
  if (error !== undefined) console.error(notStarted(program, error))
  return status === 0
}

/** Explains why a program did not start: outside of npm, those of node_modules are not found. */
function notStarted(program: string, error: Error): string {
  const isMissing = 'code' in error && error.code === 'ENOENT'
  return isMissing
    ? `${program} was not found. Start by npm, for example "npm run demo", which finds the programs of node_modules; run "npm ci" when they are not installed.`
    : `${program} could not be started: ${error.message}`
}

/** Runs a program, on request at a lower priority (0 to 19), and returns its exit code and output. */
export async function collect(
  program: string,
  args: readonly string[],
  { priority, ...options }: SpawnOptions & { priority?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    shell: isWindows,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority)
  const end = () => child.kill()
  process.once('exit', end)
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', end)
      resolve({ code, output })
    })
  })
}

/** Runs a program with its output shown, and returns how it ended. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  console.log(`> ${[program, ...args].join(' ')}`)
  const child = start(program, args, { shell: isWindows, ...options })
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(notStarted(program, error), { cause: error })))
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
}

/** Runs tasks in order, at most `count` at the same time. */
export async function runAtOnce(
  count: number,
  tasks: readonly (() => Promise<void>)[],
): Promise<void> {
  const waiting = [...tasks]
  const runNext = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task()
  }
  await Promise.all(Array.from({ length: count }, runNext))
}

/** Starts a program and shows its output. The program is stopped when this process exits. */
export function start(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn(program, args, { stdio: 'inherit', ...options })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  reportCrash(child, [program, ...args].join(' '))
  return child
}

/** Returns the first of these programs on the path. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns whether Debian packages can be installed here. */
export function canInstallDebianPackages(): boolean {
  return isRoot() && findOnPath(['apt-get']) !== undefined && isDebianLike()
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Installs Debian packages and prints their names. */
export function installDebianPackages(names: readonly string[]): boolean {
  console.log(`Installing Debian's ${names.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quietly = { env, stdio: ['ignore', 'ignore', 'inherit'] as const } satisfies SpawnOptions
  return (
    runShown('apt-get', ['update', '-qq'], { ...quietly }) &&
    runShown('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      ...quietly,
    })
  )
}

/** Returns a free TCP port on the loopback address. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        resolve(address !== null && typeof address === 'object' ? address.port : 0),
      )
    })
  })
}

/** Polls until an address returns 2xx. Throws when the process ends or the time is up. */
export async function untilReady(
  url: string,
  child: ChildProcess,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The process of ${url} exited with ${child.exitCode}`)
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  throw new Error(`${url} did not answer within ${timeoutMs / 1_000} s`)
}

export const isWindows = process.platform === 'win32'

function isDebianLike(): boolean {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

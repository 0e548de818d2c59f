import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Runs a program to its end with its output shown; true when it succeeded. */
export function runShown(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): boolean {
  console.log(`> ${[program, ...args].join(' ')}`)
  return spawnSync(program, args, { stdio: 'inherit', shell: isWindows, ...options }).status === 0
}

/** Starts a program with its output shown; ends with this process. */
export function start(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn(program, args, { stdio: 'inherit', ...options })
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

/** The first of these programs that stands on the path. */
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

/** Whether packages of Debian (or a system made from it) may be installed here. */
export function canInstallDebianPackages(): boolean {
  return isRoot() && findOnPath(['apt-get']) !== undefined && isDebianLike()
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Installs Debian packages, saying so. */
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

/** A TCP port on the loopback address that is free now. */
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

/** Polls until an address answers 2xx; fails with a clear message when the process ends or time runs out. */
export async function untilReady(
  url: string,
  child: ChildProcess,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The process behind ${url} ended with ${child.exitCode}`)
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

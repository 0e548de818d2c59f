import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'

let folder: string
const started: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tenantscope-supervisor-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const fileOf = (name: string): string => path.join(import.meta.dirname, name)

/** Supervises a program that prints its arguments and flags and then acts as given. */
async function supervised(act: string) {
  const program = path.join(folder, 'program.mts')
  await writeFile(
    program,
    `import { appendFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(path.join(folder, 'starts'))},
      JSON.stringify({ pid: process.pid, flags: process.execArgv, args: process.argv.slice(2) }) + '\\n')
    ${act}`,
  )
  const script = path.join(folder, 'supervise.mts')
  await writeFile(
    script,
    `import { supervise } from ${JSON.stringify(fileOf('supervisor.ts'))}
    const print = (fields, text) => console.log(JSON.stringify(fields), text)
    const code = await supervise(${JSON.stringify(program)}, { logger: { error: print, fatal: print } })
    process.exit(code)`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output }
}

const Start = z.object({ pid: z.number(), flags: z.array(z.string()), args: z.array(z.string()) })
const starts = async () =>
  (await readFile(path.join(folder, 'starts'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line) => Start.parse(JSON.parse(line)))
const startCount = async (): Promise<number> => (await starts()).length

test('a crash starts the program again with the time and the signal of its end', async () => {
  const { ended, output } = await supervised(
    `if (process.argv.length === 2) process.kill(process.pid, 'SIGSEGV')
    else process.exit(0)`,
  )
  expect(await ended).toBe(0)
  const [first, second, ...more] = await starts()
  expect(more).toEqual([])
  expect(first?.args).toEqual([])
  expect(first?.flags).toContain('--no-sparkplug')
  expect(second?.args).toEqual([
    expect.stringMatching(/^--ended-at=20\d\d-.+Z$/u),
    '--ended-by=SIGSEGV',
  ])
  expect(output()).toContain('"signal":"SIGSEGV","pauseMs":500')
})

test('a refused start is not repeated, and its exit code is passed on', async () => {
  const { ended } = await supervised('process.exit(1)')
  expect(await ended).toBe(1)
  expect(await startCount()).toBe(1)
})

test('an error at run time starts the program again', async () => {
  const { ended } = await supervised('process.exit(process.argv.length === 2 ? 70 : 0)')
  expect(await ended).toBe(0)
  expect((await starts())[1]?.args).toHaveLength(1)
})

test('SIGTERM reaches the program once, and a stop is not a crash', async () => {
  const { child, ended } = await supervised(
    `let signals = 0
    process.on('SIGTERM', () => { signals += 1 })
    process.on('SIGINT', () => { signals += 1 })
    setInterval(() => { if (signals > 0) setTimeout(() => process.exit(10 + signals), 300) }, 10)`,
  )
  await expect.poll(startCount).toBe(1)
  // A terminal sends Ctrl+C to the supervisor as well as to its starter, which passes it on.
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await ended).toBe(11)
  expect(await startCount()).toBe(1)
})

test('a stop during the pause starts nothing more', async () => {
  const { child, ended, output } = await supervised(`process.kill(process.pid, 'SIGSEGV')`)
  await expect.poll(output).toContain('"pauseMs":1000')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await startCount()).toBe(2)
})

test('the program ends with its supervisor', async () => {
  const { child } = await supervised(
    `process.once('disconnect', () => process.exit(0))
    setInterval(() => undefined, 1_000)`,
  )
  await expect.poll(startCount).toBe(1)
  const [{ pid } = { pid: 0 }] = await starts()
  child.kill('SIGKILL')
  const isRunning = (): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(isRunning).toBe(false)
})

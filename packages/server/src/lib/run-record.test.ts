import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { lastUnexpectedEndIn, openRunRecord } from './run-record.ts'
import type { UnexpectedEnd } from './unexpected-end.ts'

let dataDir: string
const logged: string[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'tenantscope-run-'))
})
afterEach(async () => {
  logged.length = 0
  await rm(dataDir, { recursive: true, force: true })
})

const log = (_fields: unknown, text?: string): void => void logged.push(text ?? '')
const logger = { error: log, warn: log }
const started = (ended: UnexpectedEnd | null = null, isAlone = true) =>
  openRunRecord({ dataDir, logger, ended, isAlone })
const last = () => lastUnexpectedEndIn(dataDir)

const CRASH = { at: new Date('2026-11-28T22:15:00Z'), signal: 'SIGSEGV' }

test('after an orderly end nothing is recorded', async () => {
  expect(await last()).toBeNull()
  await (await started()).close()
  await (await started()).close()
  expect(await last()).toBeNull()
  expect(logged).toEqual([])
})

test('the end that the supervisor reports is logged, and kept over orderly ends', async () => {
  await (await started(CRASH)).close()
  expect(await last()).toEqual(CRASH)
  expect(logged).toEqual(['the previous process ended unexpectedly'])
  await (await started()).close()
  expect(await last()).toEqual(CRASH)
})

test('a start after an end without a report has the time of the last sign of life', async () => {
  await started()
  await utimes(path.join(dataDir, 'run.json'), CRASH.at, CRASH.at)
  await (await started()).close()
  expect(await last()).toEqual({ at: CRASH.at, signal: null })
  expect(logged).toEqual(['the previous process ended unexpectedly'])
})

test('a process that shares the directory does not take a running one for a crash', async () => {
  await started()
  await started(null, false)
  expect(await last()).toBeNull()
})

test('a damaged record, or a directory that cannot be written, does not prevent a start', async () => {
  await writeFile(path.join(dataDir, 'run.json'), '{"state":')
  await (await started()).close()
  expect(await last()).toBeNull()

  dataDir = path.join(dataDir, 'run.json')
  await (await started()).close()
  expect(logged).toContain('the state of this process could not be recorded')
  dataDir = path.dirname(dataDir)
})

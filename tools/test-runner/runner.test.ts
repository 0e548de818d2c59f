import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tenantscope-runner-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

interface Closing {
  readonly code?: number
  readonly crashed?: string
  readonly flaky?: string
  readonly quarantined?: number
  readonly passed?: number
  readonly failed?: number
  readonly counts?: RegExp
  readonly problem?: string
}

const WELL: Required<Omit<Closing, 'counts' | 'problem'>> = {
  code: 0,
  crashed: 'none',
  flaky: 'none',
  quarantined: 0,
  passed: 4,
  failed: 0,
}
const CRASHED = 'example SIGSEGV (example crashing.example.ts'

test.each<[what: string, example: string, differs: Closing]>([
  ['a run in which all tests pass, and one kills its process', 'process-killed-always', {}],
  ['a worker that crashes once', 'crash-once', { crashed: CRASHED }],
  [
    'a worker that always crashes',
    'crash-always',
    // How many files ran before the crash depends on their order.
    {
      code: 1,
      crashed: CRASHED,
      counts: /^\d passed, [1-9] failed$/,
      problem: 'a worker ended by SIGSEGV in the second run too',
    },
  ],
  ['a test that fails once', 'failure-once', { flaky: 'example failing.example.ts' }],
  ['a test that always fails', 'failure-always', { code: 1, passed: 3, failed: 1 }],
  [
    'a process of the product that crashes, and a second run that passes',
    'failure-once,process-crash-once',
    {
      code: 1,
      flaky: 'example failing.example.ts',
      failed: 1,
      problem: 'an example of a process ended by SIGSEGV',
    },
  ],
  ['a failing test in quarantine', 'failure-always,quarantine', { quarantined: 1, passed: 3 }],
])('%s has its closing lines and exit code', (_what, example, differs) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'example/run.ts')],
    { encoding: 'utf8', env: { ...process.env, EXAMPLE: example, EXAMPLE_DIRECTORY: directory } },
  )
  const expected: typeof WELL & Closing = { ...WELL, ...differs }
  const [crashed = '', flaky, quarantined, counts] = stdout.trimEnd().split('\n').slice(-4)
  expect({ code: status, lines: [flaky, quarantined, counts] }).toEqual({
    code: expected.code,
    lines: [
      `flaky: ${expected.flaky}`,
      `quarantined: ${expected.quarantined}`,
      expect.stringMatching(
        expected.counts ?? `^${expected.passed} passed, ${expected.failed} failed$`,
      ),
    ],
  })
  expect(stdout.match(/^problem: (.+)$/mu)?.[1]).toBe(expected.problem)
  expect(crashed.startsWith(`crashed: ${expected.crashed}`)).toBe(true)
  expect(stdout.includes('an example (since 2026-11-28)')).toBe(expected.quarantined > 0)
})

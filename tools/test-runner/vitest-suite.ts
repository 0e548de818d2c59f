import { existsSync, readFileSync, rmSync } from 'node:fs'

import { runProgram } from '../processes.ts'
import type { QuarantinedTest } from '../quarantine.ts'
import { LogLine } from './log-line.ts'
import type { Run, Suite, TestFile } from './run.ts'

const REPORTER = new URL('vitest-reporter.ts', import.meta.url).pathname

export interface VitestOptions {
  readonly projects: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Arguments of Vitest in addition, such as the configuration. */
  readonly args?: readonly string[]
  readonly quarantine: readonly QuarantinedTest[]
  /** The file that this suite writes its log to. */
  readonly log: string
}

/** The tests of projects of Vitest. Named files run in one worker. */
export function vitestSuite(name: string, options: VitestOptions): Suite {
  return {
    name,
    async run(files) {
      rmSync(options.log, { force: true })
      const projects =
        files === undefined ? options.projects : [...new Set(files.map(({ project }) => project))]
      const { code, signal } = await runProgram(
        'vitest',
        [
          'run',
          ...(files ?? []).map(({ file }) => file),
          ...projects.flatMap((project) => ['--project', project]),
          ...(files === undefined ? [] : ['--maxWorkers=1']),
          ...withoutQuarantined(options.quarantine),
          '--reporter=default',
          `--reporter=${REPORTER}`,
          ...(options.args ?? []),
        ],
        { env: { ...process.env, ...options.env, TENANTSCOPE_TEST_LOG: options.log } },
      )
      return runOf(options.log, { code, signal, files })
    },
  }
}

/** Vitest matches the pattern with the full name of a test, titles of its groups first. */
function withoutQuarantined(quarantine: readonly QuarantinedTest[]): string[] {
  if (quarantine.length === 0) return []
  const names = quarantine.map(({ test }) =>
    test.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`),
  )
  return [`--testNamePattern=^(?!(?:${names.join('|')})$)`]
}

function runOf(
  log: string,
  {
    code,
    signal,
    files,
  }: { code: number | null; signal: string | null; files: readonly TestFile[] | undefined },
): Run {
  const lines = existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => LogLine.parse(JSON.parse(line)))
    : []
  const results = lines.filter((line) => line.kind === 'result')
  const signals = lines.flatMap((line) => (line.kind === 'crash' ? [line.signal] : []))
  const problems = lines.flatMap((line) => (line.kind === 'problem' ? [line.message] : []))
  const isExplained =
    code === 0 ||
    problems.length + signals.length > 0 ||
    results.some(({ failures }) => failures.length > 0)
  return {
    expected: files ?? lines.filter((line) => line.kind === 'expected'),
    results,
    signals: signal === null ? signals : [...signals, signal],
    problems:
      isExplained || signal !== null ? problems : [...problems, `vitest ended with ${code}`],
  }
}

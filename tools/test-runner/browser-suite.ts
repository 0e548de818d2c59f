import { readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import { z } from 'zod'

import { runProgram } from '../processes.ts'
import type { Failure, FileResult, Run, Suite } from './run.ts'

const REASON_LINES = 14
const PROJECT = 'browser'

/** A file's suite, or a group within it. */
const PlaywrightSuite = z.object({
  file: z.string(),
  title: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({ errors: z.array(z.object({ message: z.string().optional() })) }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).default([])
  },
})
type PlaywrightSuite = z.infer<typeof PlaywrightSuite>

const PlaywrightReport = z.object({
  suites: z.array(PlaywrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
})

/** The journeys in a browser. Named files run one after the other. */
export function browserSuite(env: NodeJS.ProcessEnv, report: string): Suite {
  return {
    name: PROJECT,
    async run(files) {
      rmSync(report, { force: true })
      const { code, signal } = await runProgram(
        'playwright',
        [
          'test',
          ...(files ?? []).map(({ file }) => file),
          '--config',
          'e2e/playwright.config.ts',
          ...(files === undefined ? [] : ['--workers=1']),
        ],
        { env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: `../${report}` } },
      )
      return runOf(report, signal ?? `${code}`, code === 0)
    },
  }
}

function runOf(report: string, end: string, isPassed: boolean): Run {
  const read = readReport(report)
  if (read === undefined)
    return { expected: [], results: [], signals: [], problems: [`playwright ended with ${end}`] }
  const byFile = new Map<string, FileResult>()
  for (const suite of read.suites) addTo(byFile, suite, [])
  const results = [...byFile.values()]
  const reasons = results.flatMap(({ failures }) => failures.map(({ reason }) => reason))
  const problems = read.errors.map(({ message }) => plain(message ?? 'an error without a message'))
  const isExplained = isPassed || reasons.length + problems.length > 0
  return {
    expected: results,
    results: results.filter((result) => !isEndedBySignal(result)),
    signals: reasons.flatMap((reason) => SIGNAL.exec(reason)?.[1] ?? []),
    problems: isExplained ? problems : [...problems, `playwright ended with ${end}`],
  }
}

/** Playwright names the end of a worker as the error of the journey that ran in it. */
const SIGNAL = /worker process exited unexpectedly \(code=\w+, signal=(SIG\w+)\)/

const isEndedBySignal = ({ failures }: FileResult): boolean =>
  failures.some(({ reason }) => SIGNAL.test(reason))

function addTo(byFile: Map<string, FileResult>, suite: PlaywrightSuite, groups: string[]): void {
  const before = byFile.get(suite.file) ?? {
    project: PROJECT,
    file: suite.file,
    passed: 0,
    failures: [],
  }
  const failures: Failure[] = suite.specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => ({
      test: [...groups, title].join(' '),
      reason: tests
        .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
        .map(({ message }) => plain(message ?? 'an error without a message'))
        .join('\n'),
    }))
  byFile.set(suite.file, {
    ...before,
    passed: before.passed + suite.specs.length - failures.length,
    failures: [...before.failures, ...failures],
  })
  for (const each of suite.suites) addTo(byFile, each, [...groups, each.title])
}

function plain(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, REASON_LINES)
  return lines.map((line) => `    ${line}`).join('\n')
}

/** Returns the report, or undefined when Playwright ended before it wrote one. */
function readReport(report: string): z.infer<typeof PlaywrightReport> | undefined {
  try {
    return PlaywrightReport.parse(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}

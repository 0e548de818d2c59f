import type { QuarantinedTest } from '../quarantine.ts'
import { nameOf, type Crash, type FileResult, type SuiteResult } from './run.ts'

/** With more failed files than this, a second run could not make the outcome pass, and is not tried. */
const MOST_FILES_RUN_AGAIN = 10
/** More flaky files than this fail the run. */
const MOST_FLAKY_FILES = 3

export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly crashes: readonly Crash[]
  readonly flaky: readonly FileResult[]
  readonly failures: readonly FileResult[]
  readonly problems: readonly string[]
}

/** Runs failed files once more, each alone, and counts: what passes then is flaky and not a failure. */
export async function settle(suites: readonly SuiteResult[]): Promise<Outcome> {
  const failedFiles = suites.flatMap(({ suite, results }) =>
    results.filter(isFailed).map((result) => ({ suite, result })),
  )
  const flaky: FileResult[] = []
  const final = new Map(
    suites.flatMap(({ results }) => results.map((result) => [nameOf(result), result] as const)),
  )
  const problems = suites.flatMap((each) => each.problems)
  if (failedFiles.length <= MOST_FILES_RUN_AGAIN)
    for (const { suite, result } of failedFiles) {
      console.log(`\n=== once more, alone: ${nameOf(result)}`)
      const again = await suite.run([{ project: result.project, file: result.file }])
      const second = again.results.find((each) => nameOf(each) === nameOf(result))
      if (second === undefined || isFailed(second) || again.problems.length > 0) continue
      if (again.signals.length > 0) continue
      flaky.push(result)
      final.set(nameOf(result), second)
    }
  if (flaky.length > MOST_FLAKY_FILES)
    problems.push(`${flaky.length} files are flaky; at most ${MOST_FLAKY_FILES} are accepted`)
  const results = [...final.values()]
  return {
    passed: sum(results.map(({ passed }) => passed)),
    failed: sum(results.map(({ failures }) => failures.length)) + problems.length,
    crashes: suites.flatMap((each) => each.crashes),
    flaky,
    failures: results.filter(isFailed),
    problems,
  }
}

/** The lines that end a run: what failed and why, then the lines that a gate reads. */
export function closingLines(outcome: Outcome, quarantine: readonly QuarantinedTest[]): string[] {
  const crashes = outcome.crashes.map(
    ({ suite, signals, files }) =>
      `${suite} ${signals.join(', ')} (${files.map(nameOf).join(', ')})`,
  )
  return [
    ...outcome.failures.flatMap((result) => describe('failed', result)),
    ...outcome.flaky.flatMap((result) => describe('flaky', result)),
    ...outcome.problems.map((problem) => `problem: ${problem}`),
    ...quarantine.map(
      ({ file, test, reason, since }) => `left out: ${file}: ${test}: ${reason} (since ${since})`,
    ),
    `crashed: ${crashes.join('; ') || 'none'}`,
    `flaky: ${outcome.flaky.map(nameOf).join(', ') || 'none'}`,
    `quarantined: ${quarantine.length}`,
    `${outcome.passed} passed, ${outcome.failed} failed`,
  ]
}

function describe(what: string, result: FileResult): string[] {
  return result.failures.map(
    ({ test, reason }) => `${what}: ${nameOf(result)}: ${test ?? 'outside of a test'}\n${reason}`,
  )
}

const isFailed = ({ failures }: FileResult): boolean => failures.length > 0

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

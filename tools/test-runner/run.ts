/** A test file as one project runs it. */
export interface TestFile {
  readonly project: string
  /** Path from the root of the repository, or for journeys from e2e/. */
  readonly file: string
}

export interface Failure {
  /** Full name of the test; absent when the file failed outside of a test. */
  readonly test?: string | undefined
  readonly reason: string
}

export interface FileResult extends TestFile {
  readonly passed: number
  readonly failures: readonly Failure[]
}

/** What one run of a test framework left behind. */
export interface Run {
  readonly expected: readonly TestFile[]
  readonly results: readonly FileResult[]
  /** Signals by which workers ended, such as SIGSEGV. */
  readonly signals: readonly string[]
  /** Errors that belong to no file, such as a framework that ended before its report. */
  readonly problems: readonly string[]
}

/** Tests that one framework runs: all of them, or the named files. */
export interface Suite {
  readonly name: string
  readonly run: (files?: readonly TestFile[]) => Promise<Run>
}

export interface Crash {
  readonly suite: string
  readonly signals: readonly string[]
  /** Files that had no result and ran once more. */
  readonly files: readonly TestFile[]
}

export interface SuiteResult {
  readonly suite: Suite
  readonly results: readonly FileResult[]
  readonly problems: readonly string[]
  readonly crashes: readonly Crash[]
}

/**
 * Runs a suite. When a worker ends by a signal, the files without a result run once more, and that counts.
 * A file that still has no result is a problem.
 */
export async function runSuite(suite: Suite): Promise<SuiteResult> {
  const first = await suite.run()
  const missing = withoutResult(first.expected, first.results)
  const isCrash = first.signals.length > 0
  const second = isCrash && missing.length > 0 ? await suite.run(missing) : NOTHING
  const again = second.signals.map((signal) => `a worker ended by ${signal} in the second run too`)
  const lost = withoutResult(missing, second.results).map((file) => `no result: ${nameOf(file)}`)
  return {
    suite,
    results: [...first.results, ...second.results],
    problems: [...first.problems, ...second.problems, ...again, ...lost],
    crashes: isCrash ? [{ suite: suite.name, signals: first.signals, files: missing }] : [],
  }
}

const NOTHING: Run = { expected: [], results: [], signals: [], problems: [] }

export const nameOf = ({ project, file }: TestFile): string => `${project} ${file}`

function withoutResult(
  expected: readonly TestFile[],
  results: readonly TestFile[],
): readonly TestFile[] {
  const names = new Set(results.map(nameOf))
  return expected.filter((each) => !names.has(nameOf(each)))
}

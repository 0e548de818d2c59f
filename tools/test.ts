import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { z } from 'zod'

import { findChromium } from './find-chromium.ts'
import { findPostgres } from './find-postgres.ts'
import { runShown } from './processes.ts'
import type { Tier } from './test-tiers.ts'

/**
 * Runs check, unit tests, server tests and the browser: the short tier (tools/test-tiers.ts), or every
 * test with `--all`. Installs what it needs, and ends with the line `N passed, N failed`. A step that
 * could not run counts as one failure: nothing is skipped silently.
 */
const { values: options } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
const tier: Tier = options.all ? 'all' : 'short'
const reports = 'node_modules/.cache/tests'
/** A database takes 40 MB, and two test files run at a time. */
const MEMORY_FOR_DATABASES = 2 * 1_024 ** 3
// Tests start our processes some hundred times: loading what is compiled already takes half as long.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
})

const total = { passed: 0, failed: 0 }
const started = Date.now()

const chromium = findChromium()
console.log(
  chromium === undefined ? 'No Chromium could be found or installed.' : `Chromium: ${chromium}`,
)
const postgres = await findPostgres()
console.log(
  postgres === undefined
    ? 'No PostgreSQL could be found or installed.'
    : `PostgreSQL: ${postgres.from}`,
)

try {
  step('check', () => count(runShown(process.execPath, ['tools/check.ts'])))
  step('unit tests', () => vitest(['unit', 'clients']))
  step('tests of the web app', () => vitest(['web', 'web-isolated']))
  step('server tests on the embedded database', () => vitest(['server-pglite'], inMemory()))
  if (postgres === undefined) fail('server tests on PostgreSQL')
  else
    step('server tests on PostgreSQL', () =>
      vitest(['server-postgres'], { TEST_DATABASE_URL: postgres.url }),
    )
  step('build of the web app', () =>
    count(runShown('vite', ['build', 'packages/web', '--logLevel', 'warn'])),
  )
  step('what the screens load first', () =>
    count(runShown(process.execPath, ['tools/bundle-sizes.ts'])),
  )
  if (chromium === undefined) fail('browser tests')
  else step('browser tests', () => playwright(chromium))
} finally {
  postgres?.stop()
}

console.log(`\n${Math.round((Date.now() - started) / 1_000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function step(name: string, run: () => void): void {
  console.log(`\n=== ${name}`)
  const before = Date.now()
  run()
  console.log(`=== ${name}: ${((Date.now() - before) / 1_000).toFixed(0)} s`)
}

function count(succeeded: boolean): void {
  if (succeeded) total.passed += 1
  else total.failed += 1
}

function fail(name: string): void {
  console.log(`\n=== ${name}: cannot run`)
  total.failed += 1
}

function vitest(projects: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const report = `${reports}/${projects.join('-')}.json`
  const succeeded = runShown(
    'vitest',
    [
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env: { ...process.env, ...env, TENANTSCOPE_TESTS: tier } },
  )
  const { numPassedTests, numFailedTests } = readReport(VitestReport, report) ?? {
    numPassedTests: 0,
    numFailedTests: 0,
  }
  add({ passed: numPassedTests, failed: numFailedTests, succeeded })
}

/** Databases of tests need not outlive the machine: in memory nobody waits for the disk. */
function inMemory(): NodeJS.ProcessEnv {
  const directory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize > MEMORY_FOR_DATABASES ? { TMPDIR: directory } : {}
  } catch {
    return {}
  }
}

function playwright(executable: string): void {
  const report = `${reports}/browser.json`
  const succeeded = runShown('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    env: {
      ...process.env,
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      TENANTSCOPE_TESTS: tier,
      CHROME_PATH: executable,
      PLAYWRIGHT_JSON_OUTPUT_NAME: `../${report}`,
    },
  })
  const { stats } = readReport(PlaywrightReport, report) ?? {
    stats: { expected: 0, unexpected: 0, flaky: 0 },
  }
  add({ passed: stats.expected, failed: stats.unexpected + stats.flaky, succeeded })
}

/** A run that failed without a failed test (a crash, an unhandled error) counts as one failure. */
function add(result: { passed: number; failed: number; succeeded: boolean }): void {
  total.passed += result.passed
  total.failed += Math.max(result.failed, result.succeeded ? 0 : 1)
}

/** Undefined when the run died before it wrote its report. */
function readReport<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
): z.infer<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

import { mkdirSync, rmSync, statfsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { findChromium, findHeadlessShell } from './find-chromium.ts'
import { findPostgres } from './find-postgres.ts'
import { withProcessEnds } from './process-ends.ts'
import { runProgram } from './processes.ts'
import { QUARANTINE } from './quarantine.ts'
import { browserSuite } from './test-runner/browser-suite.ts'
import { closingLines, settle } from './test-runner/outcome.ts'
import { runSuite, type Suite, type SuiteResult } from './test-runner/run.ts'
import { vitestSuite } from './test-runner/vitest-suite.ts'
import type { Tier } from './test-tiers.ts'

/**
 * Runs check, unit tests, server tests and the browser: the short tier, or every test with `--all`
 * (docs/TESTING.md). Installs what it needs and ends with the line `N passed, N failed`. A step that
 * cannot run counts as one failure: no step is skipped silently.
 */
const { values: options } = parseArgs({ options: { all: { type: 'boolean', default: false } } })
const tier: Tier = options.all ? 'all' : 'short'
const quarantine = tier === 'short' ? QUARANTINE : []

const reports = 'node_modules/.cache/tests'
/** A database takes 40 MB, and several test files run at the same time. */
const MEMORY_FOR_DATABASES = 2 * 1_024 ** 3
process.env['TENANTSCOPE_TESTS'] = tier
// Tests start processes of the product about a hundred times: compiled code loads twice as fast.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const started = Date.now()
const chromium = findChromium()
const headlessShell = chromium && findHeadlessShell()
console.log(
  chromium === undefined
    ? 'No Chromium could be found or installed.'
    : `Chromium: ${[chromium, headlessShell].filter((path) => path !== undefined).join(', ')}`,
)
const memory = memoryDirectory()
const postgres = await findPostgres(memory)
console.log(
  postgres === undefined
    ? 'No PostgreSQL could be found or installed.'
    : `PostgreSQL: ${postgres.from}`,
)
/** Keeps the databases of tests in memory where there is enough of it: no test waits for the disk. */
const inMemory = memory === undefined ? {} : { TMPDIR: memory }
const onPostgres = postgres && { TEST_DATABASE_URL: postgres.url }

const seconds: [step: string, seconds: number][] = []
const results: SuiteResult[] = []
try {
  await runStep(command('check', process.execPath, 'tools/check.ts'))
  await runStep(
    command('build of the web app', 'vite', 'build', 'packages/web', '--logLevel', 'warn'),
  )
  await runStep(command('what the screens load first', process.execPath, 'tools/bundle-sizes.ts'))
  await runStep(vitest('unit tests', ['unit', 'clients']))
  await runStep(vitest('tests of the web app', ['web', 'web-isolated']))
  await runStep(
    onPostgres === undefined
      ? cannotRun('server tests on PostgreSQL')
      : vitest('server tests on PostgreSQL', ['server-postgres'], { ...inMemory, ...onPostgres }),
  )
  await runStep(vitest('server tests on the embedded database', ['server-pglite'], inMemory))
  await runStep(
    chromium === undefined
      ? cannotRun('browser tests')
      : browserSuite(
          {
            ...onPostgres,
            CHROME_PATH: chromium,
            ...(headlessShell && { HEADLESS_SHELL_PATH: headlessShell }),
          },
          `${reports}/browser.json`,
        ),
  )
  const outcome = await settle(results)
  console.log(`\n${'Step'.padEnd(42)} seconds`)
  for (const [name, took] of seconds) console.log(`${name.padEnd(42)} ${String(took).padStart(7)}`)
  console.log(`${'together'.padEnd(42)} ${String(secondsSince(started)).padStart(7)}\n`)
  for (const line of closingLines(outcome, quarantine)) console.log(line)
  process.exitCode = outcome.failed > 0 ? 1 : 0
} finally {
  postgres?.stop()
}

async function runStep(suite: Suite): Promise<void> {
  console.log(`\n=== ${suite.name}`)
  const before = Date.now()
  results.push(await runSuite(withProcessEnds(suite, resolve(reports, 'process-ends.txt'))))
  seconds.push([suite.name, secondsSince(before)])
  console.log(`=== ${suite.name}: ${secondsSince(before)} s`)
}

function vitest(name: string, projects: readonly string[], env: NodeJS.ProcessEnv = {}): Suite {
  return vitestSuite(name, {
    projects,
    env,
    quarantine,
    log: resolve(reports, `${projects.join('-')}.ndjson`),
  })
}

/** A program counts as one test. */
function command(name: string, program: string, ...args: string[]): Suite {
  return {
    name,
    async run() {
      const { code, signal } = await runProgram(program, args)
      const results =
        code === 0 ? [{ project: 'command', file: name, passed: 1, failures: [] }] : []
      const problems = code === 0 ? [] : [`${name} ended with ${signal ?? code}`]
      return { expected: results, results, signals: [], problems }
    },
  }
}

function cannotRun(name: string): Suite {
  return {
    name,
    run: async () => ({ expected: [], results: [], signals: [], problems: [`${name} cannot run`] }),
  }
}

function memoryDirectory(): string | undefined {
  const directory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize > MEMORY_FOR_DATABASES ? directory : undefined
  } catch {
    return undefined
  }
}

function secondsSince(time: number): number {
  return Math.round((Date.now() - time) / 1_000)
}

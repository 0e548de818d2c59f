import { spawnSync } from 'node:child_process'
import { globSync, statSync } from 'node:fs'

import { findPostgres } from './find-postgres.ts'
import { collect, runAtOnce, runShown } from './processes.ts'

/**
 * Runs the fast parts of check and the tests that the difference to `main` touches, in seconds. Prints
 * what it left out.
 */
const BASE = 'main'
const changed = changedFiles()
if (changed.length === 0) {
  console.log(`Nothing differs from ${BASE}.`)
  process.exit(0)
}
const sources = changed.filter((file) => /\.(?:ts|tsx|cjs)$/.test(file) && isThere(file))
const packages = globSync(['packages/*', 'e2e', 'bench']).filter(
  (folder) =>
    changed.some((file) => file.startsWith(`${folder}/`)) && isThere(`${folder}/tsconfig.json`),
)

let failed = 0
const parts: [name: string, program: string, args: readonly string[]][] = [
  ...(sources.length === 0
    ? []
    : ([['lint', 'oxlint', ['--deny-warnings', ...sources]]] as [string, string, string[]][])),
  ...packages.map((folder): [string, string, string[]] => [
    `types ${folder}`,
    'tsc',
    ['-p', folder],
  ]),
  ['format', 'oxfmt', ['--check', ...sources]],
  ['import directions', process.execPath, ['tools/check-layers.ts']],
]
await runAtOnce(
  2,
  parts.map(([name, program, args]) => async () => {
    const { code, output } = await collect(program, args)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (code === 0) return
    console.log(output)
    failed += 1
  }),
)

const postgres = await findPostgres()
const database = postgres === undefined ? 'server-pglite' : 'server-postgres'
try {
  const projects = ['unit', 'clients', 'web', 'web-isolated', database]
  const arePassed = runShown(
    'vitest',
    [
      'run',
      '--changed',
      BASE,
      '--passWithNoTests',
      ...projects.flatMap((project) => ['--project', project]),
    ],
    {
      env: {
        ...process.env,
        TENANTSCOPE_TESTS: 'short',
        ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      },
    },
  )
  if (!arePassed) failed += 1
} finally {
  postgres?.stop()
}
console.log(
  `Left out: unused code, documentation, types of packages that did not change, ${postgres === undefined ? 'PostgreSQL' : 'the embedded database'}, the browser, and the files that npm test leaves out.`,
)
process.exitCode = failed > 0 ? 1 : 0

/** Committed, uncommitted and new files. */
function changedFiles(): string[] {
  const outputs = [
    ['diff', '--name-only', BASE],
    ['ls-files', '--others', '--exclude-standard'],
  ].map((args) => spawnSync('git', args, { encoding: 'utf8' }))
  const failure = outputs.find(({ status }) => status !== 0)
  if (failure !== undefined) throw new Error(`git failed: ${failure.stderr}`)
  return outputs.flatMap(({ stdout }) => stdout.split('\n')).filter((line) => line !== '')
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

import { existsSync, readdirSync } from 'node:fs'

import { collect, runAtOnce } from './processes.ts'

/** Checks format, lint, types, import directions and unused code. Prints the failures and exits with 1. */
const projects = [
  '.',
  'e2e',
  'bench',
  'bench/web',
  ...readdirSync('packages').map((name) => `packages/${name}`),
]
const AT_ONCE = 2

const types = projects
  .filter((project) => existsSync(`${project}/tsconfig.json`))
  .map((project): [string, string[]] => [`types ${project}`, ['tsc', '-p', project]])
const LONG = ['types packages/server', 'types packages/web']

// The longest checks start first, so that none of them runs alone at the end.
const checks: readonly [name: string, command: readonly string[]][] = [
  ['lint', ['oxlint', '--deny-warnings']],
  ...types.filter(([name]) => LONG.includes(name)),
  ['unused code', ['knip', '--no-progress', '--treat-config-hints-as-errors']],
  ...types.filter(([name]) => !LONG.includes(name)),
  ['format', ['oxfmt', '--check']],
  ['import directions', ['node', 'tools/check-layers.ts']],
  ['documentation', ['node', 'tools/check-docs.ts']],
]

let failed = 0
await runAtOnce(
  AT_ONCE,
  checks.map(([name, [program = '', ...args]]) => async () => {
    const started = performance.now()
    const { code, output } = await collect(program, args)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
    if (code !== 0) {
      console.log(output)
      failed += 1
    }
  }),
)
process.exitCode = failed > 0 ? 1 : 0

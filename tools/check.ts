import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** Format, lint, types, import directions and unused code. Prints what is wrong; exits 1 if anything is. */
const projects = [
  '.',
  'e2e',
  'bench',
  'bench/web',
  ...readdirSync('packages').map((name) => `packages/${name}`),
]

const checks: readonly [name: string, command: readonly string[]][] = [
  ['format', ['oxfmt', '--check']],
  ['lint', ['oxlint', '--deny-warnings']],
  ...projects
    .filter((project) => existsSync(`${project}/tsconfig.json`))
    .map((project): [string, string[]] => [`types ${project}`, ['tsc', '-p', project]]),
  ['import directions', ['node', 'tools/check-layers.ts']],
  ['unused code', ['knip', '--no-progress', '--treat-config-hints-as-errors']],
]

let failed = 0
for (const [name, command] of checks) {
  const started = performance.now()
  const { code, output } = await run(command)
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (code !== 0) console.log(output)
  if (code !== 0) failed += 1
}
process.exitCode = failed > 0 ? 1 : 0

async function run([program = '', ...args]: readonly string[]): Promise<{
  code: number | null
  output: string
}> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

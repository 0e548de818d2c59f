import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('..', import.meta.url))

test('the demo outside of npm says what is missing', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-r', './tools/node-24.cjs', 'tools/demo.ts'],
    { cwd: root, env: { PATH: '/nowhere' }, encoding: 'utf8' },
  )
  expect(status).toBe(1)
  expect(stderr).toContain('vite was not found. Start by npm, for example "npm run demo"')
})

test('scripts that install ask npm for errors only: a newer Node is part of what it installs', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))
  const installing = Object.values(scripts).filter((script) => script.includes('npm ci'))
  expect(installing.length).toBeGreaterThan(0)
  for (const script of installing) expect(script).toContain('npm ci --loglevel=error')
})

test('an old Node names the one in node_modules, or how to install it', () => {
  expect(adviceIn(root)).toContain('Node 24 is installed in node_modules: start by "npm run"')
  expect(adviceIn('/nowhere')).toContain('Run "npm ci"')
})

/** Returns what Node 20 prints in a project at this path. */
function adviceIn(project: string): string {
  const lines: string[] = []
  const sandbox = {
    require: createRequire(import.meta.url),
    __dirname: path.join(project, 'tools'),
    process: { versions: { node: '20.19.0' }, exit: endProcess },
    console: { error: (line: string) => lines.push(line) },
  }
  const source = readFileSync(new URL('node-24.cjs', import.meta.url), 'utf8')
  expect(() => void runInNewContext(source, sandbox)).toThrow('ended')
  return lines.join('\n')
}

function endProcess(): never {
  throw new Error('ended')
}

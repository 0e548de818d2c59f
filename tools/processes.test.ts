import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

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

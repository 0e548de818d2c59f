import { readdirSync, readFileSync } from 'node:fs'

import { endpoints } from '@tenantscope/contract/endpoints'
import { expect, test } from 'vitest'

const FOLDER = 'packages/contract/src'

test('every call declared in the contract is in its list', () => {
  const declared = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'))
    .flatMap((text) => [...text.matchAll(/^(?:export )?const (\w+) = endpoint\b/gmu)])
    .map(([, name = '']) => name)
  expect(declared.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
})

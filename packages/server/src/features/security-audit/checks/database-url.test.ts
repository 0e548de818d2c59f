import { expect, test } from 'vitest'

import { databasePasswordProblem, isSocket } from './database-url.ts'

test.each([
  [null, undefined],
  ['postgresql://scope:qV8-rT2-xL5@db.example.com/scope', undefined],
  ['postgresql://scope@/scope?host=/run/postgresql', undefined],
  ['postgresql://%2Frun%2Fpostgresql/scope', undefined],
  ['postgresql://scope@db.example.com/scope', 'DATABASE_URL holds no password'],
  [
    'postgresql://scope:scope@db.example.com/scope',
    'DATABASE_URL contains a common default password',
  ],
  [
    'postgresql://scope:Change%4De@db.example.com/scope',
    'DATABASE_URL contains a common default password',
  ],
])('%s', (url, problem) => {
  expect(databasePasswordProblem(url)).toBe(problem ?? null)
})

test('a server that cannot be read as an address is none of this machine', () => {
  expect(isSocket('postgresql://db.example.com/scope')).toBe(false)
})

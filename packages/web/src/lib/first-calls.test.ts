import { getCurrentUser, getSignInOptions, startMicrosoftSignIn } from '@tenantscope/contract/auth'
import { expect, test } from 'vitest'

import { FIRST_CALLS } from './first-calls.ts'

test('the first screen asks at the addresses of the contract', () => {
  const calls = { getCurrentUser, getSignInOptions, startMicrosoftSignIn }
  const paths = Object.entries(calls).map(([name, { path }]) => [name, path])
  expect(FIRST_CALLS).toEqual(Object.fromEntries(paths))
  expect(Object.values(calls).map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
})

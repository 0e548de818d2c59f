import { expect, test } from 'vitest'

import { refusalFor } from './microsoft-sign-in.rules.ts'

const failure = { code: null, error: null, description: '', claim: null }

test.each([
  ['AADSTS50020: User account does not exist in tenant', 'other_directory'],
  ['AADSTS50034: The user account does not exist in the directory', 'other_directory'],
  ['AADSTS90072: User account from identity provider', 'other_directory'],
  // A wrong client id: the person is right, the connection is not.
  ['AADSTS700016: Application was not found in the directory', 'failed'],
  ['AADSTS7000222: The provided client secret keys are expired', 'failed'],
])('Microsoft’s answer %j ends a sign-in as %s', (description, expected) => {
  expect(refusalFor({ ...failure, error: 'invalid_request', description })).toBe(expected)
})

test('another issuer is another directory, and access_denied is the person’s own no', () => {
  expect(refusalFor({ ...failure, claim: 'iss' })).toBe('other_directory')
  expect(refusalFor({ ...failure, error: 'access_denied' })).toBe('cancelled')
})

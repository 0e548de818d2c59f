import { expect, test } from 'vitest'

import { refusalFor, signInRefusalTextOf } from './microsoft-sign-in.rules.ts'

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

test.each([
  ['AADSTS50105: The signed in user is not assigned to a role', 'failed'],
  ['AADSTS53003: Access has been blocked', 'failed'],
  ['AADSTS999999: Something', 'failed'],
  ['AADSTS65004: User declined', 'cancelled'],
  ['The user cancelled', 'cancelled'],
])('access_denied with %j ends a sign-in as %s', (description, expected) => {
  expect(refusalFor({ ...failure, error: 'access_denied', description })).toBe(expected)
})

test('the login page shows cause, step, code and request ID', () => {
  const note = { microsoftCode: 'AADSTS50105', words: 'Not shown', requestId: 'a-request' }
  expect(signInRefusalTextOf(note)).toEqual({
    title: 'This account is not assigned to the application',
    text: 'Ask your Tenantscope administrator to assign the account to the application in Microsoft Entra ID under Enterprise applications. (AADSTS50105, request a-request)',
  })
  expect(signInRefusalTextOf(null)).toBeNull()
})

import { expect, test } from 'vitest'

import { answerOf } from './consent-callback.rules.ts'
import { refusalMessageOf, refusalTextFor } from './consent-texts.ts'

const said = (microsoftCode: string | null) => ({ microsoftCode, words: null, requestId: null })

test.each([
  ['AADSTS650052', /lacks a service.*remove the permissions of that service/u],
  ['AADSTS650054', /no longer exists.*remove the permissions of that resource/u],
  ['AADSTS50194', /accounts of one tenant only.*any organizational directory/u],
])('%s is not resolved by another account', (code, text) => {
  const { message, next } = refusalTextFor('microsoft_error', said(code))
  expect(`${message} ${next}`).toMatch(text)
  expect(next).not.toContain('Global Administrator')
})

test('staff read whom to ask, the person who consents reads what to do', () => {
  const description = 'AADSTS500014: The service principal is disabled.'
  expect(refusalMessageOf('microsoft_error', description)).toBe(
    'Microsoft Graph is disabled in this directory. Ask a Global Administrator of this tenant to enable Microsoft Graph in Microsoft Entra ID under Enterprise applications. (AADSTS500014)',
  )
  expect(refusalTextFor('microsoft_error', said('AADSTS500014')).next).toBe(
    'Enable Microsoft Graph in Microsoft Entra ID under Enterprise applications.',
  )
})

test.each([
  ['access_denied', undefined, 'cancelled'],
  ['permission_denied', 'The admin canceled the request', 'cancelled'],
  ['consent_required', 'AADSTS65004: Declined', 'cancelled'],
  ['access_denied', 'AADSTS50105: Not assigned', 'microsoft_error'],
  ['access_denied', 'AADSTS999999: Other', 'microsoft_error'],
  ['invalid_client', 'AADSTS650052: Lacks a service', 'microsoft_error'],
])('%s with %j is %s', (error, description, problem) => {
  const parameters = { error, error_subcode: 'cancel', error_description: description }
  expect(answerOf(parameters)).toMatchObject({ kind: 'problem', problem })
})

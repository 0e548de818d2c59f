import { ConnectionRefusalCause, CredentialKind } from '@tenantscope/contract/azure'
import { expect, test } from 'vitest'

import { isConnectionDown, refusalTextOf } from './connection-refusal.ts'
import { preventsReading } from './refusal-reach.ts'

const all = ConnectionRefusalCause.options.flatMap((cause) =>
  CredentialKind.options.map((credentialKind) => ({
    cause,
    credentialKind,
    microsoftCode: null,
    words: null,
    requestId: null,
  })),
)

test.each(all)('$cause with a $credentialKind has a text with one action', (refusal) => {
  const { title, consequence, action } = refusalTextOf(refusal)
  for (const text of [title, consequence, action]) expect(text).toMatch(/^[A-Z].+\.$/u)
  expect(title).not.toBe(action)
})

const titleOf = (given: Partial<Parameters<typeof refusalTextOf>[0]>) =>
  refusalTextOf({
    cause: 'credentialWrong',
    credentialKind: 'secret',
    microsoftCode: null,
    words: null,
    requestId: null,
    ...given,
  }).title

test('the credential is named by its kind', () => {
  expect(titleOf({ credentialKind: 'secret' })).toContain('client secret')
  expect(titleOf({ credentialKind: 'certificate' })).toContain('certificate')
  expect(titleOf({ credentialKind: 'federated' })).toContain('federated token')
})

test('the code of Microsoft names the cause', () => {
  expect(titleOf({ cause: 'other', microsoftCode: 'AADSTS500014' })).toBe(
    'Microsoft refuses the connection. Microsoft Graph is disabled in this directory.',
  )
})

test('a code that is not in the table is shown with the words and the request ID of Microsoft', () => {
  const { title, action } = refusalTextOf({
    cause: 'other',
    credentialKind: 'secret',
    microsoftCode: 'AADSTS999999',
    words: 'The moon is full.',
    requestId: 'a-request',
  })
  expect(title).toBe('Microsoft refuses the connection.')
  expect(action).toBe(
    'Microsoft says: “The moon is full.” (AADSTS999999, request a-request). Microsoft explains the code at https://login.microsoftonline.com/error?code=999999',
  )
})

test.each(all)('the bar names the tenants that $cause keeps from being read', (refusal) => {
  expect(preventsReading(refusal, { isPartnerTenant: true })).toBe(true)
  const isOwnOnly = refusalTextOf(refusal).consequence.startsWith('Your own directory')
  expect(preventsReading(refusal, { isPartnerTenant: false })).toBe(!isOwnOnly)
  expect(preventsReading(null, { isPartnerTenant: true })).toBe(false)
})

test('missing consent of the own directory does not mean that Microsoft refuses the credential', () => {
  expect(isConnectionDown({ cause: 'consentMissing' })).toBe(false)
  expect(isConnectionDown({ cause: 'credentialExpired' })).toBe(true)
})

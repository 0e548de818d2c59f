import { ConnectionRefusalCause, CredentialKind } from '@tenantscope/contract/azure'
import { expect, test } from 'vitest'

import { isConnectionDown, refusalTextOf } from './connection-refusal.ts'

const all = ConnectionRefusalCause.options.flatMap((cause) =>
  CredentialKind.options.map((credentialKind) => ({ cause, credentialKind })),
)

test.each(all)('$cause with a $credentialKind has a text with one action', (refusal) => {
  const { title, consequence, action } = refusalTextOf(refusal)
  for (const text of [title, consequence, action]) expect(text).toMatch(/^[A-Z].+\.$/u)
  expect(title).not.toBe(action)
})

const titleOf = (credentialKind: CredentialKind) =>
  refusalTextOf({ cause: 'credentialWrong', credentialKind }).title

test('the credential is named by its kind', () => {
  expect(titleOf('secret')).toContain('client secret')
  expect(titleOf('certificate')).toContain('certificate')
  expect(titleOf('federated')).toContain('federated token')
})

test('missing consent of the own directory does not mean that Microsoft refuses the credential', () => {
  expect(isConnectionDown({ cause: 'consentMissing' })).toBe(false)
  expect(isConnectionDown({ cause: 'credentialExpired' })).toBe(true)
})

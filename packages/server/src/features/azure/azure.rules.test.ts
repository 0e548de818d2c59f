import { TenantId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { newCertifiedKey } from '../../testing/certificates.ts'
import { connectionFrom } from './azure.rules.ts'
import type { ClearConnection } from './azure.rules.ts'

const ids = {
  clientId: '00000000-0000-4000-8000-000000000001',
  tenantId: TenantId.parse('00000000-0000-4000-8000-000000000002'),
}
const secret = { kind: 'secret', secret: 'stored' } as const
const before: ClearConnection = { ...ids, cloud: 'usgov', credential: secret }
const now = new Date('2026-11-20T12:00:00Z')
const circumstances = { before, isFederationAvailable: true, now }
const { certificatePem: certificate, privateKeyPem } = newCertifiedKey()
const certificatePem = certificate + privateKeyPem

test('what the form leaves out stays as it is stored', () => {
  expect(connectionFrom(ids, circumstances)).toEqual(before)
  expect(connectionFrom({ ...ids, clientSecret: 'x' }, { ...circumstances, before: null })).toEqual(
    {
      ...ids,
      cloud: 'global',
      credential: { kind: 'secret', secret: 'x' },
    },
  )
})

test.each([
  ['a secret', { clientSecret: 'new' }, 'secret'],
  ['a certificate', { certificatePem }, 'certificate'],
  [
    'a certificate beside the marker',
    { certificatePem, clientSecret: '***configured***' },
    'certificate',
  ],
  [
    'both, and the kind',
    { certificatePem, clientSecret: 'x', credentialKind: 'certificate' },
    'certificate',
  ],
  ['the kind alone', { credentialKind: 'federated' }, 'federated'],
] as const)('the credential is what the form brings: %s', (_, given, kind) => {
  expect(connectionFrom({ ...ids, ...given }, circumstances).credential.kind).toBe(kind)
})

test('a certificate that is not given is asked for, again where another is stored', () => {
  const asked = { ...ids, credentialKind: 'certificate' } as const
  const another = { ...ids, clientId: ids.tenantId, credentialKind: 'certificate' } as const
  const credential = { kind: 'certificate', certificatePem: certificate, privateKeyPem } as const
  expect(() => connectionFrom(asked, circumstances)).toThrow(
    'Upload the certificate, together with its private key',
  )
  expect(() =>
    connectionFrom(another, { ...circumstances, before: { ...before, credential } }),
  ).toThrow('Upload the certificate again, together with its private key')
})

test.each([
  ['has expired', '2049-01-01T00:00:00Z', 'The certificate expired at 2049-01-01T00:00:00.000Z'],
  [
    'is not valid yet',
    '2024-12-31T00:00:00Z',
    'The certificate is not valid before 2025-01-01T00:00:00.000Z',
  ],
])('a certificate that %s is refused with its date', (_, at, message) => {
  const today = { ...circumstances, now: new Date(at) }
  expect(() => connectionFrom({ ...ids, certificatePem }, today)).toThrow(
    expect.objectContaining({ message, fields: [{ field: 'body.certificatePem', message }] }),
  )
})

import { createPrivateKey } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { newCertifiedKey } from '../testing/certificates.ts'
import { tlsPair } from '../testing/tls-pair.ts'
import { certificateFactsOf, certifiedKeyIn } from './connection-credential.ts'

const own = newCertifiedKey({ commonName: 'Tenantscope' })
const other = newCertifiedKey({ commonName: 'Another person' })
const { certificatePem, privateKeyPem } = own

const keyAs = (options: { cipher?: string; type?: 'pkcs1' | 'pkcs8' }): string => {
  const { cipher, type = 'pkcs8' } = options
  const secrecy = cipher === undefined ? {} : { cipher, passphrase: 'correct horse' }
  return String(createPrivateKey(privateKeyPem).export({ type, format: 'pem', ...secrecy }))
}

test.each([
  ['certificate before key', `${certificatePem}${privateKeyPem}`],
  ['key before certificate', `${privateKeyPem}${certificatePem}`],
  ['Windows line ends', `${certificatePem}${privateKeyPem}`.replaceAll('\n', '\r\n')],
  ['the older form of the key', `${certificatePem}${keyAs({ type: 'pkcs1' })}`],
  ['what openssl writes around', `Bag Attributes\n  x: 1\n${certificatePem}Key:\n${privateKeyPem}`],
  [
    'other certificates of a chain before it',
    other.certificatePem + certificatePem + privateKeyPem,
  ],
])('a certificate and its key are found with %s', (_, text) => {
  expect(certifiedKeyIn(text)).toEqual(own)
})

describe('what is no certificate with its key is said in words', () => {
  test.each([
    ['an empty text', '', /not PEM.*openssl pkcs12/u],
    ['a PFX', Buffer.from('3082a0\0\u0001', 'hex').toString('utf8'), /not PEM.*openssl pkcs12/u],
    ['no key', certificatePem, /"The private key is missing/u],
    ['no certificate', privateKeyPem, /"The certificate is missing/u],
    ['an encrypted key', certificatePem + keyAs({ cipher: 'aes-256-cbc' }), /is encrypted/u],
    [
      'an encrypted key of the older form',
      certificatePem + keyAs({ cipher: 'aes-256-cbc', type: 'pkcs1' }),
      /is encrypted/u,
    ],
    ['another’s key', certificatePem + other.privateKeyPem, /do not match/u],
    [
      'two keys',
      certificatePem + privateKeyPem + other.privateKeyPem,
      /more than one private key/u,
    ],
    ['no RSA key', tlsPair.cert + tlsPair.key, /"Microsoft accepts RSA keys only/u],
    ['a damaged key', certificatePem + privateKeyPem.replace('MII', 'AAA'), /key cannot be read/u],
    [
      'a damaged certificate',
      certificatePem.replace('MII', 'AAA') + privateKeyPem,
      /certificate cannot be read/u,
    ],
  ])('%s', (_, text, message) => {
    expect(JSON.stringify(certifiedKeyIn(text))).toMatch(message)
  })

  test('a short key', () => {
    const short = newCertifiedKey({ bits: 1_024 })
    expect(certifiedKeyIn(short.certificatePem + short.privateKeyPem)).toEqual({
      problem: 'The RSA key has 1024 bits; at least 2048 are required',
    })
  })
})

test('a certificate is shown as the portal shows it', () => {
  const facts = certificateFactsOf(certificatePem)
  expect(facts.subject).toBe('CN=Tenantscope')
  expect(facts.thumbprint).toMatch(/^[0-9A-F]{40}$/u)
  expect(facts.expiresAt).toEqual(new Date('2049-01-01T00:00:00Z'))
})

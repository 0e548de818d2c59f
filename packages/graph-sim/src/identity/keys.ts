import { createHash, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import { SignJWT, exportJWK, type JWTPayload } from 'jose'

import { selfSignedCertificate } from './certificate.ts'

/** The keys that sign tokens. Microsoft publishes several at once and signs with one of them. */
export interface SigningKeys {
  publicKeys(): readonly PublicKey[]
  keyById(keyId: string): KeyObject | undefined
  /** Only v1.0 tokens name the certificate in their header. */
  sign(payload: JWTPayload, version: '1.0' | '2.0'): Promise<string>
}

interface PublicKey {
  readonly kty: 'RSA'
  readonly use: 'sig'
  readonly kid: string
  readonly x5t: string
  readonly n: string
  readonly e: string
  readonly x5c: readonly string[]
}

interface SigningKey {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  readonly published: PublicKey
}

const KEY_COUNT = 3
const generateKeys = promisify(generateKeyPair)

export async function createSigningKeys(): Promise<SigningKeys> {
  const keys = await Promise.all(Array.from({ length: KEY_COUNT }, createKey))
  const [, active] = keys
  if (!active) throw new Error('No signing key')
  return {
    publicKeys: () => keys.map((key) => key.published),
    keyById: (keyId) => keys.find((key) => key.published.kid === keyId)?.publicKey,
    sign(payload, version) {
      const { kid, x5t } = active.published
      return new SignJWT(payload)
        .setProtectedHeader({
          typ: 'JWT',
          alg: 'RS256',
          kid,
          ...(version === '1.0' ? { x5t } : {}),
        })
        .sign(active.privateKey)
    },
  }
}

async function createKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeys('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = await exportJWK(publicKey)
  const certificate = selfSignedCertificate(
    'accounts.accesscontrol.windows.net',
    publicKey,
    privateKey,
  )
  const thumbprint = createHash('sha1').update(certificate).digest('base64url')
  return {
    publicKey,
    privateKey,
    published: {
      kty: 'RSA',
      use: 'sig',
      kid: thumbprint,
      x5t: thumbprint,
      n,
      e,
      x5c: [certificate.toString('base64')],
    },
  }
}

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
  /**
   * Signs from now on with a new key, as Microsoft may do without notice. The last two keys stay
   * published, so that their tokens are still accepted.
   */
  rotate(): Promise<void>
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

/** An RSA key and the certificate (DER) that says so. */
export interface CertifiedKey {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  readonly certificate: Buffer
}

const KEY_COUNT = 3
const PAST_KEYS_MAX = 2
const generateKeys = promisify(generateKeyPair)

/** Making keys took most of a start. Simulators of one process use the same keys in the same order. */
const made: Promise<SigningKey>[] = []
const keyAt = (index: number): Promise<SigningKey> => (made[index] ??= createKey())

export async function createSigningKeys(): Promise<SigningKeys> {
  let used = 0
  const nextKey = () => keyAt(used++)
  // The last one is published before it is used, and the one before it signs.
  let keys = await Promise.all(Array.from({ length: KEY_COUNT }, nextKey))
  const active = () => {
    const key = keys.at(-2)
    if (!key) throw new Error('No signing key')
    return key
  }
  return {
    publicKeys: () => keys.map((key) => key.published),
    keyById: (keyId) => keys.find((key) => key.published.kid === keyId)?.publicKey,
    sign(payload, version) {
      const { privateKey, published } = active()
      const { kid, x5t } = published
      return new SignJWT(payload)
        .setProtectedHeader({
          typ: 'JWT',
          alg: 'RS256',
          kid,
          ...(version === '1.0' ? { x5t } : {}),
        })
        .sign(privateKey)
    },
    async rotate() {
      const fresh = await Promise.all([nextKey(), nextKey()])
      keys = [...keys.slice(0, -1).slice(-PAST_KEYS_MAX), ...fresh]
    },
  }
}

export async function createCertifiedKey(commonName: string): Promise<CertifiedKey> {
  const { publicKey, privateKey } = await generateKeys('rsa', { modulusLength: 2048 })
  return {
    publicKey,
    privateKey,
    certificate: selfSignedCertificate(commonName, publicKey, privateKey),
  }
}

async function createKey(): Promise<SigningKey> {
  const { publicKey, privateKey, certificate } = await createCertifiedKey(
    'accounts.accesscontrol.windows.net',
  )
  const { n = '', e = '' } = await exportJWK(publicKey)
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

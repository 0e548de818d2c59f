import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'

import type { KeyRing, SecretKey } from './secret-key.ts'

export type Sealer = ReturnType<typeof createSealer>

export type SealFailure =
  /** Not a sealed value. */
  | 'malformed'
  /** Sealed with a key that is not in the ring. */
  | 'unknown-key'
  /** Changed, or sealed for another purpose. */
  | 'not-authentic'

/** A sealed value cannot be opened; message and fields contain none of it. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly reason: SealFailure

  constructor(reason: SealFailure) {
    super(messageOf[reason])
    this.reason = reason
  }
}

const messageOf = {
  malformed: 'A stored secret is malformed',
  'unknown-key': 'A stored secret requires a key that SECRET_KEY does not contain',
  'not-authentic': 'A stored secret was changed or belongs to another purpose',
} as const satisfies Record<SealFailure, string>

const version = 'v1'
const keyIdLength = 12
const nonceBytes = 12
const tagBytes = 16
const envelope = /^v1\.(?<keyId>[0-9a-f]{12})\.(?<body>[\w-]+)$/

/** Returns the part of a key's fingerprint that is stored in its sealed values. */
export function keyIdOf({ fingerprint }: Pick<SecretKey, 'fingerprint'>): string {
  return fingerprint.slice(0, keyIdLength)
}

/**
 * Seals with AES-256-GCM. A sealed value is `v1.<key id>.<nonce, ciphertext and tag>`; all of it is
 * authenticated.
 */
export function createSealer(keyRing: KeyRing, random = randomBytes) {
  const [newest] = keyRing

  return {
    /** Seals a secret for one purpose, such as 'azure-config.client-secret'; it opens only for that purpose. */
    seal(plaintext: string, purpose: string): string {
      const nonce = random(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', newest.key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(associatedData(keyIdOf(newest), purpose))
      const body = Buffer.concat([
        nonce,
        cipher.update(plaintext, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      return [version, keyIdOf(newest), body.toString('base64url')].join('.')
    },

    open(sealed: string, purpose: string): string {
      const { keyId, body } = parseEnvelope(sealed)
      const secretKey = keyRing.find((candidate) => keyIdOf(candidate) === keyId)
      if (secretKey === undefined) throw new SealError('unknown-key')
      const nonce = body.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', secretKey.key, nonce, {
        authTagLength: tagBytes,
      })
      decipher.setAAD(associatedData(keyId, purpose))
      decipher.setAuthTag(body.subarray(-tagBytes))
      try {
        const ciphertext = body.subarray(nonceBytes, -tagBytes)
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
      } catch {
        throw new SealError('not-authentic')
      }
    },

    /** True when the newest key sealed this value. */
    isNewest: (sealed: string): boolean => parseEnvelope(sealed).keyId === keyIdOf(newest),

    /** Returns message authentication codes with keys derived from the same ring. */
    macs: (purpose: string) => createMacs([named(newest), ...keyRing.slice(1).map(named)], purpose),
  }
}

const named = (secretKey: SecretKey) => ({ id: keyIdOf(secretKey), key: secretKey.key })

function associatedData(keyId: string, purpose: string): Buffer {
  return Buffer.from([version, keyId, purpose].join('.'), 'utf8')
}

function parseEnvelope(sealed: string): { keyId: string; body: Buffer } {
  const groups = envelope.exec(sealed)?.groups
  const text = groups?.['body'] ?? ''
  const body = Buffer.from(text, 'base64url')
  // Other encodings of the same bytes would allow unnoticed changes.
  const isCanonical = body.toString('base64url') === text
  if (groups === undefined || !isCanonical || body.length < nonceBytes + tagBytes) {
    throw new SealError('malformed')
  }
  return { keyId: groups['keyId'] ?? '', body }
}

/** Message authentication codes for one purpose, with keys derived from the sealing keys. */
function createMacs(keys: readonly [NamedKey, ...NamedKey[]], purpose: string) {
  const derivedById = new Map(keys.map(({ id, key }) => [id, derived(key, purpose)]))
  return {
    /** Id of the key for new codes. */
    keyId: keys[0].id,
    /** HMAC-SHA256 of a text; null when the key is not in the ring. */
    of(text: string, keyId: string): string | null {
      const key = derivedById.get(keyId)
      if (key === undefined) return null
      return createHmac('sha256', key).update(text, 'utf8').digest('base64url')
    },
  }
}

type NamedKey = { readonly id: string; readonly key: KeyObject }

const derived = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))

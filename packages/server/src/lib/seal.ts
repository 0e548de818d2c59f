import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

import { createMacs } from './macs.ts'
import type { Macs } from './macs.ts'
import type { KeyRing, SecretKey } from './secret-key.ts'

export type Sealer = {
  /** Seals a secret for one purpose, such as 'azure-config.client-secret'; it opens only for the same one. */
  seal(plaintext: string, purpose: string): string
  open(sealed: string, purpose: string): string
  /** Whether the key that seals now is the one that sealed this. */
  isNewest(sealed: string): boolean
  /** Authentication codes by keys derived from the same ring. */
  macs(purpose: string): Macs
}

export type SealFailure =
  /** Not something that was ever sealed here. */
  | 'malformed'
  /** Sealed with a key that the ring does not hold. */
  | 'unknown-key'
  /** Altered, or sealed for another purpose. */
  | 'not-authentic'

/** A sealed value does not open; neither the message nor the fields hold anything of it. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly reason: SealFailure

  constructor(reason: SealFailure) {
    super(messageOf[reason])
    this.reason = reason
  }
}

const messageOf = {
  malformed: 'A sealed value is malformed',
  'unknown-key': 'A sealed value needs a key that SECRET_KEY does not contain',
  'not-authentic': 'A sealed value was altered or belongs to another purpose',
} as const satisfies Record<SealFailure, string>

const version = 'v1'
const keyIdLength = 12
const nonceBytes = 12
const tagBytes = 16
const envelope = /^v1\.(?<keyId>[0-9a-f]{12})\.(?<body>[\w-]+)$/

/** The part of a key's fingerprint that stands in what it sealed. */
export function keyIdOf({ fingerprint }: Pick<SecretKey, 'fingerprint'>): string {
  return fingerprint.slice(0, keyIdLength)
}

/** Seals with AES-256-GCM. An envelope is `v1.<key id>.<nonce, ciphertext and tag>`; all of it is authenticated. */
export function createSealer(keyRing: KeyRing, random = randomBytes): Sealer {
  const [newest] = keyRing

  return {
    seal(plaintext, purpose) {
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

    open(sealed, purpose) {
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

    isNewest: (sealed) => parseEnvelope(sealed).keyId === keyIdOf(newest),

    macs: (purpose) => createMacs([named(newest), ...keyRing.slice(1).map(named)], purpose),
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
  // Another spelling of the same bytes would let a value be changed without being noticed.
  const isCanonical = body.toString('base64url') === text
  if (groups === undefined || !isCanonical || body.length < nonceBytes + tagBytes) {
    throw new SealError('malformed')
  }
  return { keyId: groups['keyId'] ?? '', body }
}

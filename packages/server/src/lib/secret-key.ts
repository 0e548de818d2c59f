import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import path from 'node:path'

import { readIfPresent, replaceFile } from './durable-file.ts'
import { StartRefused } from './start-refused.ts'

/** A key for sealing; its fingerprint identifies the key without revealing it. */
export type SecretKey = { readonly fingerprint: string; readonly key: KeyObject }

/** The first key seals; all keys open. */
export type KeyRing = readonly [SecretKey, ...SecretKey[]]

/**
 * The secret key is missing, malformed or not the one that sealed the stored values; the message
 * never contains a key.
 */
export class SecretKeyRefused extends StartRefused {
  override readonly name = 'SecretKeyRefused'
}

const keyBytes = 32
const base64Of32Bytes = /^[A-Za-z0-9+/]{43}=?$/

/** Parses SECRET_KEY: 32 bytes in base64, several separated by commas. */
export function parseKeyRing(text: string): KeyRing {
  const parts = text.split(',').map((part) => part.trim())
  const [first, ...others] = parts.map((part, index) => {
    if (!base64Of32Bytes.test(part)) {
      throw new SecretKeyRefused(
        `Key ${index + 1} of ${parts.length} is not 32 bytes in base64. Create one with: openssl rand -base64 32`,
      )
    }
    return toSecretKey(Buffer.from(part, 'base64'))
  })
  if (first === undefined) throw new SecretKeyRefused('SECRET_KEY is empty')
  return [first, ...others]
}

/** Reads DATA_DIR/secret.key; returns null when it does not exist. */
export async function readKeyFile(dataDir: string): Promise<KeyRing | null> {
  const text = await readIfPresent(keyFile(dataDir))
  if (text === null) return null
  try {
    return parseKeyRing(text.trim())
  } catch (error) {
    if (!(error instanceof SecretKeyRefused)) throw error
    throw new SecretKeyRefused(`${keyFile(dataDir)}: ${error.message}`)
  }
}

/** Creates DATA_DIR/secret.key and flushes it to disk before anything is sealed with it. */
export async function createKeyFile(dataDir: string): Promise<KeyRing> {
  const text = randomBytes(keyBytes).toString('base64')
  await replaceFile(keyFile(dataDir), text)
  return parseKeyRing(text)
}

/** Returns the keys in the format of SECRET_KEY; only an encrypted backup may contain this. */
export function keyRingText(keyRing: KeyRing): string {
  return keyRing.map(({ key }) => key.export().toString('base64')).join(',')
}

function toSecretKey(bytes: Buffer): SecretKey {
  const key = createSecretKey(bytes)
  const fingerprint = createHmac('sha256', key).update('tenantscope secret key').digest('hex')
  return { fingerprint, key }
}

function keyFile(dataDir: string): string {
  return path.join(dataDir, 'secret.key')
}

import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

import { syncDirectory } from './durable-file.ts'

/** A key for sealing; its fingerprint says which key it is and nothing about it. */
export type SecretKey = { readonly fingerprint: string; readonly key: KeyObject }

/** The first key seals, all of them open. */
export type KeyRing = readonly [SecretKey, ...SecretKey[]]

/** The secret key is missing, malformed or not the one that sealed what is stored; the message never holds a key. */
export class SecretKeyRefused extends Error {
  override readonly name = 'SecretKeyRefused'
}

const keyBytes = 32
const base64Of32Bytes = /^[A-Za-z0-9+/]{43}=?$/

/** Reads SECRET_KEY: 32 bytes in base64, several separated by commas. */
export function parseKeyRing(text: string): KeyRing {
  const parts = text.split(',').map((part) => part.trim())
  const [first, ...others] = parts.map((part, index) => {
    if (!base64Of32Bytes.test(part)) {
      throw new SecretKeyRefused(
        `Key ${index + 1} of ${parts.length} is not 32 bytes in base64. Make one with: openssl rand -base64 32`,
      )
    }
    return toSecretKey(Buffer.from(part, 'base64'))
  })
  if (first === undefined) throw new SecretKeyRefused('SECRET_KEY is empty')
  return [first, ...others]
}

/** DATA_DIR/secret.key, or null where there is none. */
export async function readKeyFile(dataDir: string): Promise<KeyRing | null> {
  const text = await readFile(keyFile(dataDir), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return parseKeyRing(text.trim())
  } catch (error) {
    if (!(error instanceof SecretKeyRefused)) throw error
    throw new SecretKeyRefused(`${keyFile(dataDir)}: ${error.message}`)
  }
}

/** Makes DATA_DIR/secret.key; it is on the disk, whole, before anything is sealed with it. */
export async function createKeyFile(dataDir: string): Promise<KeyRing> {
  const text = randomBytes(keyBytes).toString('base64')
  const unfinished = `${keyFile(dataDir)}.new`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, keyFile(dataDir))
  await syncDirectory(dataDir)
  return parseKeyRing(text)
}

/** The keys as SECRET_KEY has them; only an encrypted backup may hold this. */
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

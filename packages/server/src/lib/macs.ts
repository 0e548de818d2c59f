import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** Authentication codes of one purpose, by keys derived from those that seal. */
export type Macs = {
  /** Of the key that makes codes now. */
  readonly keyId: string
  /** HMAC-SHA256 of a text; null when the ring does not hold the key. */
  of(text: string, keyId: string): string | null
}

export function createMacs(keys: readonly [NamedKey, ...NamedKey[]], purpose: string): Macs {
  const derivedById = new Map(keys.map(({ id, key }) => [id, derived(key, purpose)]))
  return {
    keyId: keys[0].id,
    of(text, keyId) {
      const key = derivedById.get(keyId)
      return key === undefined
        ? null
        : createHmac('sha256', key).update(text, 'utf8').digest('base64url')
    },
  }
}

type NamedKey = { readonly id: string; readonly key: KeyObject }

const derived = (key: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))

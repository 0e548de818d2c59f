import { createHash } from 'node:crypto'

import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import { Secret, TOTP } from 'otpauth'

/** A secret as the authenticator app gets it: for typing, and as the address in a QR code. */
export function enrollmentOf(
  secret: Buffer,
  username: string,
): { readonly secret: string; readonly uri: string } {
  const authenticator = authenticatorOf(secret, username)
  return { secret: authenticator.secret.base32, uri: authenticator.toString() }
}

/** The time step whose code this is (RFC 6238), or null; clocks may differ by the window. */
export function stepOf(code: string, secret: Buffer, now: Date): number | null {
  const digits = code.replaceAll(/\s/gu, '')
  if (!/^\d+$/u.test(digits)) return null
  const timestamp = now.getTime()
  const authenticator = authenticatorOf(secret)
  const delta = authenticator.validate({ token: digits, timestamp, window: SECOND_FACTOR.window })
  return delta === null ? null : authenticator.counter({ timestamp }) + delta
}

const authenticatorOf = (secret: Buffer, label = ''): TOTP =>
  new TOTP({
    issuer: 'Tenantscope',
    label,
    algorithm: 'SHA1',
    digits: SECOND_FACTOR.digits,
    period: SECOND_FACTOR.stepSeconds,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  })

/** 80 bits: a text of 16 letters. */
export const RECOVERY_CODE_BYTES = 10

/** 32 characters without I, L, O and U, which are read or written as others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A recovery code in groups of four letters: 7K2M-0QXD-… */
export function recoveryCodeOf(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/gu) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)])
  return (letters.join('').match(/.{4}/gu) ?? []).join('-')
}

/**
 * What is stored of a recovery code. A fast hash is enough: the codes are random and have 80 bits, so
 * that nobody can try them all, which is what slow hashes protect passwords from.
 */
export function recoveryCodeHash(code: string): string {
  const bare = code
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/gu, '1')
    .replaceAll(/[^0-9A-Z]/gu, '')
  return createHash('sha256').update(bare).digest('hex')
}

import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'

import type { UserId } from '@tenantscope/contract/ids'
import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import { Secret, TOTP } from 'otpauth'

/** Returns a secret for the authenticator app: as text, and as the address in a QR code. */
export function enrollmentOf(
  secret: Buffer,
  username: string,
): { readonly secret: string; readonly uri: string } {
  const authenticator = authenticatorOf(secret, username)
  return { secret: authenticator.secret.base32, uri: authenticator.toString() }
}

/** Returns the time step of the code (RFC 6238), or null; clocks may differ by the window. */
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

/** 32 characters without I, L, O and U, which are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Formats a recovery code in groups of four letters: 7K2M-0QXD-… */
export function recoveryCodeOf(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/gu) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)])
  return (letters.join('').match(/.{4}/gu) ?? []).join('-')
}

/**
 * Returns the stored hash of a recovery code: slow, like that of a password, and salted by its user. The
 * same code has the same hash, so that one statement finds and takes it.
 */
export async function recoveryCodeHash(userId: UserId, code: string): Promise<string> {
  const key = await scryptOf(bareCode(code), `recovery code of ${userId}`, HASH_BYTES)
  return `scrypt.${key.toString('hex')}`
}

/** The hash of recovery codes that were created before; they stay valid until they are replaced. */
export const earlierRecoveryCodeHash = (code: string): string =>
  createHash('sha256').update(bareCode(code)).digest('hex')

/** False for texts of another length, for which the slow hash need not be computed. */
export const mayBeRecoveryCode = (code: string): boolean =>
  bareCode(code).length === (RECOVERY_CODE_BYTES * 8) / 5

const HASH_BYTES = 32
const scryptOf = promisify<string, string, number, Buffer>(scrypt)

const bareCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/gu, '1')
    .replaceAll(/[^0-9A-Z]/gu, '')

import { z } from 'zod'

import { PASSWORD } from './limits.ts'

/** The password rule for new or changed passwords, with the specification's messages (section 5). */
export const NewPassword = z
  .string('Password must be at least 12 characters')
  .min(PASSWORD.minLength, 'Password must be at least 12 characters')
  .regex(/\p{Lu}/u, 'Must include at least one uppercase letter')
  .regex(/\p{Ll}/u, 'Must include at least one lowercase letter')
  .regex(/\d/, 'Must include at least one number')
  .regex(/[^\p{L}\d\s]/u, 'Must include at least one special character')
  .refine(
    (password) => utf8Bytes(password) <= PASSWORD.maxBytes,
    'Password must be at most 72 bytes',
  )

/** Returns the number of bytes of a text in UTF-8; bcrypt limits passwords in bytes. */
export function utf8Bytes(text: string): number {
  return Array.from(text, bytesOf).reduce((sum, bytes) => sum + bytes, 0)
}

function bytesOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  if (codePoint < 0x80) return 1
  if (codePoint < 0x8_00) return 2
  return codePoint < 0x1_00_00 ? 3 : 4
}

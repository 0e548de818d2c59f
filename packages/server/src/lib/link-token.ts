import { createHash } from 'node:crypto'

/** A token that opens something without a sign-in is as hard to guess as a key of 256 bits. */
const TOKEN_BYTES = 32

/** Returns a new token for an address. */
export const newLinkToken = (random: (bytes: number) => Buffer): string =>
  random(TOKEN_BYTES).toString('base64url')

/** The stored hash of a token: a reader of the database cannot open links with it. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** 32 signs that nobody takes for one another, read out or typed. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789'
const GROUPS = 3
const GROUP_LENGTH = 4

/** A passphrase that can be told by phone, such as 'k7mp-9xq2-hd4t': 60 random bits. */
export function newPassphrase(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH))
  // 256 is a multiple of 32: every sign is as likely.
  const signs = Array.from(bytes, (byte) => SIGNS.charAt(byte % SIGNS.length)).join('')
  return (signs.match(/.{4}/g) ?? []).join('-')
}

import { createHash } from 'node:crypto'

/** A GUID that is the same for the same parts: ids of objects that Microsoft makes by itself. */
export function derivedGuid(...parts: readonly string[]): string {
  const hex = digest(parts).toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** An opaque id of 43 letters, as those of assignments and grants. */
export function derivedToken(...parts: readonly string[]): string {
  return digest(parts).toString('base64url')
}

/** A number from 0 up to, not including, the limit. */
export function derivedNumber(limit: number, ...parts: readonly string[]): number {
  return digest(parts).readUInt32BE(0) % limit
}

function digest(parts: readonly string[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest()
}

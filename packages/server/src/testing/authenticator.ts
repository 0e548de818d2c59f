import { createHmac } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows (RFC 6238), written down apart from the product's own way. */
export function codeAt(secretInBase32: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', bytesOf(secretInBase32)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** A code that belongs to no step around this moment. */
export function wrongCodeAt(secret: string, at: Date): string {
  const near = [-60, -30, 0, 30, 60].map((seconds) =>
    codeAt(secret, new Date(at.getTime() + seconds * 1_000)),
  )
  const candidates = ['000000', '111111', '222222', '333333', '444444', '555555']
  return candidates.find((each) => !near.includes(each)) ?? '666666'
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
  const octets = bits.join('').match(/.{8}/gu) ?? []
  return Buffer.from(octets.map((octet) => Number.parseInt(octet, 2)))
}

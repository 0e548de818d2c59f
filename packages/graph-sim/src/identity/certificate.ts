import { sign, type KeyObject } from 'node:crypto'

/** A minimal self-signed X.509 certificate (DER), as Microsoft publishes one with each key. */
export function selfSignedCertificate(
  commonName: string,
  publicKey: KeyObject,
  privateKey: KeyObject,
): Buffer {
  const algorithm = sequence(objectId('2a864886f70d01010b'), der(0x05, Buffer.alloc(0)))
  const name = sequence(
    der(0x31, sequence(objectId('550403'), der(0x0c, Buffer.from(commonName, 'utf8')))),
  )
  const validity = sequence(utcTime('250101000000Z'), utcTime('490101000000Z'))
  const serialNumber = der(0x02, Buffer.from([1]))
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' })
  const content = sequence(serialNumber, algorithm, name, validity, name, publicKeyInfo)
  const signature = sign('sha256', content, privateKey)
  return sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function utcTime(text: string): Buffer {
  return der(0x17, Buffer.from(text, 'ascii'))
}

/** Tag, length, value: lengths from 128 on are written as a count of bytes and the bytes. */
function der(tag: number, value: Buffer): Buffer {
  if (value.length < 128) return Buffer.concat([Buffer.from([tag, value.length]), value])
  const hex = value.length.toString(16)
  const length = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, value])
}

import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A PNG of one color; `claimed` is what its header says, which need not be true, `after` follows its end. */
export function pngOf(
  size: { width: number; height: number },
  more: {
    color?: readonly [number, number, number, number]
    claimed?: { width: number; height: number }
    after?: string
  } = {},
): Buffer {
  const { color = [200, 0, 0, 255], claimed = size, after = '' } = more
  const row = Buffer.from([0, ...Array.from({ length: size.width }, () => color).flat()])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claimed.width, 0)
  header.writeUInt32BE(claimed.height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: size.height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(after),
  ])
}

/** What a PNG says of itself, and the names of its parts. */
export function factsOfPng(png: Buffer): { width: number; height: number; chunks: string[] } {
  const chunks: string[] = []
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push(png.toString('latin1', at + 4, at + 8))
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), chunks }
}

/** The first byte row's filter aside, whether any pixel of an RGBA picture is not wholly opaque. */
export function holdsTransparency(png: Buffer): boolean {
  const { width } = factsOfPng(png)
  const data: Buffer[] = []
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const rows = inflateSync(Buffer.concat(data))
  return rows.readUInt8(4) !== 255 && rows.length % (1 + width * 4) === 0
}

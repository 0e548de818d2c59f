import { inflateRawSync, inflateSync } from 'node:zlib'

import { readPdf } from './read-pdf.ts'

/** Returns the unpacked content of a ZIP archive, with its names and comments. */
function unzipped(bytes: Buffer): string {
  const parts: string[] = []
  for (let at = bytes.length - 22; at >= 0; at -= 1) {
    if (bytes.readUInt32LE(at) !== 0x06_05_4b_50) continue
    let entry = bytes.readUInt32LE(at + 16)
    for (let count = bytes.readUInt16LE(at + 10); count > 0; count -= 1) {
      const [packed, name, extra, comment] = [
        bytes.readUInt32LE(entry + 20),
        bytes.readUInt16LE(entry + 28),
        bytes.readUInt16LE(entry + 30),
        bytes.readUInt16LE(entry + 32),
      ]
      const local = bytes.readUInt32LE(entry + 42)
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
      const body = bytes.subarray(start, start + packed)
      parts.push((bytes.readUInt16LE(entry + 10) === 8 ? inflateRawSync(body) : body).toString())
      entry += 46 + name + extra + comment
    }
    break
  }
  return parts.join('\n')
}

/** Returns the unpacked streams of a PDF, and the file itself. */
function inPdf(bytes: Buffer): string {
  const parts: string[] = [bytes.toString('latin1')]
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    if (bytes.subarray(at - 3, at).toString() === 'end') continue
    const start = bytes.indexOf('\n', at) + 1
    try {
      parts.push(inflateSync(bytes.subarray(start)).toString('latin1'))
    } catch {
      // Of another kind, such as a picture.
    }
  }
  return parts.join('\n')
}

/** Returns everything in a file as text, by its format. */
export const UNPACKED: Readonly<Record<string, (bytes: Buffer) => Promise<string>>> = {
  json: async (bytes) => bytes.toString(),
  csv: async (bytes) => bytes.toString(),
  xlsx: async (bytes) => unzipped(bytes),
  // The text that readers extract, and the raw bytes.
  pdf: async (bytes) => `${JSON.stringify(await readPdf(bytes))}\n${inPdf(bytes)}`,
}

/** As texts of a PDF may be written. */
export const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

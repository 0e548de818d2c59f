import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'

import { READ_LIMITS } from './read-limits.ts'

/** UTF-16 code units that are kept of a text: above every limit, so that a limit has the same effect. */
export const KEPT_UNITS =
  Math.max(READ_LIMITS.title, READ_LIMITS.description, READ_LIMITS.address, READ_LIMITS.words) + 64
/** Bytes that are searched before the event loop goes on. */
const SLICE_BYTES = 2 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const UNICODE_ESCAPE = 0x75
const UNICODE_ESCAPE_BYTES = 6

/**
 * Returns JSON whose texts are cut where they are much longer than any text of Microsoft, before they are
 * decoded and parsed: both take their time in one piece. Most answers have none and are returned as they are.
 */
export async function withoutLongTexts(json: Buffer): Promise<Buffer> {
  if (!mayHaveLongText(json)) return json
  const parts: Buffer[] = []
  let kept = 0
  let slice = SLICE_BYTES
  for (let quote = json.indexOf(QUOTE); quote !== -1;) {
    const { cutAt, end } = readText(json, quote + 1)
    if (cutAt !== null) {
      parts.push(json.subarray(kept, cutAt))
      kept = end
    }
    quote = json.indexOf(QUOTE, end + 1)
    if (end < slice) continue
    slice = end + SLICE_BYTES
    await nextTurnOfLoop()
  }
  return parts.length === 0 ? json : Buffer.concat([...parts, json.subarray(kept)])
}

/** Searches from quote to quote in steps as long as a text may be; false only where no text is longer. */
function mayHaveLongText(json: Buffer): boolean {
  let at = -1
  while (json.length - at > KEPT_UNITS) {
    const quote = json.lastIndexOf(QUOTE, at + KEPT_UNITS)
    if (quote <= at || json[quote - 1] === BACKSLASH) return true
    at = quote
  }
  return false
}

/** Returns the end of the text that begins here, and the position of its cut, null for a shorter text. */
function readText(json: Buffer, start: number): { cutAt: number | null; end: number } {
  let units = 0
  let at = start
  let cutAt: number | null = null
  while (at < json.length && json[at] !== QUOTE) {
    const size = characterSize(json, at)
    // Two escapes make one character: no cut between them.
    if (cutAt === null && units >= KEPT_UNITS && !isSecondHalf(json, at)) cutAt = at
    units += size === 4 ? 2 : 1
    at += size
  }
  // A text without an end is no JSON.
  return at < json.length ? { cutAt, end: at } : { cutAt: null, end: json.length }
}

/** Returns the number of bytes of a character or escape. */
function characterSize(json: Buffer, at: number): number {
  const byte = json[at] ?? 0
  if (byte === BACKSLASH) return json[at + 1] === UNICODE_ESCAPE ? UNICODE_ESCAPE_BYTES : 2
  if (byte < 0xc0) return 1
  if (byte < 0xe0) return 2
  return byte < 0xf0 ? 3 : 4
}

const D = 0x64
const C = 0x63
const LOWER_CASE = 0x20

/** True for the escapes from \udc00 to \udfff. */
function isSecondHalf(json: Buffer, at: number): boolean {
  if (json[at] !== BACKSLASH || json[at + 1] !== UNICODE_ESCAPE) return false
  const [first = 0, second = 0] = json.subarray(at + 2, at + 4)
  return (first | LOWER_CASE) === D && (second | LOWER_CASE) >= C
}

/** The limits of what is read from Microsoft: texts in UTF-16 code units, numbers as they are. */
export const READ_LIMITS = {
  /** Names, titles and other short texts; longer ones are cut. */
  title: 1_024,
  /** Descriptions and rules; longer ones are cut. */
  description: 32_768,
  /** The id of an object that is no GUID. A key of several ids must fit into an index of PostgreSQL. */
  id: 256,
  guid: 64,
  /** Sign-in names and mail addresses; RFC 5321 knows 320 at most. */
  address: 640,
  /** RFC 1035 has 253. */
  domain: 255,
  /** A text that is a list of words, such as the scopes of a grant; it is never cut. */
  words: 65_536,
  /** A number of seats, licenses or objects: a whole one from 0, as large as PostgreSQL's integer. */
  count: 2_147_483_647,
  /** Quotas, scores and days: exact in JavaScript. */
  number: Number.MAX_SAFE_INTEGER,
} as const

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')
/** Some of Microsoft's services send the first day of year 1 for a date that was never set. */
const FIRST_DATE = '0001-01-01T'
/** Enough for ISO 8601 with fractions and an offset. */
const DATE_LENGTH = 64

/** Returns the date as it was sent, null for one that was never set, undefined for one that is no date of the years 1 to 9999. */
export function readDate(text: string): string | null | undefined {
  if (text.startsWith(FIRST_DATE)) return null
  if (text.length > DATE_LENGTH) return undefined
  const time = Date.parse(text)
  return time >= FIRST_MOMENT && time <= LAST_MOMENT ? text : undefined
}

export const isCount = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= READ_LIMITS.count

export const isExact = (value: number): boolean => Math.abs(value) <= READ_LIMITS.number

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Longer than real graphemes, so that the segmenter reads only the surroundings of the cut. */
const SURROUNDINGS = 64

/** Returns the text, cut between two characters where it is longer than `length`. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const from = insideOf(text, Math.max(0, length - SURROUNDINGS))
  const around = text.slice(from, length + SURROUNDINGS)
  const start = graphemes.segment(around).containing(length - from)?.index ?? 0
  // A character that fills the surroundings is cut between two code points.
  return text.slice(0, start === 0 ? insideOf(text, length) : from + start)
}

/** Moves a position out of the middle of a surrogate pair. */
function insideOf(text: string, position: number): number {
  const isWithinPair = (text.codePointAt(position - 1) ?? 0) > 0xff_ff
  return isWithinPair ? position - 1 : position
}

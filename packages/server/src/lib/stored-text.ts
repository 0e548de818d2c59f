/** Text as PostgreSQL can keep it: it refuses NUL and surrogates without their other half. */
export function storedText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Blanks of every kind, what controls and formats, and marks without a letter to stand on. */
const NOTHING_TO_SEE = /^[\p{C}\p{Z}\p{M}]*$/u

/** What is kept of text that a person typed; null when nothing of it is ever seen. */
export function visibleText(text: string): string | null {
  const kept = storedText(text).trim()
  return NOTHING_TO_SEE.test(kept) ? null : kept
}

/** Blanks, and what controls, breaks lines or turns the letters around it. */
const BETWEEN_WORDS = /[ \p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** Text for one line of a file or a message, such as a name. */
export const oneLine = (text: string): string =>
  storedText(text).replaceAll(BETWEEN_WORDS, ' ').trim()

/**
 * JSON whose texts PostgreSQL can keep, for jsonb columns and json_to_recordset; of objects only these
 * properties, if any are named.
 */
export function storedJson(value: unknown, properties?: readonly string[]): string {
  const text = JSON.stringify(value, properties && [...properties])
  // What it refuses stands in JSON as \u0000 and \udXXX. A look at every value costs twice as much as
  // the whole text, so that only happens where one of them may be.
  if (!text.includes(String.raw`\u0000`) && !text.includes(String.raw`\ud`)) return text
  return JSON.stringify(JSON.parse(text), (_key, part: unknown) =>
    typeof part === 'string' ? storedText(part) : part,
  )
}

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment as ISO 8601 in UTC; null for text that names none which PostgreSQL would take. */
export function storedTime(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return time >= FIRST_MOMENT && time <= LAST_MOMENT ? new Date(time).toISOString() : null
}

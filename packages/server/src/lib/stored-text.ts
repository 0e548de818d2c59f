/** Replaces what PostgreSQL refuses in text: NUL and unpaired surrogates. */
export function storedText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Blanks, control and format characters, and marks without a letter. */
const NOTHING_TO_SEE = /^[\p{C}\p{Z}\p{M}]*$/u

/** Returns the text that is stored for user input; null when none of it is visible. */
export function visibleText(text: string): string | null {
  const kept = storedText(text).trim()
  return NOTHING_TO_SEE.test(kept) ? null : kept
}

/** Blanks, controls, line breaks and bidirectional marks. */
const BETWEEN_WORDS = /[ \p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu

/** Returns text for a single line of a file or message, such as a name. */
export const oneLine = (text: string): string =>
  storedText(text).replaceAll(BETWEEN_WORDS, ' ').trim()

/**
 * Serializes JSON that PostgreSQL accepts, for jsonb columns and json_to_recordset; if properties
 * are named, only those of objects.
 */
export function storedJson(value: unknown, properties?: readonly string[]): string {
  const text = JSON.stringify(value, properties && [...properties])
  // Refused characters are \u0000 and \udXXX in JSON. Checking every value takes twice as long, so
  // it is done only when one of them may be present.
  if (!text.includes(String.raw`\u0000`) && !text.includes(String.raw`\ud`)) return text
  return JSON.stringify(JSON.parse(text), (_key, part: unknown) =>
    typeof part === 'string' ? storedText(part) : part,
  )
}

const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns a moment as ISO 8601 in UTC; null for text that PostgreSQL would refuse. */
export function storedTime(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return time >= FIRST_MOMENT && time <= LAST_MOMENT ? new Date(time).toISOString() : null
}

// What spreadsheets take for a formula (OWASP, CSV injection), full-width forms too, also behind blanks.
// A program whose list separator is a semicolon or a tab cuts a cell there, so what follows counts as a
// beginning; so does what follows a line feed, for readers that do not know quotes.
const FORMULA = /^(?=\s*[=+\-@＝＋－＠]|[\t\r\n])|(?<=[;\t\r\n])(?=\s*[=+\-@＝＋－＠])/gu

const QUOTED = /[",;\t\r\n]|^\s|\s$/u

// Most texts are seen to be harmless sooner than looked through for what would harm.
const HARMLESS = /^[A-Za-z\d](?:[\w .@()':&/-]*[\w.@()':&/-])?$/
const SUSPECT = /[=+\-@＝＋－＠",;\t\r\n]|^\s|\s$/u

/** A text as a cell of a CSV file (RFC 4180); one that would be a formula begins with an apostrophe. */
export function csvCell(text: string | null): string {
  if (text === null || HARMLESS.test(text) || !SUSPECT.test(text)) return text ?? ''
  const neutralised = text.replace(FORMULA, "'")
  return QUOTED.test(neutralised) ? `"${neutralised.replaceAll('"', '""')}"` : neutralised
}

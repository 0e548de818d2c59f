/** Shown for a character without a font, and for a text without visible characters. */
export const BOX = 0x25a1

const ASCII = /^[\x20-\x7E]*$/
const BLANKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** Most texts are, and need no further look. */
export const isAscii = (text: string): boolean => ASCII.test(text)

/** Invisible characters that could turn or hide their neighbors; joiners are kept, letters need them. */
const UNSEEN = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--\p{Join_Control}]/gv

/** A text as it is drawn: composed, in one line, without controls; not empty unless only blanks
 * were there. */
export function drawable(text: string): string {
  if (isAscii(text)) return text.trimStart()
  const clean = text.toWellFormed().normalize('NFC').replaceAll(BLANKS, ' ').replaceAll(UNSEEN, '')
  return clean.trim() === '' && text !== '' ? String.fromCodePoint(BOX) : clean.trimStart()
}

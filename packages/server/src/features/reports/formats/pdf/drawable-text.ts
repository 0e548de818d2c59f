/** Shown for a character that no font has, and for a text of which nothing would be seen. */
export const BOX = 0x25a1

const ASCII = /^[\x20-\x7E]*$/
const BLANKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/** Most texts are, and need no further look. */
export const isAscii = (text: string): boolean => ASCII.test(text)

/** What is never seen but could turn or hide what stands beside it; joiners stay, letters need them. */
const UNSEEN = /[[\p{Cc}\p{Default_Ignorable_Code_Point}]--\p{Join_Control}]/gv

/** A text as it is drawn: composed, in one line, without controls; not empty unless only blanks
 * were there. */
export function drawable(text: string): string {
  if (isAscii(text)) return text.trimStart()
  const clean = text.toWellFormed().normalize('NFC').replaceAll(BLANKS, ' ').replaceAll(UNSEEN, '')
  return clean.trim() === '' && text !== '' ? String.fromCodePoint(BOX) : clean.trimStart()
}

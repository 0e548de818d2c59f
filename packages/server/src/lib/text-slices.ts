import { setImmediate as nextTurn } from 'node:timers/promises'

/** Small enough that encoding or sending one does not hold up anybody. */
const SLICE_CHARACTERS = 262_144

/** A text in parts, with a turn of the event loop between them; no part ends within a character. */
export async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length;) {
    if (from > 0) await nextTurn()
    const to = from + SLICE_CHARACTERS
    const end = isFirstHalf(text.charCodeAt(to - 1)) ? to - 1 : to
    yield text.slice(from, end)
    from = end
  }
}

/** Whether it is the first of the two units that make one character. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff
}

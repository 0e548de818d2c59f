import { setImmediate as nextTurn } from 'node:timers/promises'

/** Small enough that encoding or sending a slice does not block other requests. */
const SLICE_CHARACTERS = 262_144

/**
 * Splits a text into slices and yields to the event loop between them; no slice splits a character.
 */
export async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length;) {
    if (from > 0) await nextTurn()
    const to = from + SLICE_CHARACTERS
    const end = isFirstHalf(text.charCodeAt(to - 1)) ? to - 1 : to
    yield text.slice(from, end)
    from = end
  }
}

/** True for the first of two units that form one character. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff
}

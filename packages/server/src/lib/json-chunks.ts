import { storedJson } from './stored-text.ts'
import { createTimeSlices } from './time-slices.ts'

/** What one statement carries at most, unless a single row has more characters. */
const MOST = { rows: 500, characters: 256 * 1024 } as const

/**
 * Yields rows as JSON lists for json_to_recordset, one for each statement, so that neither readers nor the
 * event loop wait long: a row with 10,000 ids or long names counts as many others.
 */
export async function* jsonChunks(rows: Iterable<unknown>): AsyncGenerator<string> {
  const slices = createTimeSlices()
  let texts: string[] = []
  let characters = 0
  for (const row of rows) {
    const text = storedJson(row)
    const isFull = texts.length === MOST.rows || characters + text.length > MOST.characters
    if (isFull && texts.length > 0) {
      yield `[${texts.join(',')}]`
      texts = []
      characters = 0
    }
    texts.push(text)
    characters += text.length
    if (slices.isOver()) await slices.next()
  }
  if (texts.length > 0) yield `[${texts.join(',')}]`
}

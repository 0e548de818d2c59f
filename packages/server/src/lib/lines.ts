const NEWLINE = 0x0a

/** One line of a stream: its bytes without the newline, or null when it is longer than the limit. */
export type Line = Buffer | null

/** Splits a stream into lines. A line that is too long is skipped without being stored. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  { maxBytes }: { maxBytes: number },
): AsyncGenerator<Line, void, undefined> {
  let parts: Uint8Array[] = []
  let length = 0
  const add = (part: Uint8Array): void => {
    length += part.length
    if (length > maxBytes) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const take = (): Line => {
    const line = length > maxBytes ? null : Buffer.concat(parts)
    parts = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, at))
      yield take()
      from = at + 1
    }
    add(chunk.subarray(from))
  }
  if (length > 0) yield take()
}

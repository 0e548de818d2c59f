/**
 * The same bytes in chunks of one size, each with memory of its own, so that it can be handed to another
 * thread. What comes first is not held back: it tells the reader that the file has begun.
 */
export async function* inChunks(
  pieces: AsyncIterable<Uint8Array>,
  chunkBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk = new Uint8Array(chunkBytes)
  let used = 0
  let isFirst = true
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      const part = piece.subarray(from, from + chunkBytes - used)
      chunk.set(part, used)
      used += part.length
      from += part.length
      if (used < chunkBytes) continue
      yield chunk
      isFirst = false
      chunk = new Uint8Array(chunkBytes)
      used = 0
    }
    if (!isFirst || used === 0) continue
    yield chunk.slice(0, used)
    isFirst = false
    used = 0
  }
  if (used > 0) yield chunk.slice(0, used)
}

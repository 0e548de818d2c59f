/**
 * Splits bytes into chunks of one size, each with its own memory, so that it can be transferred to
 * another thread. The first bytes are sent at once: they show the reader that the file has started.
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

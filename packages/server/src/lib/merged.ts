/** Values of several sources as they come, until the first one ends or fails; the others end with it. */
export async function* merged<Value>(
  sources: readonly AsyncGenerator<Value, void>[],
): AsyncGenerator<Value, void> {
  const nextOf = (source: AsyncGenerator<Value, void>) =>
    source.next().then((result) => ({ source, result }))
  const waiting = new Map(sources.map((source) => [source, nextOf(source)]))
  try {
    for (;;) {
      const { source, result } = await Promise.race(waiting.values())
      if (result.done === true) return
      waiting.set(source, nextOf(source))
      yield result.value
    }
  } finally {
    // Nobody waits for these any more, whatever becomes of them.
    for (const next of waiting.values()) next.catch(() => undefined)
    for (const source of sources) source.return().catch(() => undefined)
  }
}

/**
 * Reads several collections at once, at most `width` at a time, and yields their pages as they come.
 * Each waits with its page until it is taken, so no more than `width` pages are held. Reading begins
 * at the call; a reader that stops early ends the sources by their signal.
 */
export function mergePages<T>(
  sources: readonly (() => AsyncIterator<T, void, undefined>)[],
  width: number,
): AsyncGenerator<T, void, undefined> {
  type Step = { source: AsyncIterator<T, void, undefined>; result: IteratorResult<T, void> }
  const pending = new Map<AsyncIterator<T, void, undefined>, Promise<Step>>()
  let started = 0

  function pull(source: AsyncIterator<T, void, undefined>): void {
    const step = source.next().then((result) => ({ source, result }))
    // Where one fails, the others are no longer waited for, and may fail unheard.
    step.catch(() => undefined)
    pending.set(source, step)
  }

  function startNext(): void {
    const start = sources[started]
    if (!start) return
    started += 1
    pull(start())
  }

  async function* merged(): AsyncGenerator<T, void, undefined> {
    while (pending.size > 0) {
      const { source, result } = await Promise.race(pending.values())
      pending.delete(source)
      if (result.done) startNext()
      else {
        pull(source)
        yield result.value
      }
    }
  }

  while (started < Math.min(width, sources.length)) startNext()
  return merged()
}

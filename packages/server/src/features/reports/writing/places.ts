interface Waiter {
  readonly admit: () => void
  readonly onPosition: (position: number) => void
}

/** Limits simultaneous work; the others wait in the order of their requests. */
export function createPlaces(count: number) {
  const line: Waiter[] = []
  let free = count

  const tellPositions = (from = 0): void => {
    for (const [at, { onPosition }] of line.entries()) if (at >= from) onPosition(at + 1)
  }

  const leaveOnce = (): (() => void) => {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const next = line.shift()
      if (next === undefined) {
        free += 1
        return
      }
      next.admit()
      tellPositions()
    }
  }

  const waitInLine = (
    signal: AbortSignal,
    onPosition: (position: number) => void,
  ): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const giveUp = (): void => {
        const at = line.indexOf(waiter)
        line.splice(at, 1)
        tellPositions(at)
        reject(signal.reason)
      }
      const waiter: Waiter = {
        admit() {
          signal.removeEventListener('abort', giveUp)
          resolve(leaveOnce())
        },
        onPosition,
      }
      signal.addEventListener('abort', giveUp, { once: true })
      line.push(waiter)
      onPosition(line.length)
    })

  return {
    /**
     * Waits for a place; `onPosition` is called with the position (1 is the next) whenever it changes.
     * The returned function releases the place. Rejects with the signal's reason.
     */
    async take(signal: AbortSignal, onPosition: (position: number) => void): Promise<() => void> {
      signal.throwIfAborted()
      if (free > 0) {
        free -= 1
        return leaveOnce()
      }
      const leave = await waitInLine(signal, onPosition)
      if (!signal.aborted) return leave
      leave()
      throw signal.reason
    },
    /** True when a request is waiting. */
    hasLine: (): boolean => line.length > 0,
  }
}

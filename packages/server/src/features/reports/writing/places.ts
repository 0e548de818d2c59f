export interface Places {
  /**
   * Waits in line for one of the places; `onPosition` hears 1 for who is next, and again whenever it
   * changes. Holds the place until what it returns is called. Rejects with the signal's reason.
   */
  take(signal: AbortSignal, onPosition: (position: number) => void): Promise<() => void>
  /** Whether anybody waits. */
  hasLine(): boolean
}

interface Waiter {
  readonly admit: () => void
  readonly onPosition: (position: number) => void
}

/** So many at once, the others in the order of asking. */
export function createPlaces(count: number): Places {
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
    async take(signal, onPosition) {
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
    hasLine: () => line.length > 0,
  }
}

import { DatabaseUnavailable } from '../errors.ts'

export type ConnectionQueue = {
  /** Waits for its turn; the caller holds the one connection until it calls what this returns. */
  acquire(): Promise<() => void>
  /** Refuses everybody who waits and everybody who comes later. */
  fail(error: Error): void
}

type Waiter = { admit: () => void; refuse: (error: Error) => void }

/** Hands one connection to one holder at a time, in the order of asking. */
export function createConnectionQueue(options: { waitTimeoutMs: number }): ConnectionQueue {
  const waiters: Waiter[] = []
  let isHeld = false
  let failure: Error | null = null

  const releaseOnce = (): (() => void) => {
    let released = false
    return () => {
      if (released) return
      released = true
      const next = waiters.shift()
      if (next === undefined) isHeld = false
      else next.admit()
    }
  }

  const waitForTurn = (): Promise<() => void> =>
    new Promise((resolve, reject) => {
      // Asking for a second connection inside a transaction would otherwise wait for itself for ever.
      const timeout = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(
          new DatabaseUnavailable(
            `Waited ${options.waitTimeoutMs} ms for the embedded database's only connection; a transaction holds it`,
          ),
        )
      }, options.waitTimeoutMs)
      const waiter: Waiter = {
        admit() {
          clearTimeout(timeout)
          resolve(releaseOnce())
        },
        refuse(error) {
          clearTimeout(timeout)
          reject(error)
        },
      }
      waiters.push(waiter)
    })

  return {
    async acquire() {
      if (failure !== null) throw failure
      if (isHeld) return waitForTurn()
      isHeld = true
      return releaseOnce()
    },
    fail(error) {
      failure ??= error
      for (const waiter of waiters.splice(0)) waiter.refuse(error)
    },
  }
}

import { DatabaseUnavailable } from '../errors.ts'

export type ConnectionQueue = ReturnType<typeof createConnectionQueue>

type Waiter = { admit: () => void; refuse: (error: Error) => void }

/** Gives one connection to one holder at a time, in the order of requests. */
export function createConnectionQueue(options: { waitTimeoutMs: number }) {
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
      // Requesting a second connection inside a transaction would otherwise wait forever.
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
    /** Waits for the connection; the caller holds it until it calls the returned function. */
    async acquire(): Promise<() => void> {
      if (failure !== null) throw failure
      if (isHeld) return waitForTurn()
      isHeld = true
      return releaseOnce()
    },
    /** Rejects all current and future waiters. */
    fail(error: Error): void {
      failure ??= error
      for (const waiter of waiters.splice(0)) waiter.refuse(error)
    },
  }
}

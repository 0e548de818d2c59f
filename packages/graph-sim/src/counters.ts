/** What the simulator saw since it started or since the counters were reset. */
export interface Counts {
  /** HTTP requests to Microsoft's hosts. */
  requests: number
  /** Graph requests; those inside a batch each count. */
  graphRequests: number
  tokenRequests: number
  resourceUnits: number
  /** Refused because a limit was reached. */
  throttled: number
  /** Came although the tenant had been told to wait. */
  violations: number
  /** Answers that a transport fault spoiled. */
  faults: number
}

export interface Counters {
  count(what: keyof Counts, amount?: number): void
  read(): Counts
  reset(): void
}

const NOTHING: Counts = {
  requests: 0,
  graphRequests: 0,
  tokenRequests: 0,
  resourceUnits: 0,
  throttled: 0,
  violations: 0,
  faults: 0,
}

export function createCounters(): Counters {
  let counts = { ...NOTHING }
  return {
    count(what, amount = 1) {
      counts[what] += amount
    },
    read: () => ({ ...counts }),
    reset() {
      counts = { ...NOTHING }
    },
  }
}

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
  /** Requests that came during an announced wait. */
  violations: number
  /** Answers that a transport fault spoiled. */
  faults: number
  /** Bytes of the bodies of Microsoft's answers, as they went over the wire. */
  bytesSent: number
}

/** The same by name. */
interface CountsByName {
  /** 'identity', or the service of Graph that limits the path. */
  readonly requestsByService: Readonly<Record<string, number>>
  /** By method and pattern: 'GET /users/{id}'. */
  readonly requestsByPath: Readonly<Record<string, number>>
  readonly throttledByService: Readonly<Record<string, number>>
  /** Answers that a fault of any kind changed. */
  readonly faultsByName: Readonly<Record<string, number>>
}

export interface Counters {
  count(what: keyof Counts, amount?: number): void
  /** Counts one of that name. */
  note(what: keyof CountsByName, name: string): void
  read(): Counts
  readByName(): CountsByName
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
  bytesSent: 0,
}

export function createCounters(): Counters {
  let counts = { ...NOTHING }
  let named = noNames()
  return {
    count(what, amount = 1) {
      counts[what] += amount
    },
    note(what, name) {
      named[what].set(name, (named[what].get(name) ?? 0) + 1)
    },
    read: () => ({ ...counts }),
    readByName: () => ({
      requestsByService: Object.fromEntries(named.requestsByService),
      requestsByPath: Object.fromEntries(named.requestsByPath),
      throttledByService: Object.fromEntries(named.throttledByService),
      faultsByName: Object.fromEntries(named.faultsByName),
    }),
    reset() {
      counts = { ...NOTHING }
      named = noNames()
    },
  }
}

function noNames(): Record<keyof CountsByName, Map<string, number>> {
  return {
    requestsByService: new Map(),
    requestsByPath: new Map(),
    throttledByService: new Map(),
    faultsByName: new Map(),
  }
}

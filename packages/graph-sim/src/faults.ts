import { createRandom, type Random } from './random.ts'

/** What can go wrong at the transport, by name; each answers in the manner of the service it hits. */
export const TRANSPORT_FAULT_NAMES = [
  'throttle',
  'throttle-date',
  'throttle-silent',
  'throttle-storm',
  'unavailable',
  'html-error',
  'empty-error',
  'gateway-timeout',
  'no-answer',
  'reset',
  'truncated',
  'latency',
  'slow',
  'slow-body',
] as const
/** What can go wrong when a token is asked for, or in the token itself. */
const TOKEN_FAULTS = [
  'consent-withdrawn',
  'roles-removed',
  'secret-expired',
  'wrong-secret',
  'app-disabled',
  'app-removed',
  'forged-id-token',
  'roles-unclaimed',
  'auth-time-unclaimed',
  'auth-time-old',
  'foreign-directory',
  'app-not-found',
  'access-blocked',
  'mfa-required',
  'consent-missing',
  'certificate-expired',
  'federation-unmatched',
  'tenant-throttled',
  'directory-unavailable',
  'external-retryable',
  'budget-exceeded',
  'request-timeout',
  'cross-cloud',
  'consent-propagating',
  'roles-propagating',
  'principal-propagating',
  'consent-cancel-denied',
  'consent-error-stateless',
  'refused-by-code',
] as const
/** What Graph may answer without breaking its protocol, though few clients expect it. */
const ANSWER_FAULTS = [
  'empty-page',
  'short-pages',
  'smaller-pages',
  'unknown-members',
  'not-licensed',
  'not-provisioned',
  'expired-page',
  'expired-delta',
  'lost-delta',
  'sparse-delta',
  'repeated-changes',
  'nested-error',
  'token-revoked',
  'report-unmarked',
  'blocked-registered',
] as const

export const FAULT_NAMES = [...TRANSPORT_FAULT_NAMES, ...TOKEN_FAULTS, ...ANSWER_FAULTS] as const

export type FaultName = (typeof FAULT_NAMES)[number]
export type AnswerFaultName = (typeof ANSWER_FAULTS)[number]
type TransportFaultName = (typeof TRANSPORT_FAULT_NAMES)[number]

export interface FaultOptions {
  /** Absent: every tenant. */
  readonly tenantId?: string | undefined
  /**
   * Parts of the paths that it hits. Absent: a transport fault other than latency hits Graph only;
   * with them it may hit the token endpoint too.
   */
  readonly paths?: readonly string[] | undefined
  /** It clears itself after that many answers. */
  readonly times?: number | undefined
  /**
   * How likely it hits, above 0 to 1; absent: always. Whether it does is settled by the seed, the
   * tenant, the path and how often that was asked before: other tenants' requests in between
   * change nothing.
   */
  readonly chance?: number | undefined
  /** For a chance: draws the same again, whatever faults there were before; absent: the fault's id. */
  readonly seed?: number | undefined
  /** Of Retry-After, or of the delay. */
  readonly seconds?: number | undefined
  /** Which permissions 'roles-removed' takes away; absent: all. */
  readonly roles?: readonly string[] | undefined
  /** Of 'refused-by-code': the number after AADSTS. It hits tokens, sign-ins and consents. */
  readonly code?: number | undefined
  /** Of 'refused-by-code': the OAuth error and the text; absent: those of the simulator, if it knows the code. */
  readonly error?: string | undefined
  readonly text?: string | undefined
}

export interface Fault extends FaultOptions {
  readonly id: string
  readonly name: FaultName
}

/** One hit of a fault. */
type FaultHit<Name extends FaultName = FaultName> = Fault & {
  readonly name: Name
  /** How many answers it hit before. */
  readonly turn: number
}

/** A fault at the transport. */
export type TransportFault = FaultHit<TransportFaultName>

/** What a fault may hit. */
export interface FaultTarget {
  readonly service: 'identity' | 'graph'
  readonly tenantId: string | undefined
  readonly path: string
  /** Only faults that name a part of the path hit. */
  readonly isByPathOnly?: boolean
}

export interface Faults {
  add(name: FaultName, options?: FaultOptions): Fault
  list(): Fault[]
  /** Removes one by its id, or all of a name, or all. */
  clear(which?: { id?: string; name?: FaultName; tenantId?: string }): number
  /** The first fault of these names that hits the target, latency after all others; counts as one answer of it. */
  take<Name extends FaultName>(
    names: readonly Name[],
    target: FaultTarget,
  ): FaultHit<Name> | undefined
}

interface FaultsDeps {
  readonly random: Random
  readonly onHit: (fault: Fault) => void
}

interface Entry {
  readonly fault: Fault
  turn: number
  readonly times: number
  /** How often each tenant's path was asked, while there is a chance. */
  readonly asked: Map<string, number>
}

export function isFaultName(name: string): name is FaultName {
  return FAULT_NAMES.some((each) => each === name)
}

export function createFaults(deps: Partial<FaultsDeps> = {}): Faults {
  const { random = createRandom('faults'), onHit = () => undefined } = deps
  let entries: Entry[] = []
  let lastId = 0

  function isDrawn({ fault, asked }: Entry, { tenantId, path }: FaultTarget): boolean {
    if (fault.chance === undefined) return true
    const key = `${tenantId ?? ''}${path}`
    const before = asked.get(key) ?? 0
    asked.set(key, before + 1)
    const drawn = `${fault.name}/${fault.seed ?? `id ${fault.id}`}/${key}/${before}`
    return random.fork(drawn).chance(fault.chance)
  }

  return {
    add(name, options = {}) {
      lastId += 1
      const fault = { ...options, id: String(lastId), name }
      const times = options.times ?? Number.POSITIVE_INFINITY
      entries = latencyLast([...entries, { fault, turn: 0, times, asked: new Map() }])
      return fault
    },
    list: () =>
      entries.map(({ fault, times, turn }) =>
        Number.isFinite(times) ? { ...fault, times: times - turn } : fault,
      ),
    clear(which = {}) {
      const kept = entries.filter(({ fault }) => !isMeant(fault, which))
      const cleared = entries.length - kept.length
      entries = kept
      return cleared
    },
    take(names, target) {
      for (const entry of entries) {
        const { fault, turn } = entry
        const name = names.find((each) => each === fault.name)
        if (name === undefined || !hits(fault, target) || !isDrawn(entry, target)) continue
        entry.turn += 1
        if (entry.turn >= entry.times) entries = entries.filter((each) => each !== entry)
        onHit(fault)
        return { ...fault, name, turn }
      }
      return undefined
    },
  }
}

/** A far-away Microsoft is far away all the time: that must not keep other faults from their turn. */
function latencyLast(entries: readonly Entry[]): Entry[] {
  const isLatency = ({ fault }: Entry) => fault.name === 'latency'
  return [...entries.filter((entry) => !isLatency(entry)), ...entries.filter(isLatency)]
}

function isMeant(fault: Fault, which: { id?: string; name?: FaultName; tenantId?: string }) {
  return (
    (which.id === undefined || which.id === fault.id) &&
    (which.name === undefined || which.name === fault.name) &&
    (which.tenantId === undefined || which.tenantId === fault.tenantId)
  )
}

function hits(fault: Fault, target: FaultTarget): boolean {
  if (fault.tenantId !== undefined && fault.tenantId !== target.tenantId) return false
  if (fault.paths) return fault.paths.some((part) => target.path.includes(part))
  if (target.isByPathOnly) return false
  return target.service === 'graph' || fault.name === 'latency' || !isTransportFault(fault.name)
}

export function isTransportFault(name: FaultName): boolean {
  return TRANSPORT_FAULT_NAMES.some((each) => each === name)
}

/** What can go wrong at the transport, by name; each answers in the manner of the service it hits. */
export const TRANSPORT_FAULT_NAMES = [
  'throttle',
  'throttle-date',
  'throttle-silent',
  'unavailable',
  'html-error',
  'empty-error',
  'reset',
  'truncated',
  'slow',
] as const
/** What can go wrong when a token is asked for, or in the token itself. */
const TOKEN_FAULTS = [
  'consent-withdrawn',
  'roles-removed',
  'secret-expired',
  'wrong-secret',
  'app-disabled',
  'forged-id-token',
  'foreign-directory',
] as const
/** What Graph may answer without breaking its protocol, though few clients expect it. */
const ANSWER_FAULTS = ['empty-page', 'unknown-members', 'not-licensed'] as const

export const FAULT_NAMES = [...TRANSPORT_FAULT_NAMES, ...TOKEN_FAULTS, ...ANSWER_FAULTS] as const

export type FaultName = (typeof FAULT_NAMES)[number]
type TransportFaultName = (typeof TRANSPORT_FAULT_NAMES)[number]

export interface FaultOptions {
  /** Absent: every tenant. */
  readonly tenantId?: string | undefined
  /**
   * Parts of the paths that it hits. Absent: a transport fault hits Graph only; with them it may
   * hit the token endpoint too.
   */
  readonly paths?: readonly string[] | undefined
  /** It clears itself after that many answers. */
  readonly times?: number | undefined
  /** Of Retry-After, or of the delay. */
  readonly seconds?: number | undefined
  /** Which permissions 'roles-removed' takes away; absent: all. */
  readonly roles?: readonly string[] | undefined
}

export interface Fault extends FaultOptions {
  readonly id: string
  readonly name: FaultName
}

/** A fault at the transport. */
export type TransportFault = Fault & { readonly name: TransportFaultName }

/** What a fault may hit. */
export interface FaultTarget {
  readonly service: 'identity' | 'graph'
  readonly tenantId: string | undefined
  readonly path: string
}

export interface Faults {
  add(name: FaultName, options?: FaultOptions): Fault
  list(): Fault[]
  /** Removes one by its id, or all of a name, or all. */
  clear(which?: { id?: string; name?: FaultName; tenantId?: string }): number
  /** The first fault of these names that hits the target; counts as one answer of it. */
  take<Name extends FaultName>(
    names: readonly Name[],
    target: FaultTarget,
  ): (Fault & { readonly name: Name }) | undefined
}

export function isFaultName(name: string): name is FaultName {
  return FAULT_NAMES.some((each) => each === name)
}

export function createFaults(): Faults {
  let faults: (Fault & { left: number })[] = []
  let lastId = 0

  return {
    add(name, options = {}) {
      lastId += 1
      const fault = { ...options, id: String(lastId), name }
      faults.push({ ...fault, left: options.times ?? Number.POSITIVE_INFINITY })
      return fault
    },
    list: () =>
      faults.map(({ left, ...fault }) =>
        Number.isFinite(left) ? { ...fault, times: left } : fault,
      ),
    clear(which = {}) {
      const kept = faults.filter((fault) => !isMeant(fault, which))
      const cleared = faults.length - kept.length
      faults = kept
      return cleared
    },
    take(names, target) {
      const hit = faults.find(
        (fault): fault is typeof fault & { name: (typeof names)[number] } =>
          names.some((name) => name === fault.name) && hits(fault, target),
      )
      if (!hit) return undefined
      hit.left -= 1
      if (hit.left <= 0) faults = faults.filter((fault) => fault !== hit)
      return hit
    },
  }
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
  return !isTransportFault(fault.name) || target.service === 'graph'
}

function isTransportFault(name: FaultName): boolean {
  return TRANSPORT_FAULT_NAMES.some((each) => each === name)
}

import type { Counters } from './counters.ts'
import { createTokenBucket, type BucketSize, type TokenBucket } from './token-bucket.ts'

/** Which of Microsoft's services answers; each has limits of its own. */
export type GraphService =
  | 'directory'
  | 'conditional-access'
  /** Sign-in log, registration details: 5 requests in 10 s for a tenant, 122 over all. */
  | 'identity-reports'
  /** /reports/get*: 14 in 10 minutes for each report of a tenant, 40 for all applications there. */
  | 'usage-reports'
  /** Secure score: 150 a minute, 4 at a time. */
  | 'security'

export interface Charge {
  readonly appId: string
  readonly tenantId: string
  readonly tenantPeople: number
  readonly service: GraphService
  readonly units: number
  readonly readsSignInActivity: boolean
  /** Which usage report, such as getOffice365ActiveUserDetail; null for every other path. */
  readonly report: string | null
}

/** A refusal for too many requests. */
export interface Throttle {
  /** null: Microsoft does not say how long to wait. */
  readonly retryAfterSeconds: number | null
  readonly headers: Readonly<Record<string, string>>
}

/** A request that may run, and what ends it; or why it may not. */
export type Entry = { readonly leave: () => void } | { readonly throttle: Throttle }

export interface Limits {
  /** Takes what the request costs; gives the refusal when a limit is reached. */
  charge(charge: Charge): Throttle | undefined
  /** How full the fullest bucket of the tenant is, 0 to 1. */
  usedShare(charge: Charge): number
  /** Holds one of a limited number of concurrent slots until it is released. */
  enter(charge: Charge): Entry
  /** Counts a request that came during an announced wait. */
  noteArrival(charge: Charge): void
  /** Records a wait that a fault announced; a limit records its own. */
  announceWait(charge: Charge, seconds: number): void
}

interface LimitsDeps {
  readonly now: () => number
  /** The limits' clock runs that many times faster. */
  readonly speed: number
  readonly counters: Counters
  /** Requests that were on their way when the wait was announced are no violation. */
  readonly graceMs: number
  /** Calls back when a client of this process could read what was announced: after so many milliseconds. */
  readonly onceHeard: (then: (waitedMs: number) => void) => void
}

interface Rule {
  readonly key: string
  readonly size: BucketSize
  readonly units: number
  readonly scope: 'Tenant_Application' | 'Tenant' | 'Application'
  readonly isSilent?: boolean
}

/** Microsoft's page "Microsoft Graph service-specific throttling limits". */
const SMALL = { capacity: 3_500, perSeconds: 10 }
const MEDIUM = { capacity: 5_000, perSeconds: 10 }
const LARGE = { capacity: 8_000, perSeconds: 10 }
const APP_UNITS = { capacity: 150_000, perSeconds: 20 }
const APP_REQUESTS = { capacity: 130_000, perSeconds: 10 }
const CONDITIONAL_ACCESS = { capacity: 1, perSeconds: 1 }
const SIGN_IN_ACTIVITY = { capacity: 10, perSeconds: 60 }
const IDENTITY_REPORTS = { capacity: 5, perSeconds: 10 }
const APP_IDENTITY_REPORTS = { capacity: 122, perSeconds: 10 }
const USAGE_REPORT = { capacity: 14, perSeconds: 600 }
const TENANT_USAGE_REPORTS = { capacity: 40, perSeconds: 600 }
/** Microsoft's second limit, 10,000 in ten minutes, cannot be reached within this one. */
const SECURITY = { capacity: 150, perSeconds: 60 }
const SECURITY_AT_A_TIME = 4

export function createLimits(deps: LimitsDeps): Limits {
  const buckets = new Map<string, TokenBucket>()
  const running = new Map<string, number>()
  const waits = new Map<string, { fromMs: number; untilMs: number }>()
  const startedAt = deps.now()
  const clockMs = () => (deps.now() - startedAt) * deps.speed

  function bucketOf(rule: Rule): TokenBucket {
    const bucket = buckets.get(rule.key) ?? createTokenBucket(rule.size)
    buckets.set(rule.key, bucket)
    return bucket
  }

  function announce(rules: readonly Rule[], seconds: number): void {
    const now = deps.now()
    const wait = { fromMs: Number.POSITIVE_INFINITY, untilMs: now + seconds * 1000 }
    for (const { key } of rules) waits.set(key, wait)
    deps.onceHeard((waitedMs) => {
      wait.fromMs = now + waitedMs + deps.graceMs
    })
  }

  function isToldToWait({ key }: Rule): boolean {
    const wait = waits.get(key)
    if (!wait) return false
    const now = deps.now()
    if (now >= wait.untilMs) waits.delete(key)
    return now > wait.fromMs && now < wait.untilMs
  }

  function countThrottled({ service }: Charge): void {
    deps.counters.count('throttled')
    deps.counters.note('throttledByService', service)
  }

  return {
    charge(charge) {
      const reached = rulesOf(charge).filter((rule) => !bucketOf(rule).take(rule.units, clockMs()))
      const [rule] = reached
      if (!rule) return undefined
      countThrottled(charge)
      if (rule.isSilent) return { retryAfterSeconds: null, headers: {} }
      const wait = Math.max(...reached.map((each) => bucketOf(each).secondsUntil(each.units)))
      const retryAfterSeconds = Math.max(1, Math.ceil(wait / deps.speed))
      announce(reached, retryAfterSeconds)
      return { retryAfterSeconds, headers: throttleHeaders(rule.scope, charge) }
    },
    usedShare: (charge) =>
      Math.max(...rulesOf(charge).map((rule) => (rule.isSilent ? 0 : bucketOf(rule).usedShare()))),
    enter(charge) {
      if (charge.service !== 'security') return { leave() {} }
      const key = `${charge.appId}/${charge.tenantId}`
      const atWork = running.get(key) ?? 0
      if (atWork >= SECURITY_AT_A_TIME) {
        // What is refused counts too.
        for (const rule of rulesOf(charge)) bucketOf(rule).take(rule.units, clockMs())
        countThrottled(charge)
        announce(budgetOf(charge), 1)
        const headers = throttleHeaders('Tenant_Application', charge)
        return { throttle: { retryAfterSeconds: 1, headers } }
      }
      running.set(key, atWork + 1)
      return {
        leave: () => running.set(key, (running.get(key) ?? 1) - 1),
      }
    },
    noteArrival(charge) {
      if (rulesOf(charge).some(isToldToWait)) deps.counters.count('violations')
    },
    announceWait: (charge, seconds) => announce(budgetOf(charge), seconds),
  }
}

/** Several limits count at once; the first that is reached wins. */
function rulesOf(charge: Charge): Rule[] {
  const { appId } = charge
  return [
    { key: `requests/${appId}`, size: APP_REQUESTS, units: 1, scope: 'Application' },
    ...RULES[charge.service](charge),
  ]
}

/** The narrowest limit of such requests: what a wait that names nothing else is about. */
function budgetOf(charge: Charge): Rule[] {
  const rule = rulesOf(charge).findLast(({ scope }) => scope !== 'Application')
  return rule ? [rule] : []
}

const RULES: Record<GraphService, (charge: Charge) => Rule[]> = {
  directory: (charge) => [
    ...unitRules(charge),
    ...(charge.readsSignInActivity ? signInActivityRules(charge) : []),
  ],
  'conditional-access': ({ tenantId }) => [
    {
      key: `conditional-access/${tenantId}`,
      size: CONDITIONAL_ACCESS,
      units: 1,
      scope: 'Tenant',
      isSilent: true,
    },
  ],
  'identity-reports': ({ appId, tenantId }) => [
    {
      key: `identity-reports/${appId}/${tenantId}`,
      size: IDENTITY_REPORTS,
      units: 1,
      scope: 'Tenant_Application',
    },
    {
      key: `identity-reports/${appId}`,
      size: APP_IDENTITY_REPORTS,
      units: 1,
      scope: 'Application',
    },
  ],
  'usage-reports': ({ appId, tenantId, report }) => [
    { key: `usage-reports/${tenantId}`, size: TENANT_USAGE_REPORTS, units: 1, scope: 'Tenant' },
    {
      key: `usage-reports/${appId}/${tenantId}/${report}`,
      size: USAGE_REPORT,
      units: 1,
      scope: 'Tenant_Application',
    },
  ],
  security: ({ appId, tenantId }) => [
    {
      key: `security/${appId}/${tenantId}`,
      size: SECURITY,
      units: 1,
      scope: 'Tenant_Application',
    },
  ],
}

function unitRules({ appId, tenantId, tenantPeople, units }: Charge): Rule[] {
  return [
    {
      key: `units/${appId}/${tenantId}`,
      size: sizeOf(tenantPeople),
      units,
      scope: 'Tenant_Application',
    },
    { key: `units/${appId}`, size: APP_UNITS, units, scope: 'Application' },
  ]
}

function signInActivityRules({ appId, tenantId }: Charge): Rule[] {
  return [
    {
      key: `sign-in-activity/${appId}/${tenantId}`,
      size: SIGN_IN_ACTIVITY,
      units: 1,
      scope: 'Tenant_Application',
    },
    { key: `sign-in-activity/${appId}`, size: SIGN_IN_ACTIVITY, units: 1, scope: 'Application' },
  ]
}

/** Microsoft sizes tenants by their people: below 50, to 500, above. */
function sizeOf(people: number): BucketSize {
  if (people < 50) return SMALL
  return people <= 500 ? MEDIUM : LARGE
}

/** The other reasons, CPULimitExceeded and WriteLimitExceeded, concern writes only. */
function throttleHeaders(scope: Rule['scope'], { appId, tenantId }: Charge) {
  return {
    'x-ms-throttle-scope': `${scope}/ReadWrite/${appId}/${tenantId}`,
    'x-ms-throttle-information': 'ResourceUnitLimitExceeded',
  }
}

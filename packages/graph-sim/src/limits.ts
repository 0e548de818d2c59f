import type { Counters } from './counters.ts'
import { createTokenBucket, type BucketSize, type TokenBucket } from './token-bucket.ts'

/** Which of Microsoft's services answers; each has limits of its own. */
export type GraphService = 'directory' | 'conditional-access'

export interface Charge {
  readonly appId: string
  readonly tenantId: string
  readonly tenantPeople: number
  readonly service: GraphService
  readonly units: number
  readonly readsSignInActivity: boolean
}

/** A refusal for too many requests. */
export interface Throttle {
  /** null: Microsoft does not say how long to wait. */
  readonly retryAfterSeconds: number | null
  readonly headers: Readonly<Record<string, string>>
}

export interface Limits {
  /** Takes what the request costs; gives the refusal when a limit is reached. */
  charge(charge: Charge): Throttle | undefined
  /** How full the fullest bucket of the tenant is, 0 to 1. */
  usedShare(charge: Charge): number
  /** Counts a request that came while its tenant had been told to wait. */
  noteArrival(tenantId: string): void
  /** The tenant was told to wait, by a limit or by a fault. */
  announceWait(tenantId: string, seconds: number): void
}

export interface LimitsDeps {
  readonly now: () => number
  /** The limits' clock runs that many times faster. */
  readonly speed: number
  readonly counters: Counters
  /** Requests that were on their way when the wait was announced are no violation. */
  readonly graceMs: number
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

export function createLimits(deps: LimitsDeps): Limits {
  const buckets = new Map<string, TokenBucket>()
  const waits = new Map<string, { fromMs: number; untilMs: number }>()
  const startedAt = deps.now()
  const clockMs = () => (deps.now() - startedAt) * deps.speed

  function bucketOf(rule: Rule): TokenBucket {
    const bucket = buckets.get(rule.key) ?? createTokenBucket(rule.size)
    buckets.set(rule.key, bucket)
    return bucket
  }

  function announceWait(tenantId: string, seconds: number): void {
    const now = deps.now()
    waits.set(tenantId, { fromMs: now + deps.graceMs, untilMs: now + seconds * 1000 })
  }

  return {
    charge(charge) {
      const reached = rulesOf(charge).filter((rule) => !bucketOf(rule).take(rule.units, clockMs()))
      const [rule] = reached
      if (!rule) return undefined
      deps.counters.count('throttled')
      if (rule.isSilent) return { retryAfterSeconds: null, headers: {} }
      const wait = Math.max(...reached.map((each) => bucketOf(each).secondsUntil(each.units)))
      const retryAfterSeconds = Math.max(1, Math.ceil(wait / deps.speed))
      announceWait(charge.tenantId, retryAfterSeconds)
      return { retryAfterSeconds, headers: throttleHeaders(rule, charge) }
    },
    usedShare: (charge) =>
      Math.max(...rulesOf(charge).map((rule) => (rule.isSilent ? 0 : bucketOf(rule).usedShare()))),
    noteArrival(tenantId) {
      const wait = waits.get(tenantId)
      if (!wait) return
      const now = deps.now()
      if (now >= wait.untilMs) waits.delete(tenantId)
      else if (now > wait.fromMs) deps.counters.count('violations')
    },
    announceWait,
  }
}

/** Several limits count at once; the first that is reached wins. */
function rulesOf(charge: Charge): Rule[] {
  const { appId, tenantId } = charge
  const rules: Rule[] = [
    { key: `requests/${appId}`, size: APP_REQUESTS, units: 1, scope: 'Application' },
  ]
  if (charge.service === 'conditional-access') {
    rules.push({
      key: `conditional-access/${tenantId}`,
      size: CONDITIONAL_ACCESS,
      units: 1,
      scope: 'Tenant',
      isSilent: true,
    })
    return rules
  }
  rules.push(
    {
      key: `units/${appId}/${tenantId}`,
      size: sizeOf(charge.tenantPeople),
      units: charge.units,
      scope: 'Tenant_Application',
    },
    { key: `units/${appId}`, size: APP_UNITS, units: charge.units, scope: 'Application' },
  )
  if (charge.readsSignInActivity) {
    rules.push({
      key: `sign-in-activity/${appId}`,
      size: SIGN_IN_ACTIVITY,
      units: 1,
      scope: 'Application',
    })
  }
  return rules
}

/** Microsoft sizes tenants by their people: below 50, to 500, above. */
function sizeOf(people: number): BucketSize {
  if (people < 50) return SMALL
  return people <= 500 ? MEDIUM : LARGE
}

function throttleHeaders(rule: Rule, { appId, tenantId }: Charge) {
  return {
    'x-ms-throttle-scope': `${rule.scope}/ReadWrite/${appId}/${tenantId}`,
    'x-ms-throttle-information': 'ResourceUnitLimitExceeded',
  }
}

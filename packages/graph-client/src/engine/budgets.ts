import type { Quota } from './leases.ts'

/** The limit of Microsoft that a request counts against (Microsoft's page "Service-specific throttling limits"). */
type Budget =
  | 'directory'
  | 'conditionalAccess'
  | 'identityReports'
  | 'signInActivity'
  | 'usageReports'
  | 'security'

/** The cost of a request under Microsoft's limits. */
export type Demand = {
  budget: Budget
  /** Microsoft's resource units; 1 for services that count requests. */
  units: number
  /** The usage report that is asked for: each has its own limit. */
  report: string | null
}

/** Returns the demand of a path without version, with its query. */
export function demandOf(path: string): Demand {
  const [resource = '', query = ''] = path.toLowerCase().split('?')
  const budget = budgetOf(resource, query)
  return {
    budget,
    units: budget === 'directory' ? unitsOf(resource, query) : 1,
    report: budget === 'usageReports' ? (/^\/reports\/(\w+)/u.exec(resource)?.[1] ?? null) : null,
  }
}

const BUDGETS = [
  [/^\/identity\/conditionalaccess(?:\/|$)|^\/identityprotection(?:\/|$)/u, 'conditionalAccess'],
  [/^\/reports\/authenticationmethods(?:\/|$)|^\/auditlogs(?:\/|$)/u, 'identityReports'],
  [/^\/reports\/get/u, 'usageReports'],
  [/^\/security(?:\/|$)/u, 'security'],
] as const satisfies [RegExp, Budget][]

function budgetOf(resource: string, query: string): Budget {
  // Selected or filtered by, also in a next link: the query alone makes it the scarce kind.
  if (/^\/users(?:\/|$)/u.test(resource) && query.includes('signinactivity'))
    return 'signInActivity'
  return BUDGETS.find(([pattern]) => pattern.test(resource))?.[1] ?? 'directory'
}

/** Resource units of a path before its query changes them; other paths cost 1. */
const UNITS = [
  [/^\/domains\/[^/]+\/domainnamereferences/u, 4],
  [/^\/groups\/[^/]+\/transitivemembers/u, 5],
  [/^\/groups\/[^/]+\/members/u, 3],
  [/^\/(?:contracts|subscribedskus)(?:\/|$)/u, 3],
  [/^\/users\/[^/]+\/authentication\//u, 1],
  [/^\/(?:users|me|applications|oauth2permissiongrants)(?:\/|$)/u, 2],
  [/^\/serviceprincipals[^/]*\/(?:[^/]+\/)?approleassign/u, 2],
] as const satisfies [RegExp, number][]

function unitsOf(resource: string, query: string): number {
  const units = UNITS.find(([pattern]) => pattern.test(resource))?.[1] ?? 1
  const parameters = new URLSearchParams(query)
  const top = Number(parameters.get('$top') ?? Number.NaN)
  const less = Number(parameters.has('$select')) + Number(top < 20)
  return Math.max(1, units - less + Number(parameters.has('$expand')))
}

/** One limit that a demand has to pass. */
export type Charge = {
  key: string
  quota: Quota
  /** Whose limit it is: this tenant's, or the application's over all tenants. */
  scope: 'tenant' | 'application'
  /** False: this process alone keeps it, because one process at a time reads a tenant. */
  isShared: boolean
  /** Units that are taken at once and spent one by one, where asking for each would cost too much. */
  chunk: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/** A tenth more than the second that Microsoft asks for: requests do not travel equally fast. */
const CONDITIONAL_ACCESS: Quota = { kind: 'spacing', ms: 1_100 }

/** Microsoft allows four; the product never needs more than one of the few there are. */
const ONE_AT_A_TIME: Quota = { kind: 'spacing', ms: 0 }

// About a tenth below Microsoft's figures, which follow each value.
const RATES = {
  /** 3,500 in 10 s, for the smallest tenants; larger ones have more, but their size is not known. */
  directoryOfTenant: rate(3_000, 10 * SECOND_MS),
  /** 150,000 in 20 s. What is left over is for chunks that processes hold and have not spent. */
  directory: rate(120_000, 20 * SECOND_MS),
  /** 5 in 10 s: so few that two which arrive seconds late must not be too many. */
  identityReportsOfTenant: rate(3, 8 * SECOND_MS),
  /** 122 in 10 s: a quarter below, since many processes' requests arrive unevenly on a busy machine. */
  identityReports: rate(90, 10 * SECOND_MS),
  /** 10 in a minute, here 9. */
  signInActivity: rate(8, (8 / 9) * MINUTE_MS),
  /** 14 in 10 minutes. */
  usageReports: rate(12, 10 * MINUTE_MS),
  /** 40 in 10 minutes for all applications; the others are left a share. */
  usageReportsOfTenant: rate(30, 10 * MINUTE_MS),
  /** 150 in a minute. */
  security: rate(130, MINUTE_MS),
} as const

function rate(capacity: number, perMs: number): Quota {
  return { kind: 'rate', capacity, perMs }
}

const DIRECTORY_CHUNK = 1_000

/** Returns the limits that apply to a demand of one tenant, the scarcest first. */
export function chargesOf(demand: Demand, appId: string, tenantId: string): Charge[] {
  return CHARGES[demand.budget]({ app: appId, tenant: tenantId, report: demand.report })
}

type Ids = { app: string; tenant: string; report: string | null }

const CHARGES = {
  directory: directoryCharges,
  // Of the tenant, whatever application asks.
  conditionalAccess: ({ tenant }) => [ofTenant(`conditional-access/${tenant}`, CONDITIONAL_ACCESS)],
  identityReports: ({ app, tenant }) => [
    ofTenant(`identity-reports/${app}/${tenant}`, RATES.identityReportsOfTenant),
    ofAll(`identity-reports/${app}`, RATES.identityReports),
  ],
  // A tenant alone may ask as often as all together: its own limit is there to be paused without the
  // rest of its directory. And it is still a read of that.
  signInActivity: (ids) => [
    alone(ofTenant(`sign-in-activity/${ids.app}/${ids.tenant}`, RATES.signInActivity)),
    ofAll(`sign-in-activity/${ids.app}`, RATES.signInActivity),
    ...directoryCharges(ids),
  ],
  usageReports: ({ app, tenant, report }) => [
    ofTenant(`usage-reports/${app}/${tenant}/${report}`, RATES.usageReports),
    ofTenant(`usage-reports/${tenant}`, RATES.usageReportsOfTenant),
  ],
  // The concurrency slot comes last, so that it is not held while waiting for other limits.
  security: ({ app, tenant }) => [
    ofTenant(`security/${app}/${tenant}`, RATES.security),
    alone(ofTenant(`security/${app}/${tenant}/place`, ONE_AT_A_TIME)),
  ],
} as const satisfies Record<Budget, (ids: Ids) => Charge[]>

function directoryCharges({ app, tenant }: Ids): Charge[] {
  return [
    alone(ofTenant(`directory/${app}/${tenant}`, RATES.directoryOfTenant)),
    { ...ofAll(`directory/${app}`, RATES.directory), chunk: DIRECTORY_CHUNK },
  ]
}

function ofTenant(key: string, quota: Quota): Charge {
  return { key, quota, scope: 'tenant', isShared: true, chunk: 1 }
}

function alone(charge: Charge): Charge {
  return { ...charge, isShared: false }
}

function ofAll(key: string, quota: Quota): Charge {
  return { key, quota, scope: 'application', isShared: true, chunk: 1 }
}

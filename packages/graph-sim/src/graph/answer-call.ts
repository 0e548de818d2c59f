import type { Faults, FaultTarget, TransportFault } from '../faults.ts'
import type { Charge, Limits, Throttle } from '../limits.ts'
import { retryAfterOf } from '../transport-faults.ts'
import { hasEntraPremium } from '../world/catalog.ts'
import type { GraphAnswer, GraphCall, GraphRoute } from './call.ts'
import {
  GraphRefusal,
  badRequest,
  errorBody,
  throttleBody,
  unsupportedQuery,
  type RequestNames,
} from './refusals.ts'
import { matchRoutes } from './routes.ts'
import { withUnknownMembers } from './unknown-members.ts'
import { readsSignInActivity } from './users.ts'

export interface AnswerDeps {
  readonly faults: Faults
  readonly limits: Limits
  readonly countUnits: (units: number) => void
}

const DENIED = {
  directory: {
    code: 'Authorization_RequestDenied',
    message: 'Insufficient privileges to complete the operation.',
  },
  'conditional-access': {
    code: 'AccessDenied',
    message:
      'You cannot perform the requested operation, required scopes are missing in the token.',
  },
} as const satisfies Record<GraphRoute['service'], { code: string; message: string }>

/** One path of the table: permission, query options, the answer itself, then what it costs. */
export function answerCall(deps: AnswerDeps, call: GraphCall, names: RequestNames): GraphAnswer {
  const target = targetOf(call)
  try {
    const { route, id } = findRoute(call)
    requirePermission(route, call)
    requireLicense(deps.faults, route, call)
    requireKnownOptions(route, call)
    const isEmptyPage =
      route.options.includes('$skiptoken') && deps.faults.take(['empty-page'], target) !== undefined
    const answer = answerOrRefuse(() => route.answer({ ...call, isEmptyPage }, id), names)
    if (answer.status === 400 || answer.status === 403) return answer
    const paid = pay(deps, { answer, route, call, names })
    return deps.faults.take(['unknown-members'], target) ? withUnknownMembers(paid) : paid
  } catch (error) {
    return refusedAnswer(error, names)
  }
}

export function targetOf({ tenant, path }: GraphCall): FaultTarget {
  return { service: 'graph', tenantId: tenant.id, path }
}

/** Graph's error for a refusal that was thrown; anything else is a mistake of the simulator. */
export function refusedAnswer(error: unknown, names: RequestNames): GraphAnswer {
  if (!(error instanceof GraphRefusal)) throw error
  return { status: error.status, headers: error.headers, body: errorBody(error, names) }
}

/** What Graph says when a fault throttles it or takes it out of service. */
export function answerOfFault(
  limits: Limits,
  fault: TransportFault,
  { tenantId, names }: { readonly tenantId: string; readonly names: RequestNames },
): GraphAnswer {
  if (fault.name === 'unavailable') {
    const error = { code: 'serviceNotAvailable', message: 'The service is unavailable.' }
    return { status: 503, headers: {}, body: errorBody(error, names) }
  }
  const headers = retryAfterOf(fault, names.now)
  if (fault.name !== 'throttle-silent') limits.announceWait(tenantId, fault.seconds ?? 2)
  return { status: 429, headers, body: throttleBody(names) }
}

function answerOrRefuse(answer: () => GraphAnswer, names: RequestNames): GraphAnswer {
  try {
    return answer()
  } catch (error) {
    return refusedAnswer(error, names)
  }
}

function findRoute({ path, method }: GraphCall) {
  const matches = matchRoutes(path)
  if (matches.length === 0) {
    const segment = path.split('/').findLast((part) => part !== '') ?? ''
    throw new GraphRefusal(400, 'BadRequest', {
      message: `Resource not found for the segment '${segment}'.`,
    })
  }
  const match = matches.find(({ route }) => route.method === method)
  if (match) return match
  throw new GraphRefusal(405, 'Request_BadRequest', {
    message: 'Specified HTTP method is not allowed for the request target.',
  })
}

function requirePermission(route: GraphRoute, { caller }: GraphCall): void {
  const sufficient = route.permissions.includes('Directory.Read.All')
    ? [...route.permissions, 'Directory.ReadWrite.All']
    : route.permissions
  if (caller.roles.some((role) => sufficient.includes(role))) return
  const { code, message } = DENIED[route.service]
  throw new GraphRefusal(403, code, { message })
}

/**
 * Whether a directory without Entra ID P1 answers its policies with an empty list or with a
 * refusal is not known for certain: empty is the rule here, the refusal a fault.
 */
function requireLicense(faults: Faults, route: GraphRoute, call: GraphCall): void {
  if (route.service !== 'conditional-access' || hasEntraPremium(call.tenant)) return
  if (!faults.take(['not-licensed'], targetOf(call))) return
  throw new GraphRefusal(403, 'AccessDenied', {
    message:
      'Your tenant is not licensed for this feature. Please upgrade your subscription to access it.',
  })
}

function requireKnownOptions({ options }: GraphRoute, { query }: GraphCall): void {
  for (const option of query.keys()) {
    if (!option.startsWith('$') || options.includes(option)) continue
    if (option === '$skip') throw badRequest("'$skip' is not supported by the service.")
    throw unsupportedQuery(`Unsupported Query. The option '${option}' is not supported here.`)
  }
}

interface Bill {
  readonly answer: GraphAnswer
  readonly route: GraphRoute
  readonly call: GraphCall
  readonly names: RequestNames
}

function pay(deps: AnswerDeps, { answer, route, call, names }: Bill): GraphAnswer {
  const charge: Charge = {
    appId: call.caller.appId,
    tenantId: call.tenant.id,
    tenantPeople: call.tenant.people.length,
    service: route.service,
    units: unitsOf(route, call.query),
    readsSignInActivity: readsSignInActivity(call.query),
  }
  const throttle = deps.limits.charge(charge)
  if (throttle) return throttledAnswer(throttle, names)
  if (route.service !== 'directory') return answer
  deps.countUnits(charge.units)
  const used = deps.limits.usedShare(charge)
  return {
    ...answer,
    headers: {
      ...answer.headers,
      'x-ms-resource-unit': String(charge.units),
      ...(used > 0.8 ? { 'x-ms-throttle-limit-percentage': used.toFixed(2) } : {}),
    },
  }
}

function throttledAnswer({ retryAfterSeconds, headers }: Throttle, names: RequestNames) {
  const retryAfter = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  return { status: 429, headers: { ...retryAfter, ...headers }, body: throttleBody(names) }
}

/** $select makes a request one unit cheaper, a page below 20 rows another one, $expand dearer. */
function unitsOf({ units }: GraphRoute, query: URLSearchParams): number {
  const top = query.get('$top')
  const select = query.has('$select') ? 1 : 0
  const expand = query.has('$expand') ? 1 : 0
  const smallPage = top !== null && Number(top) < 20 ? 1 : 0
  return Math.max(1, units - select - smallPage + expand)
}

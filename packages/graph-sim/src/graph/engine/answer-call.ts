import type { Faults, FaultTarget, TransportFault } from '../../faults.ts'
import type { Charge, Limits, Throttle } from '../../limits.ts'
import { retryAfterOf } from '../../transport-faults.ts'
import { matchRoutes } from '../routes.ts'
import type { GraphAnswer, GraphCall, GraphRoute } from './call.ts'
import { chargeOf } from './charge.ts'
import { requireLicense, requirePermission } from './permissions.ts'
import {
  GraphRefusal,
  badRequest,
  errorBody,
  throttleBody,
  unsupportedQuery,
  type RequestNames,
} from './refusals.ts'
import { withUnknownMembers } from './unknown-members.ts'

interface AnswerDeps {
  readonly faults: Faults
  readonly limits: Limits
  readonly countUnits: (units: number) => void
}

/** One path of the table: permission, query options, the answer itself, then what it costs. */
export function answerCall(deps: AnswerDeps, call: GraphCall, names: RequestNames): GraphAnswer {
  try {
    const { route, id } = findRoute(call)
    const answer = answerOrRefuse(() => {
      requireProvisioned(call)
      requirePermission(route, call)
      requireLicense(route, call)
      requireKnownOptions(route, call)
      return route.answer(withPageFaults(route, call), id)
    }, names)
    const paid = pay(deps, { answer, route, call, names })
    return call.isHitBy('unknown-members') ? withUnknownMembers(paid) : paid
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
  { charge, names }: { readonly charge: Charge; readonly names: RequestNames },
): GraphAnswer {
  const { seconds, headers } = retryAfterOf(fault, names.now)
  if (seconds !== null) limits.announceWait(charge, seconds)
  const failure = FAILURES[fault.name]
  if (failure) return { status: failure.status, headers, body: errorBody(failure, names) }
  return { status: 429, headers, body: throttleBody(names) }
}

/** What faults say that are no throttling; an empty or HTML answer inside of a batch is this JSON. */
const FAILURES: Partial<
  Record<TransportFault['name'], { status: number; code: string; message: string }>
> = {
  unavailable: { status: 503, code: 'serviceNotAvailable', message: 'The service is unavailable.' },
  'empty-error': { status: 500, code: 'UnknownError', message: '' },
  'html-error': { status: 502, code: 'UnknownError', message: '' },
  'gateway-timeout': { status: 504, code: 'UnknownError', message: '' },
}

function answerOrRefuse(answer: () => GraphAnswer, names: RequestNames): GraphAnswer {
  try {
    return answer()
  } catch (error) {
    return refusedAnswer(error, names)
  }
}

/** Only what comes in pages has empty and short ones. */
function withPageFaults({ options }: GraphRoute, call: GraphCall): GraphCall {
  if (!options.includes('$skiptoken')) return call
  return {
    ...call,
    isEmptyPage: call.isHitBy('empty-page'),
    isShortPage: call.isHitBy('short-pages'),
  }
}

function findRoute({ path, method, cloud }: GraphCall) {
  const matches = matchRoutes(path).filter(
    ({ route }) => route.missingIn?.includes(cloud.name) !== true,
  )
  const [match] = matches
  if (!match) {
    const segment = path.split('/').findLast((part) => part !== '') ?? ''
    throw new GraphRefusal(400, 'BadRequest', {
      message: `Resource not found for the segment '${segment}'.`,
    })
  }
  if (method === 'GET') return match
  throw new GraphRefusal(405, 'Request_BadRequest', {
    message: 'Specified HTTP method is not allowed for the request target.',
  })
}

/** A service of Microsoft's that was never set up in the directory answers with this. */
function requireProvisioned(call: GraphCall): void {
  if (!call.isHitBy('not-provisioned')) return
  throw new GraphRefusal(401, 'Unauthorized', { message: 'Account is not provisioned.' })
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

/** A refused request counts as one where requests are counted, but has been seen to cost no units. */
function pay(deps: AnswerDeps, { answer, route, call, names }: Bill): GraphAnswer {
  const isRefused = answer.status === 400 || answer.status === 403
  const full = chargeOf(route, call)
  const charge = isRefused ? { ...full, units: 0 } : full
  const throttle = deps.limits.charge(charge)
  if (throttle) return throttledAnswer(throttle, names)
  if (route.service !== 'directory' || isRefused) return answer
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

/** What Graph says when a limit is reached. */
export function throttledAnswer(
  { retryAfterSeconds, headers }: Throttle,
  names: RequestNames,
): GraphAnswer {
  const retryAfter = retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  return { status: 429, headers: { ...retryAfter, ...headers }, body: throttleBody(names) }
}

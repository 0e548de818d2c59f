import type { Counters } from '../../counters.ts'
import type { Charge, Limits } from '../../limits.ts'
import { matchRoutes } from '../routes.ts'
import type { GraphCall, GraphRoute } from './call.ts'

/** What a request counts against; a path that does not exist counts as the directory's. */
export function chargeOf(route: GraphRoute | undefined, call: GraphCall): Charge {
  return {
    appId: call.caller.appId,
    tenantId: call.tenant.id,
    tenantPeople: call.tenant.people.length,
    service: route?.service ?? 'directory',
    units: unitsOf(route, call.query),
    readsSignInActivity: readsSignInActivity(call),
    report: reportOf(call.path),
  }
}

/** Counts a request by its path, and as a violation when it came during an announced wait. */
export function noteArrival(
  { limits, counters }: { readonly limits: Limits; readonly counters: Counters },
  call: GraphCall,
): Charge {
  const route = call.method === 'GET' ? matchRoutes(call.path)[0]?.route : undefined
  const charge = chargeOf(route, call)
  counters.count('graphRequests')
  counters.note('requestsByService', charge.service)
  counters.note('requestsByPath', route ? `GET ${route.path}` : 'unknown')
  limits.noteArrival(charge)
  return charge
}

/** $select makes a request one unit cheaper, a page below 20 rows another one, $expand dearer. */
function unitsOf(route: GraphRoute | undefined, query: URLSearchParams): number {
  const top = query.get('$top')
  const select = query.has('$select') ? 1 : 0
  const expand = query.has('$expand') ? 1 : 0
  const smallPage = top !== null && Number(top) < 20 ? 1 : 0
  return Math.max(1, (route?.units ?? 1) - select - smallPage + expand)
}

/** Chosen, filtered by or sorted by: each makes it the scarce kind. */
function readsSignInActivity({ path, query }: GraphCall): boolean {
  return /^\/users\b/i.test(path) && /\bsignInActivity\b/i.test([...query.values()].join(' '))
}

/** /reports/getOffice365ActiveUserDetail(period='D30') is limited by the part before the bracket. */
function reportOf(path: string): string | null {
  return /^\/reports\/(get\w+)/i.exec(path)?.[1]?.toLowerCase() ?? null
}

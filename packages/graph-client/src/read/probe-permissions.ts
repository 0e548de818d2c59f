import { z } from 'zod'

import type { BatchRequest } from '../engine/batch.ts'
import type { CloudFeature } from '../engine/clouds.ts'
import { GraphFailure } from '../engine/failures.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { AUTHORIZATION_POLICY_PATH } from './authorization-policy.ts'

/** The outcome of a read that requires a permission. */
export type Probe = 'answered' | GraphFailure

/**
 * The cheapest read that each permission guards; as far as there is one, a read that the others do not
 * let in. Policies are asked for where Conditional Access's one request a second does not count.
 */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['Directory.Read.All', '/oauth2PermissionGrants?$select=id&$top=1'],
  ['Organization.Read.All', '/subscribedSkus?$select=id'],
  ['User.Read.All', '/users?$select=id&$top=1'],
  ['Policy.Read.All', AUTHORIZATION_POLICY_PATH],
  ['AuditLog.Read.All', '/auditLogs/signIns?$top=1'],
  [
    'DelegatedAdminRelationship.Read.All',
    '/tenantRelationships/delegatedAdminRelationships?$select=id&$top=1',
  ],
])

const REPORTS = 'Reports.Read.All'
/** The shortest period; asking counts against the few reports that a tenant may ask for. */
const REPORT_PATH = "/reports/getOffice365ActiveUserDetail(period='D7')"

const FEATURES: ReadonlyMap<string, CloudFeature> = new Map([
  [REPORTS, 'usageReports'],
  ['DelegatedAdminRelationship.Read.All', 'delegatedAdmin'],
])

/** Returns whether this cloud offers the data of the permission. */
export function isOfCloud(graph: Pick<TenantGraph, 'lacks'>, permission: string): boolean {
  const feature = FEATURES.get(permission)
  return feature === undefined || !graph.lacks(feature)
}

/** Probes the given permissions that this cloud supports; others are left out. */
export async function probePermissions(
  graph: TenantGraph,
  permissions: readonly string[],
): Promise<Map<string, Probe>> {
  const asked = permissions.filter((permission) => isOfCloud(graph, permission))
  const requests = asked.flatMap(requestOf)
  const [answers, report] = await Promise.all([
    ended(graph.batch(requests), '/$batch'),
    asked.includes(REPORTS) ? ended(startOfReport(graph), REPORT_PATH) : null,
  ])
  // A batch that came to nothing is the same failure for each that was in it.
  const probes =
    answers instanceof GraphFailure
      ? new Map<string, Probe>(requests.map(({ id }) => [id, answers]))
      : answers
  if (report !== null) probes.set(REPORTS, report)
  return probes
}

/** Whatever it holds, as long as it is what Graph answers with. */
const Answer = z.looseObject({}).transform(() => 'answered' as const)

function requestOf(permission: string): BatchRequest<Probe>[] {
  const path = PATHS.get(permission)
  return path === undefined ? [] : [{ id: permission, path, schema: Answer }]
}

/** The first piece is enough; the download ends when reading stops. */
async function startOfReport(graph: TenantGraph): Promise<'answered'> {
  const pieces = graph.report(REPORT_PATH)
  await pieces.next()
  await pieces.return()
  return 'answered'
}

/** What came of it. A deadline may also end a pause between two attempts: then nothing was answered. */
async function ended<T>(work: Promise<T>, path: string): Promise<T | GraphFailure> {
  try {
    return await work
  } catch (error) {
    if (error instanceof GraphFailure) return error
    if (!isTimeout(error)) throw error
    return new GraphFailure('UNAVAILABLE', { at: new Date(), path, microsoftCode: 'TIMEOUT' })
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

import { createHmac } from 'node:crypto'

import { TRANSPORT_FAULT_NAMES, type FaultTarget } from '../../faults.ts'
import { headerOf, type SimReply, type SimRequest } from '../../http.ts'
import { breakReply } from '../../transport-faults.ts'
import type { Tenant } from '../../world/types.ts'
import type { GraphContext } from '../engine/context.ts'
import {
  activeUserReport,
  activeUserReportTag,
  REPORT_PERIODS,
  type ReportPeriod,
} from './usage-report.ts'

/** A download address is good for a few minutes only. */
const VALID_MS = 5 * 60_000
const PATH = '/data/download/'

/** Serves a report without a token: the address itself grants access. */
export function downloadPath(
  secret: string,
  report: { readonly tenantId: string; readonly period: ReportPeriod; readonly now: number },
): string {
  const claims = `${report.tenantId}.${report.period}.${report.now + VALID_MS}`
  return `${PATH}${Buffer.from(claims).toString('base64url')}.${sealOf(secret, claims)}`
}

/** Whether the client said that it holds this very report already. */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}

/**
 * Everything below the host of the reports. Its addresses carry their own right to be read: a
 * token sent along has gone to a host that it was not meant for, and is refused.
 */
export async function answerDownload(
  context: GraphContext,
  request: SimRequest,
): Promise<SimReply> {
  const found = openPath(context, request.path)
  const target = {
    service: 'graph',
    tenantId: found?.tenant.id,
    path: request.path,
  } as const
  const whole = () => answerWhole(context, request, { found, target })
  const fault = context.faults.take(TRANSPORT_FAULT_NAMES, target)
  if (!fault) return whole()
  return breakReply(fault, { whole, refused: () => refused(503, 'The service is unavailable.') })
}

interface Found {
  readonly tenant: Tenant
  readonly period: ReportPeriod
  readonly validUntil: number
}

async function answerWhole(
  { now, faults }: GraphContext,
  { method, headers }: SimRequest,
  { found, target }: { readonly found: Found | undefined; readonly target: FaultTarget },
): Promise<SimReply> {
  if (!found) return refused(404, 'The report does not exist.')
  if (method !== 'GET') return refused(405, 'The method is not allowed.')
  if (headerOf(headers, 'authorization') !== undefined) {
    return refused(401, 'The address needs no token and takes none.')
  }
  if (now() >= found.validUntil) return refused(403, 'The address has expired.')
  const etag = activeUserReportTag(found.tenant, found.period, now())
  if (isHeld(headerOf(headers, 'if-none-match'), etag)) {
    return { status: 304, headers: { etag }, body: '' }
  }
  const report = await activeUserReport(found.tenant, now())
  return {
    status: 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="Office365ActiveUserDetail.csv"',
      'cache-control': 'private',
      etag,
    },
    // Whether Microsoft puts the mark there is not known for certain.
    body: faults.take(['report-unmarked'], target) ? report.replace(/^\u{FEFF}/u, '') : report,
  }
}

/** Returns the report of an address; undefined for an address that was never given. */
function openPath({ pageSecret, world }: GraphContext, path: string): Found | undefined {
  if (!path.startsWith(PATH)) return undefined
  const [encoded = '', seal] = path.slice(PATH.length).split('.')
  const claims = Buffer.from(encoded, 'base64url').toString('utf8')
  if (sealOf(pageSecret, claims) !== seal) return undefined
  const [tenantId, text, validUntil] = claims.split('.')
  const tenant = world.tenants.find((each) => each.id === tenantId)
  const period = REPORT_PERIODS.find((each) => each === text)
  return tenant && period && { tenant, period, validUntil: Number(validUntil) }
}

function sealOf(secret: string, claims: string): string {
  return createHmac('sha256', secret).update(`report\n${claims}`).digest('base64url')
}

function refused(status: number, text: string): SimReply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text }
}

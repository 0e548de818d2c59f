import { REPORTS_HOST } from '../../clouds.ts'
import { headerOf } from '../../http.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { GraphRefusal } from '../engine/refusals.ts'
import { downloadPath, isHeld } from './report-download.ts'
import { activeUserReportTag, REPORT_PERIODS } from './usage-report.ts'

/** Redirects to the report of a period; Graph itself never returns it. */
export function redirectToReport(call: GraphCall, text: string): GraphAnswer {
  const period = REPORT_PERIODS.find((each) => each === text.toUpperCase())
  if (!period) {
    throw new GraphRefusal(400, 'InvalidRequest', {
      message: `Invalid period value specified: ${text}. The supported values are: ${REPORT_PERIODS.join(', ')}.`,
    })
  }
  const { tenant, now, pageSecret, headers } = call
  const etag = activeUserReportTag(tenant, period, now)
  if (isHeld(headerOf(headers, 'if-none-match'), etag)) {
    return { status: 304, headers: { etag }, body: '' }
  }
  const path = downloadPath(pageSecret, { tenantId: tenant.id, period, now })
  return {
    status: 302,
    headers: {
      location: `https://${REPORTS_HOST}${path}`,
      'content-type': 'text/plain',
      etag,
    },
    body: '',
  }
}

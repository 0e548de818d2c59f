import { REPORTS_HOST } from '../clouds.ts'
import { headerOf } from '../http.ts'
import { ok, type GraphAnswer, type GraphCall } from './call.ts'
import { dateFrom } from './dates.ts'
import { contextOf } from './projection.ts'
import { GraphRefusal } from './refusals.ts'
import { downloadPath, isHeld } from './report-download.ts'
import { activeUserReportTag, REPORT_PERIODS, type ReportRange } from './usage-report.ts'

const DAYS_MAX = 30

/** The report by period is never in the answer: it says where it may be downloaded. */
export function redirectToPeriod(call: GraphCall, text: string): GraphAnswer {
  const period = REPORT_PERIODS.find((each) => each === text.toUpperCase())
  if (!period) {
    throw invalid(
      `Invalid period value specified: ${text}. The supported values are: ${REPORT_PERIODS.join(', ')}.`,
    )
  }
  return redirect(call, { kind: 'period', period })
}

/** Who did something on one of the last 30 days. */
export function redirectToDate(call: GraphCall, text: string): GraphAnswer {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  const isKept = text <= dateFrom(call.now, 0) && text > dateFrom(call.now, -DAYS_MAX)
  if (!isDate || !isKept) {
    throw invalid(
      `Invalid date value specified: ${text}. Only dates of the past ${DAYS_MAX} days are supported.`,
    )
  }
  return redirect(call, { kind: 'date', date: text })
}

/** Whether people's names are concealed in the reports. */
export function getReportSettings(call: GraphCall): GraphAnswer {
  return ok({
    '@odata.context': `${contextOf(call, 'admin/reportSettings')}/$entity`,
    displayConcealedNames: call.tenant.concealsNamesInReports,
  })
}

function redirect(call: GraphCall, range: ReportRange): GraphAnswer {
  const { tenant, now, pageSecret, headers } = call
  const etag = activeUserReportTag(tenant, range, now)
  if (isHeld(headerOf(headers, 'if-none-match'), etag)) {
    return { status: 304, headers: { etag }, body: '' }
  }
  const path = downloadPath(pageSecret, { tenantId: tenant.id, range, now })
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

function invalid(message: string): GraphRefusal {
  return new GraphRefusal(400, 'InvalidRequest', { message })
}

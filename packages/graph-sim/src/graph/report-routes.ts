import type { GraphRoute } from './call.ts'
import { listRegistrationDetails } from './registration-details.ts'
import { listSecureScores } from './secure-scores.ts'
import { listSignIns } from './sign-ins.ts'
import { getReportSettings, redirectToDate, redirectToPeriod } from './usage-reports.ts'

const IDENTITY_REPORTS = {
  method: 'GET',
  service: 'identity-reports',
  permissions: ['AuditLog.Read.All'],
  delegated: ['AuditLog.Read.All'],
  needs: 'P1',
  units: 1,
} as const

const USAGE_REPORTS = {
  method: 'GET',
  service: 'usage-reports',
  permissions: ['Reports.Read.All'],
  delegated: ['Reports.Read.All'],
  missingIn: ['usgov', 'usgovdod', 'china'],
  units: 1,
  options: [],
} as const satisfies Partial<GraphRoute>

const REPORT_SETTINGS = ['ReportSettings.Read.All', 'ReportSettings.ReadWrite.All']
const SECURITY = ['SecurityEvents.Read.All', 'SecurityEvents.ReadWrite.All']

/** Sign-ins, registered methods, use of Microsoft 365, and the score. */
export const REPORT_ROUTES: readonly GraphRoute[] = [
  {
    ...IDENTITY_REPORTS,
    path: '/auditLogs/signIns',
    options: ['$filter', '$orderby', '$skiptoken', '$top'],
    answer: listSignIns,
  },
  {
    ...IDENTITY_REPORTS,
    path: '/reports/authenticationMethods/userRegistrationDetails',
    options: ['$filter', '$orderby', '$skiptoken'],
    answer: listRegistrationDetails,
  },
  {
    ...USAGE_REPORTS,
    path: "/reports/getOffice365ActiveUserDetail(period='{id}')",
    answer: redirectToPeriod,
  },
  {
    ...USAGE_REPORTS,
    path: '/reports/getOffice365ActiveUserDetail(date={id})',
    answer: redirectToDate,
  },
  {
    method: 'GET',
    path: '/admin/reportSettings',
    service: 'directory',
    permissions: REPORT_SETTINGS,
    delegated: REPORT_SETTINGS,
    // The reports' own way to refuse, though it does not count against their limit.
    denied: { code: 'S2SUnauthorized', message: 'Invalid permission.' },
    units: 1,
    options: [],
    answer: getReportSettings,
  },
  {
    method: 'GET',
    path: '/security/secureScores',
    service: 'security',
    permissions: SECURITY,
    delegated: SECURITY,
    missingIn: ['china'],
    units: 1,
    options: ['$filter', '$orderby', '$select', '$skip', '$skiptoken', '$top'],
    answer: listSecureScores,
  },
]

import * as account from './account.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as azure from './azure.ts'
import * as billingMonths from './billing-months.ts'
import * as branding from './branding.ts'
import * as consent from './consent.ts'
import * as coverage from './coverage.ts'
import * as cspDecode from './csp-decode.ts'
import type { AnyEndpoint } from './endpoint.ts'
import * as estateLicenses from './estate-licenses.ts'
import * as exports from './exports.ts'
import * as licenseManagement from './license-management.ts'
import * as licenseProposal from './license-proposal.ts'
import * as licenseUse from './license-use.ts'
import * as licenses from './licenses.ts'
import * as mail from './mail.ts'
import * as notifications from './notifications.ts'
import * as onboarding from './onboarding.ts'
import * as ownAccount from './own-account.ts'
import * as policyComparison from './policy-comparison.ts'
import * as policyPage from './policy-page.ts'
import * as postureExceptions from './posture-exceptions.ts'
import * as postureTrend from './posture-trend.ts'
import * as posture from './posture.ts'
import * as prices from './prices.ts'
import * as renewalCalendar from './renewal-calendar.ts'
import * as renewals from './renewals.ts'
import * as reportSchedules from './report-schedules.ts'
import * as reports from './reports.ts'
import * as roleMappings from './role-mappings.ts'
import * as savingsHistory from './savings-history.ts'
import * as search from './search.ts'
import * as securityAudit from './security-audit.ts'
import * as settings from './settings.ts'
import * as shares from './shares.ts'
import * as sync from './sync.ts'
import * as system from './system.ts'
import * as tenantGroups from './tenant-groups.ts'
import * as tenantSettings from './tenant-settings.ts'
import * as tenants from './tenants.ts'
import * as userImport from './user-import.ts'
import * as users from './users.ts'
import * as views from './views.ts'

const files: readonly Readonly<Record<string, unknown>>[] = [
  auth,
  account,
  tenants,
  tenantSettings,
  posture,
  postureExceptions,
  postureTrend,
  coverage,
  policyPage,
  policyComparison,
  licenseProposal,
  licenses,
  estateLicenses,
  renewals,
  licenseUse,
  billingMonths,
  renewalCalendar,
  prices,
  cspDecode,
  azure,
  consent,
  onboarding,
  tenantGroups,
  savingsHistory,
  search,
  views,
  sync,
  reports,
  branding,
  shares,
  reportSchedules,
  mail,
  licenseManagement,
  audit,
  exports,
  notifications,
  ownAccount,
  roleMappings,
  securityAudit,
  settings,
  system,
  users,
  userImport,
]

/** All calls. OpenAPI is generated from this list, and one test covers every entry. */
export const endpoints: readonly AnyEndpoint[] = files
  .flatMap((file) => Object.values(file))
  .filter(isEndpoint)

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'reply' in value
}

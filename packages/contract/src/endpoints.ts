import { changePassword, getPreferences, savePreferences } from './account.ts'
import {
  finishMicrosoftSignIn,
  getCurrentUser,
  getSignInOptions,
  signInLocally,
  signOut,
  startMicrosoftSignIn,
} from './auth.ts'
import {
  checkConsent,
  checkTenantPermissions,
  getAzureConfig,
  getAzurePermissions,
  getRedirectUri,
  saveAzureConfig,
} from './azure.ts'
import { getReportSettings, saveReportSettings } from './branding.ts'
import {
  decideTenantApproval,
  finishAdminConsent,
  getConsent,
  listInvitations,
  revokeInvitation,
  startConsent,
} from './consent.ts'
import { decodeCspLicenses } from './csp-decode.ts'
import type { AnyEndpoint } from './endpoint.ts'
import {
  listLicenseHolders,
  listLicenses,
  listTenantLicenses,
  listTenantUsers,
  setLicensePrice,
  setLicenseVisibility,
} from './licenses.ts'
import { getMailSettings, saveMailSettings, testMail } from './mail.ts'
import { addTenant, getSetup } from './onboarding.ts'
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportScheduleRuns,
  listReportSchedules,
  runReportSchedule,
  saveReportSchedule,
} from './report-schedules.ts'
import {
  compareReportSnapshots,
  downloadReportSnapshot,
  generateReport,
  getReportProgress,
  listReportSnapshots,
} from './reports.ts'
import { searchEstate } from './search.ts'
import {
  createShare,
  deactivateShare,
  downloadSharedReport,
  listMyShares,
  listShareViews,
  readSharedReport,
  unlockSharedReport,
} from './shares.ts'
import { getSyncRun, refreshTenant, refreshTenants, streamEvents } from './sync.ts'
import {
  createTenantGroup,
  deleteTenantGroup,
  listTenantGroups,
  saveTenantGroup,
  setUserAccess,
} from './tenant-groups.ts'
import { getTenantSettings, saveTenantSettings, setTenantReading } from './tenant-settings.ts'
import { getOwnTenantDetails, getTenantDetails, getTenantHistory, listTenants } from './tenants.ts'
import { loadView, saveView } from './views.ts'

/** Every call there is: OpenAPI is generated from it and one test walks all of it. */
export const endpoints: readonly AnyEndpoint[] = [
  startMicrosoftSignIn,
  finishMicrosoftSignIn,
  getSignInOptions,
  signInLocally,
  signOut,
  getCurrentUser,
  getPreferences,
  savePreferences,
  changePassword,
  listTenants,
  getTenantDetails,
  getOwnTenantDetails,
  getTenantHistory,
  getTenantSettings,
  saveTenantSettings,
  setTenantReading,
  listTenantLicenses,
  listTenantUsers,
  listLicenseHolders,
  decodeCspLicenses,
  listLicenses,
  setLicenseVisibility,
  setLicensePrice,
  getAzurePermissions,
  getAzureConfig,
  getRedirectUri,
  saveAzureConfig,
  checkConsent,
  checkTenantPermissions,
  startConsent,
  getConsent,
  listInvitations,
  revokeInvitation,
  finishAdminConsent,
  decideTenantApproval,
  addTenant,
  getSetup,
  listTenantGroups,
  createTenantGroup,
  saveTenantGroup,
  deleteTenantGroup,
  setUserAccess,
  searchEstate,
  loadView,
  saveView,
  refreshTenants,
  refreshTenant,
  getSyncRun,
  streamEvents,
  generateReport,
  getReportProgress,
  listReportSnapshots,
  downloadReportSnapshot,
  compareReportSnapshots,
  getReportSettings,
  saveReportSettings,
  createShare,
  listMyShares,
  listShareViews,
  deactivateShare,
  readSharedReport,
  unlockSharedReport,
  downloadSharedReport,
  listReportSchedules,
  createReportSchedule,
  saveReportSchedule,
  deleteReportSchedule,
  runReportSchedule,
  listReportScheduleRuns,
  listReportRecipients,
  getMailSettings,
  saveMailSettings,
  testMail,
]

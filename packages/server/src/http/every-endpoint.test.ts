import type { Access, AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { ErrorBody } from '@tenantscope/contract/errors'
import { roleReaches } from '@tenantscope/contract/roles'
import { getSyncRun } from '@tenantscope/contract/sync'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createTestApp, guidOf } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { addressOf } from '../testing/test-browser.ts'
import type { TestBrowser } from '../testing/test-browser.ts'

const granted = '11111111-2222-3333-4444-555555555555'
const ungranted = '22222222-2222-3333-4444-555555555555'
const TENANTS = { granted, ungranted, absent: guidOf(404), malformed: 'not-a-tenant' } as const
type Which = keyof typeof TENANTS
const WHICH = ['granted', 'ungranted', 'absent', 'malformed'] as const satisfies Which[]

const CALLERS = ['nobody', 'viewer', 'technician', 'admin'] as const
type Caller = (typeof CALLERS)[number]

const SCHEDULE = {
  tenantId: null,
  format: 'pdf',
  recurrence: { frequency: 'weekly', weekday: 1 },
  time: '06:00',
  timeZone: 'UTC',
}

/**
 * Input that is right in form, for calls that have any. A call that is added to the contract without
 * one stands here by its name until it has one, so the walk below cannot forget it.
 */
const INPUT_BY_NAME: Readonly<
  Record<string, Partial<Record<'params' | 'query' | 'body', object>>>
> = {
  signInLocally: { body: { username: 'nobody', password: 'wrong' } },
  signOut: { body: { reason: 'tab-closed' } },
  savePreferences: {
    body: {
      theme: 'dark',
      timezone: 'UTC',
      emailNotifications: true,
      desktopNotifications: false,
      compactView: false,
      defaultView: 'dashboard',
    },
  },
  changePassword: { body: { currentPassword: 'x', newPassword: 'Better-Horse-8' } },
  getSyncRun: { params: { runId: guidOf(1) } },
  saveTenantSettings: { body: { settings: { alias: null, tags: [], spareSeats: [] } } },
  setTenantReading: { body: { isStopped: false } },
  setLicenseVisibility: { params: { skuId: 'nobody-has-it' }, body: { isVisible: true } },
  setLicensePrice: { params: { skuId: 'nobody-has-it' }, body: { monthlyPrice: null } },
  listLicenseHolders: { query: { skuId: 'nobody-has-it' } },
  searchEstate: { query: { q: 'contoso' } },
  saveAzureConfig: { body: { clientId: guidOf(1), tenantId: guidOf(2) } },
  startConsent: { body: { kind: 'interactive' } },
  getConsent: { params: { consentId: guidOf(1) } },
  finishAdminConsent: { query: { error: 'cancelled' } },
  revokeInvitation: { params: { consentId: guidOf(1) } },
  decideTenantApproval: { body: { isAccepted: true } },
  addTenant: { body: { domainOrId: 'nowhere.example' } },
  createTenantGroup: { body: { name: 'North', tenantIds: [] } },
  saveTenantGroup: { params: { groupId: '404' }, body: { name: 'North', tenantIds: [] } },
  deleteTenantGroup: { params: { groupId: '404' } },
  setUserAccess: { params: { userId: '404' }, body: { mode: 'all' } },
  generateReport: {
    body: {
      tenantId: 'filled in',
      reportType: 'user-license',
      licenseIds: ['nobody-has-it'],
      userIds: ['nobody'],
      format: 'json',
    },
  },
  getReportProgress: { params: { progressId: guidOf(1) } },
  downloadReportSnapshot: { params: { snapshotId: guidOf(1) }, query: { format: 'json' } },
  compareReportSnapshots: { query: { one: guidOf(1), other: guidOf(2) } },
  saveReportSettings: {
    body: {
      name: 'Partner',
      accentColor: '#123456',
      footer: null,
      logo: null,
      retentionMonths: 12,
    },
  },
  createShare: {
    body: {
      tenantId: 'filled in',
      reportType: 'user-license',
      reportData: '{"licenseIds":["nobody-has-it"],"userIds":["nobody"]}',
    },
  },
  listShareViews: { params: { shareId: guidOf(1) } },
  deactivateShare: { params: { share: guidOf(1) } },
  readSharedReport: { params: { token: 'nothing' } },
  unlockSharedReport: { params: { token: 'nothing' }, body: { passphrase: 'wrong' } },
  downloadSharedReport: { params: { token: 'nothing' }, query: { format: 'json' } },
  createReportSchedule: { body: SCHEDULE },
  saveReportSchedule: { params: { scheduleId: '404' }, body: SCHEDULE },
  deleteReportSchedule: { params: { scheduleId: '404' } },
  runReportSchedule: { params: { scheduleId: '404' } },
  listReportScheduleRuns: { params: { scheduleId: '404' } },
  saveMailSettings: { body: { settings: null } },
  addLicense: { body: { skuId: 'added-by-hand' } },
  setLicenseFriendlyName: { params: { skuId: 'nobody-has-it' }, body: { friendlyName: 'A name' } },
  setLicenseType: { params: { skuId: 'nobody-has-it' }, body: { licenseType: null } },
  recordExport: { body: { table: 'tenants', rows: 1 } },
  previewRoleMappings: { body: { mappings: [] } },
  saveRoleMappings: { body: { mappings: [] } },
  saveSettings: {
    body: {
      roleSyncEnabled: false,
      localAuthFallback: true,
      autoImportUsers: false,
      timezone: 'UTC',
      defaultTenantAccess: 'none',
      refreshHours: 6,
      auditRetentionMonths: 12,
      inactiveTenantRetentionMonths: 12,
      notificationKinds: [],
    },
  },
  backUpDatabase: { body: { passphrase: 'a long passphrase' } },
  eraseTenant: { body: { name: 'not its name' } },
  retryJob: { params: { jobId: guidOf(1) } },
  saveBackupSchedule: { body: { isEnabled: false, time: '02:30', keep: 7 } },
  createLocalAdministrator: {
    body: { username: 'second', displayName: null, password: 'Better-Horse-8' },
  },
  getUser: { params: { userId: '404' } },
  importUsers: { body: { users: [{ microsoftId: guidOf(1), tenantId: guidOf(2) }] } },
  listUserActivity: { params: { userId: '404' } },
  previewImport: { body: { microsoftIds: [guidOf(1)] } },
  resetSecondFactor: { params: { userId: '404' } },
  resetUserPassword: { params: { userId: '404' }, body: { password: 'Better-Horse-8' } },
  setUserEmail: { params: { userId: '404' }, body: { email: null } },
  setUserRole: { params: { userId: '404' }, body: { isAdmin: false } },
  syncUser: { params: { userId: '404' } },
  toggleUserStatus: { params: { userId: '404' }, body: { disabled: true } },
  confirmSecondFactor: { body: { code: '000000' } },
  endOwnSession: { params: { sessionId: '0123456789abcdef' } },
  removeSecondFactor: { body: { currentPassword: 'x', code: '000000' } },
  loadView: { params: { viewType: 'dashboard' } },
  saveView: {
    body: {
      viewType: 'dashboard',
      preferences: {
        searchTerm: '',
        statusFilter: 'all',
        accessLevelFilter: 'all',
        sortField: 'displayName',
        sortDirection: 'asc',
      },
    },
  },
}

/**
 * Who may make each call: decisions.md, Roles, written down a second time. The walk goes by this
 * table and not by what the contract says, so that loosening a call there fails here.
 */
const ACCESS_BY_NAME: Readonly<Record<string, Access>> = {
  startMicrosoftSignIn: 'public',
  finishMicrosoftSignIn: 'public',
  getSignInOptions: 'public',
  signInLocally: 'public',
  signOut: 'public',
  getCurrentUser: 'signedIn',
  getPreferences: 'signedIn',
  savePreferences: 'signedIn',
  changePassword: 'signedIn',
  listTenants: 'signedIn',
  getTenantDetails: 'signedIn',
  getOwnTenantDetails: 'signedIn',
  getTenantHistory: 'signedIn',
  getTenantSettings: 'signedIn',
  saveTenantSettings: 'technician',
  setTenantReading: 'admin',
  listTenantLicenses: 'signedIn',
  listTenantUsers: 'signedIn',
  listLicenseHolders: 'signedIn',
  decodeCspLicenses: 'technician',
  listLicenses: 'admin',
  setLicenseVisibility: 'admin',
  setLicensePrice: 'admin',
  getAzurePermissions: 'signedIn',
  getAzureConfig: 'signedIn',
  getRedirectUri: 'signedIn',
  saveAzureConfig: 'admin',
  checkConsent: 'signedIn',
  checkTenantPermissions: 'technician',
  startConsent: 'technician',
  getConsent: 'technician',
  listInvitations: 'technician',
  revokeInvitation: 'technician',
  finishAdminConsent: 'public',
  decideTenantApproval: 'admin',
  addTenant: 'admin',
  getSetup: 'admin',
  listTenantGroups: 'signedIn',
  createTenantGroup: 'admin',
  saveTenantGroup: 'admin',
  deleteTenantGroup: 'admin',
  setUserAccess: 'admin',
  searchEstate: 'signedIn',
  loadView: 'signedIn',
  saveView: 'signedIn',
  refreshTenants: 'technician',
  refreshTenant: 'technician',
  getSyncRun: 'signedIn',
  streamEvents: 'signedIn',
  generateReport: 'signedIn',
  getReportProgress: 'signedIn',
  listReportSnapshots: 'signedIn',
  downloadReportSnapshot: 'signedIn',
  compareReportSnapshots: 'signedIn',
  getReportSettings: 'signedIn',
  saveReportSettings: 'admin',
  createShare: 'technician',
  listMyShares: 'technician',
  listShareViews: 'technician',
  deactivateShare: 'technician',
  readSharedReport: 'public',
  unlockSharedReport: 'public',
  downloadSharedReport: 'public',
  listReportSchedules: 'technician',
  createReportSchedule: 'technician',
  saveReportSchedule: 'technician',
  deleteReportSchedule: 'technician',
  runReportSchedule: 'technician',
  listReportScheduleRuns: 'technician',
  listReportRecipients: 'technician',
  getMailSettings: 'admin',
  saveMailSettings: 'admin',
  testMail: 'admin',
  addLicense: 'admin',
  discoverLicenses: 'admin',
  listLicenseVisibilityLog: 'admin',
  setLicenseFriendlyName: 'admin',
  setLicenseType: 'admin',
  countAudit: 'admin',
  exportAudit: 'admin',
  listAudit: 'admin',
  listLoginAudit: 'admin',
  verifyAudit: 'admin',
  getRoleMappings: 'admin',
  listDirectoryRoles: 'admin',
  previewRoleMappings: 'admin',
  saveRoleMappings: 'admin',
  forcePasswordReset: 'admin',
  getSecurityStatus: 'admin',
  listSecurityAuditReports: 'admin',
  runSecurityAudit: 'admin',
  getSettings: 'admin',
  saveSettings: 'admin',
  backUpDatabase: 'admin',
  clearCache: 'admin',
  eraseTenant: 'admin',
  exportData: 'admin',
  getBackupSchedule: 'admin',
  getSystemHealth: 'admin',
  importData: 'admin',
  listJobs: 'admin',
  resetSessions: 'admin',
  retryJob: 'admin',
  runBackup: 'admin',
  saveBackupSchedule: 'admin',
  createLocalAdministrator: 'admin',
  findDirectoryGroups: 'admin',
  findDirectoryPeople: 'admin',
  getAdminStats: 'admin',
  getUser: 'admin',
  importUsers: 'admin',
  listUserActivity: 'admin',
  listUsers: 'admin',
  previewImport: 'admin',
  resetSecondFactor: 'admin',
  resetUserPassword: 'admin',
  setUserEmail: 'admin',
  setUserRole: 'admin',
  syncUser: 'admin',
  toggleUserStatus: 'admin',
  recordExport: 'signedIn',
  listNotifications: 'signedIn',
  confirmSecondFactor: 'signedIn',
  endOtherSessions: 'signedIn',
  endOwnSession: 'signedIn',
  getSecondFactor: 'signedIn',
  listOwnSessions: 'signedIn',
  removeSecondFactor: 'signedIn',
  renewRecoveryCodes: 'signedIn',
  startSecondFactor: 'signedIn',
}

let app: TestApp
let callers: Record<Caller, TestBrowser>
beforeAll(async () => {
  app = await createTestApp()
  await app.reset()
  await app.addTenant(granted)
  await app.addTenant(ungranted)
  const nobody = app.browser()
  callers = { nobody, viewer: nobody, technician: nobody, admin: await app.signIn('admin') }
  await signInOthers()
})

async function signInOthers(): Promise<void> {
  for (const role of ['viewer', 'technician'] as const)
    callers[role] = await app.signIn(role, { tenants: [granted] })
}
afterAll(() => app.close())

const labelled = endpoints.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
)

async function walk(
  endpoint: AnyEndpoint,
  { as, tenant, headers }: { as: Caller; tenant: Which; headers?: Record<string, string> },
): Promise<LightMyRequestResponse> {
  const { params, query = {}, body } = INPUT_BY_NAME[endpoint.name] ?? {}
  // A stream has no end of its own: its head is enough, then the client leaves.
  const isStream = endpoint.kind === 'stream' && as !== 'nobody'
  const leaving = isStream ? { payloadAsStream: true, signal: AbortSignal.timeout(300) } : {}
  return callers[as].request({
    method: endpoint.method,
    url: addressOf(endpoint, { params: { ...params, tenantId: TENANTS[tenant] }, query }),
    headers: { 'sec-fetch-site': 'same-origin', 'x-background': '1', ...headers },
    ...(body === undefined ? {} : { payload: withTenant(endpoint, body, TENANTS[tenant]) }),
    ...leaving,
  })
}

const withTenant = (endpoint: AnyEndpoint, body: object, tenantId: string): object =>
  endpoint.tenantScoped && endpoint.tenantIn === 'body' ? { ...body, tenantId } : body

/** What an answer says about access; a call's own no, for a reason of its own, is a reply here. */
function verdictOf(endpoint: AnyEndpoint, response: LightMyRequestResponse): string {
  if (response.statusCode === endpoint.status) return hasItsForm(endpoint, response)
  const { code, message } = ErrorBody.parse(response.json())
  const isOwn = OWN_REFUSALS[endpoint.name]?.includes(code) === true
  // A tenant that is refused is never a call's own affair.
  const isOwnNo = isOwn && !(endpoint.tenantScoped && message === 'Tenant not found')
  return isOwnNo ? 'a reply' : `${response.statusCode} ${code} ${message}`
}

/** What the input above runs into where the caller was let in. */
const OWN_REFUSALS: Readonly<Record<string, readonly string[]>> = {
  signInLocally: ['WRONG_CREDENTIALS'],
  changePassword: ['FORBIDDEN'],
  refreshTenants: ['CONFLICT'],
  refreshTenant: ['CONFLICT'],
  getSyncRun: ['NOT_FOUND'],
  getOwnTenantDetails: ['NOT_FOUND'],
  decodeCspLicenses: ['CONFLICT'],
  setLicenseVisibility: ['NOT_FOUND'],
  setLicensePrice: ['NOT_FOUND'],
  saveAzureConfig: ['BAD_REQUEST'],
  checkConsent: ['CONFLICT'],
  checkTenantPermissions: ['CONFLICT'],
  startConsent: ['CONFLICT'],
  getConsent: ['NOT_FOUND'],
  revokeInvitation: ['NOT_FOUND'],
  decideTenantApproval: ['CONFLICT'],
  addTenant: ['CONFLICT'],
  createTenantGroup: ['CONFLICT'],
  saveTenantGroup: ['NOT_FOUND'],
  deleteTenantGroup: ['NOT_FOUND'],
  setUserAccess: ['NOT_FOUND'],
  generateReport: ['CONFLICT'],
  getReportProgress: ['NOT_FOUND'],
  downloadReportSnapshot: ['NOT_FOUND'],
  compareReportSnapshots: ['NOT_FOUND'],
  createShare: ['CONFLICT'],
  listShareViews: ['NOT_FOUND'],
  deactivateShare: ['NOT_FOUND'],
  readSharedReport: ['NOT_FOUND'],
  unlockSharedReport: ['NOT_FOUND'],
  downloadSharedReport: ['NOT_FOUND'],
  saveReportSchedule: ['NOT_FOUND'],
  deleteReportSchedule: ['NOT_FOUND'],
  runReportSchedule: ['NOT_FOUND'],
  listReportScheduleRuns: ['NOT_FOUND'],
  testMail: ['CONFLICT'],
  setLicenseFriendlyName: ['NOT_FOUND'],
  setLicenseType: ['NOT_FOUND'],
  discoverLicenses: ['CONFLICT'],
  importData: ['BAD_REQUEST', 'UNSUPPORTED_MEDIA_TYPE'],
  eraseTenant: ['BAD_REQUEST'],
  runBackup: ['CONFLICT'],
  retryJob: ['NOT_FOUND'],
  forcePasswordReset: ['CONFLICT'],
  findDirectoryGroups: ['CONFLICT'],
  findDirectoryPeople: ['CONFLICT'],
  getUser: ['NOT_FOUND'],
  importUsers: ['CONFLICT'],
  listUserActivity: ['NOT_FOUND'],
  previewImport: ['CONFLICT'],
  resetSecondFactor: ['NOT_FOUND'],
  resetUserPassword: ['NOT_FOUND'],
  setUserEmail: ['NOT_FOUND'],
  setUserRole: ['NOT_FOUND'],
  syncUser: ['NOT_FOUND'],
  toggleUserStatus: ['NOT_FOUND'],
  confirmSecondFactor: ['FORBIDDEN'],
  endOwnSession: ['NOT_FOUND'],
  removeSecondFactor: ['FORBIDDEN'],
  renewRecoveryCodes: ['FORBIDDEN'],
  startSecondFactor: ['FORBIDDEN'],
}

function hasItsForm(endpoint: AnyEndpoint, response: LightMyRequestResponse): string {
  const { location, 'content-type': type = '' } = response.headers
  const isRight = {
    redirect: () => typeof location === 'string',
    page: () => typeof location === 'string' || type.startsWith('text/html'),
    stream: () => type.startsWith('text/event-stream'),
    file: () => typeof response.headers['content-disposition'] === 'string',
    json: () => endpoint.reply.safeParse(response.json()).success,
  }[endpoint.kind]()
  return isRight ? 'a reply' : `a reply that does not parse: ${response.body}`
}

function expectedVerdict(endpoint: AnyEndpoint, as: Caller, tenant: Which): string {
  const access = ACCESS_BY_NAME[endpoint.name]
  if (access === undefined) return 'a place in the table of access'
  if (access !== 'public') {
    if (as === 'nobody') return '401 SIGN_IN_REQUIRED Please sign in'
    if (!roleReaches(as, access)) return '403 FORBIDDEN Your role does not allow this'
  }
  const isHidden = endpoint.tenantScoped && !maySee(as, tenant)
  return isHidden ? '404 NOT_FOUND Tenant not found' : 'a reply'
}

const maySee = (caller: Caller, tenant: Which): boolean =>
  tenant === 'granted' || (tenant === 'ungranted' && caller === 'admin')

const CROSS_SITE_HEADERS = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4000' },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
]

describe.each(labelled)('%s', (_, endpoint) => {
  const tenants = endpoint.tenantScoped ? WHICH : (['granted'] as const)
  const cases = CALLERS.flatMap((as) => tenants.map((tenant) => [as, tenant] as const))

  test.each(cases)('asked by %s (tenant: %s) answers as its access says', async (as, tenant) => {
    const response = await walk(endpoint, { as, tenant })
    if (endpoint.name === 'resetSessions') await signInOthers()
    expect(verdictOf(endpoint, response)).toBe(expectedVerdict(endpoint, as, tenant))
  })

  test.runIf(endpoint.hasEffect)(
    'is refused when another site asks, whoever is signed in',
    async () => {
      for (const as of CALLERS)
        for (const headers of CROSS_SITE_HEADERS) {
          const response = await walk(endpoint, { as, tenant: 'granted', headers })
          expect(verdictOf(endpoint, response)).toMatch(/^403 CROSS_SITE/u)
        }
    },
  )
})

test('the table of access names the calls of the contract and no others', () => {
  expect(Object.keys(ACCESS_BY_NAME).toSorted()).toEqual(
    endpoints.map(({ name }) => name).toSorted(),
  )
})

test.each(['not-a-run', '1', guidOf(1).slice(1)])(
  'the run %s, which is no id, is not found, like one that does not exist',
  async (runId) => {
    const { status, body } = await callers.viewer.refusal(getSyncRun, { params: { runId } })
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  },
)

test('every call of the contract is mounted, and nothing else under /api but its description', () => {
  const inContract = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  const ours = app.app.server.routes.filter(({ url }) => url.startsWith('/api'))
  const others = ours.filter(({ method, url }) => !inContract.has(`${method} ${url}`))
  expect(ours.length - others.length).toBe(inContract.size)
  for (const { url } of others) expect(url).toMatch(/^\/api\/(?:openapi\.json$|docs(?:$|\/))/u)
})

test('the description of the calls is for signed-in people', async () => {
  const own = app.app.server.routes.filter(({ url }) => /^\/api\/(?:openapi|docs)/u.test(url))
  expect(own.length).toBeGreaterThan(5)
  for (const { url } of own.filter(({ method }) => method === 'GET')) {
    const address = url.replace('*', 'swagger-ui.css')
    const response = await callers.nobody.request({ url: address })
    expect([url, response.statusCode]).toEqual([url, 401])
  }
})

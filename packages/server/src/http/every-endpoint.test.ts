import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { endpoints } from '@tenantscope/contract/endpoints'
import { ErrorBody } from '@tenantscope/contract/errors'
import { roleReaches } from '@tenantscope/contract/roles'
import { getSyncRun } from '@tenantscope/contract/sync'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ACCESS_BY_NAME } from '../testing/endpoint-access.ts'
import { INPUT_BY_NAME } from '../testing/endpoint-input.ts'
import { createTestApp, guidOf, PUBLIC_URL } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { addressOf } from '../testing/test-browser.ts'
import type { TestBrowser } from '../testing/test-browser.ts'

const granted = '11111111-2222-3333-4444-555555555555'
const ungranted = '22222222-2222-3333-4444-555555555555'
const TENANTS = { granted, ungranted, absent: guidOf(404), malformed: 'not-a-tenant' } as const
type Which = keyof typeof TENANTS
const WHICH = ['granted', 'ungranted', 'absent', 'malformed'] as const satisfies Which[]

const CALLERS = ['visitor', 'viewer', 'technician', 'admin'] as const
type Caller = (typeof CALLERS)[number]

let app: TestApp
let callers: Record<Caller, TestBrowser>
beforeAll(async () => {
  app = await createTestApp()
  await app.reset()
  await app.addTenant(granted)
  await app.addTenant(ungranted)
  const visitor = app.browser()
  const admin = await app.signIn('admin')
  callers = { visitor, viewer: visitor, technician: visitor, admin }
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
  const isStream = endpoint.kind === 'stream' && as !== 'visitor'
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

/** The errors that INPUT_BY_NAME causes where the caller has access. */
const OWN_REFUSALS: Readonly<Record<string, readonly string[]>> = {
  signInLocally: ['WRONG_CREDENTIALS'],
  getTenantPolicy: ['NOT_FOUND'],
  changePassword: ['FORBIDDEN'],
  refreshTenants: ['CONFLICT'],
  refreshTenant: ['CONFLICT'],
  getSyncRun: ['NOT_FOUND'],
  getOwnTenantDetails: ['NOT_FOUND'],
  decodeCspLicenses: ['CONFLICT'],
  setEmergencyAccounts: ['CONFLICT'],
  createPostureException: ['NOT_FOUND'],
  changePostureException: ['NOT_FOUND'],
  endPostureException: ['NOT_FOUND'],
  setLicenseVisibility: ['NOT_FOUND'],
  setLicensePrice: ['NOT_FOUND'],
  addPrice: ['BAD_REQUEST'],
  changePrice: ['NOT_FOUND'],
  removePrice: ['NOT_FOUND'],
  markAccount: ['NOT_FOUND'],
  unmarkAccount: ['NOT_FOUND'],
  decideRenewal: ['NOT_FOUND'],
  removeRenewalDecision: ['NOT_FOUND'],
  getBillingMonth: ['NOT_FOUND'],
  correctBillingMonth: ['NOT_FOUND'],
  getEstateLicense: ['NOT_FOUND'],
  getEstateLicenseTrend: ['NOT_FOUND'],
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
  readRenewalCalendar: ['NOT_FOUND'],
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
  deleteUser: ['NOT_FOUND'],
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
    if (as === 'visitor') return '401 SIGN_IN_REQUIRED Please sign in'
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
  { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL },
]

describe.each(labelled)('%s', (_, endpoint) => {
  const tenants = endpoint.tenantScoped ? WHICH : (['granted'] as const)
  const cases = CALLERS.flatMap((as) => tenants.map((tenant) => [as, tenant] as const))

  test.each(cases)('asked by %s (tenant: %s) answers as its access says', async (as, tenant) => {
    const response = await walk(endpoint, { as, tenant })
    if (endpoint.name === 'resetSessions') await signInOthers()
    expect(verdictOf(endpoint, response)).toBe(expectedVerdict(endpoint, as, tenant))
  })

  test.runIf(endpoint.hasEffect)('is refused for another site, with every role', async () => {
    for (const as of CALLERS)
      for (const headers of CROSS_SITE_HEADERS) {
        const response = await walk(endpoint, { as, tenant: 'granted', headers })
        expect(verdictOf(endpoint, response)).toMatch(/^403 CROSS_SITE/u)
      }
  })
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
    const response = await callers.visitor.request({ url: address })
    expect([url, response.statusCode]).toEqual([url, 401])
  }
})

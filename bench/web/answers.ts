import { CHECKS } from '../../packages/analysis/src/checks/catalogue.ts'
import { TenantId } from '../../packages/contract/src/ids.ts'
import type { TenantUser } from '../../packages/contract/src/licenses.ts'
import { MfaVerdict } from '../../packages/contract/src/mfa.ts'
import type { PostureEstate } from '../../packages/contract/src/posture.ts'
import type { SavingsSummary } from '../../packages/contract/src/savings.ts'
import type { TenantDetails, TenantListItem } from '../../packages/contract/src/tenants.ts'
import { makePostureTenant } from '../../packages/web/src/testing/posture.ts'
import { makeDetails, makeLicense } from '../../packages/web/src/testing/tenant-details.ts'
import { listOf } from '../../packages/web/src/testing/tenant-lists.ts'
import { makeUser } from '../../packages/web/src/testing/tenant-users.ts'
import {
  makeFigures,
  makeSavingsSummary,
  makeTenant,
} from '../../packages/web/src/testing/tenants.ts'

/** What the server would say: the app checks every answer against the contract, so a wrong one shows nothing. */

const MATRIX_PEOPLE = 10_000
export const MATRIX_LICENSES = 40
const LISTED_TENANTS = 1_000
export const MATRIX_TENANT = 'aaaaaaaa-0000-4000-8000-000000000001'

const AT = '2026-11-20T09:00:00.000Z'
const PAGE = 2_000

/** The body for a path with its query, or undefined where the app is to get a 404. */
export function answerTo(url: URL, theme: string): unknown {
  const answer = ANSWERS[url.pathname]
  return answer?.(url, theme)
}

const ANSWERS: Readonly<Record<string, (url: URL, theme: string) => unknown>> = {
  '/api/auth/me': () => ({ user: PERSON }),
  '/api/auth/sign-in-options': () => ({ microsoft: true, local: true, simulatedMicrosoft: false }),
  '/api/user/preferences': (_, theme) => ({ preferences: { ...PREFERENCES, theme } }),
  '/api/user/load-view/dashboard': () => ({ success: true, preferences: null }),
  '/api/tenants': () => tenantList(),
  '/api/admin/azure-permissions': () => permissions(),
  '/api/setup': () => ({ steps: [], isComplete: true, credentialDaysLeft: null }),
  '/api/posture': () => estate(),
  '/api/connection-refusal': () => ({ refusal: null }),
  '/api/tenant-groups': () => ({ groups: [] }),
  [`/api/tenants/${MATRIX_TENANT}/details`]: () => details(),
  [`/api/tenants/${MATRIX_TENANT}/users-with-licenses`]: (url) => people(url),
}

const PERSON = {
  id: 1,
  username: 'admin',
  displayName: 'Ada Lindqvist',
  email: 'ada@msp.example',
  authMethod: 'microsoft',
  role: 'admin',
  isAdmin: true,
  adminRoles: [],
  lastMicrosoftLogin: AT,
  createdAt: AT,
  mustResetPassword: false,
  mustSetUpSecondFactor: false,
}

const PREFERENCES = {
  timezone: 'America/Los_Angeles',
  emailNotifications: false,
  desktopNotifications: false,
  compactView: false,
  defaultView: 'dashboard',
}

function tenant(index: number): TenantListItem {
  const digits = String(index + 1).padStart(4, '0')
  const isFull = index % 9 !== 0
  return makeTenant({
    id: TenantId.parse(`aaaaaaaa-0000-4000-8000-00000000${digits}`),
    displayName: `${WORDS[index % WORDS.length]} ${TRADES[index % TRADES.length]} ${digits}`,
    directoryName: `Directory ${digits}`,
    tags: index % 5 === 0 ? ['gold', 'north'] : [],
    defaultDomainName: `tenant${digits}.example`,
    status: index % 31 === 0 ? 'Pending' : 'Active',
    accessMethod: index % 7 === 0 ? 'direct' : 'csp',
    accessLevel: isFull ? 'full' : 'limited',
    missingPermissions: isFull ? [] : ['Directory.Read.All'],
    consent: { state: 'granted', since: AT },
    dataAsOf: AT,
    figures: makeFigures({
      people: 20 + index,
      licensedPeople: 12 + index,
      paidSeats: 30 + index,
      assignedPaidSeats: 20 + index,
      unassignedPaidSeats: 10,
      mfa: MfaVerdict.options[index % MfaVerdict.options.length] ?? 'none',
      mfaNotCovered: index % 40,
      savings: makeSavingsSummary({
        monthlyAmount: index % 4 === 0 ? 0 : 22.5 * (index % 40),
        removableSeats: index % 40,
      }),
    }),
  })
}

const sumOf = (tenants: readonly TenantListItem[], part: (savings: SavingsSummary) => number) =>
  tenants.reduce((sum, { figures }) => sum + (figures === null ? 0 : part(figures.savings)), 0)

function tenantList() {
  const tenants = Array.from({ length: LISTED_TENANTS }, (_, index) => tenant(index))
  return listOf(tenants, {
    savings: makeSavingsSummary({
      monthlyAmount: sumOf(tenants, (savings) => savings.monthlyAmount),
      removableSeats: sumOf(tenants, (savings) => savings.removableSeats),
    }),
  })
}

function estate(): PostureEstate {
  const tenants = Array.from({ length: LISTED_TENANTS }, (_, index) =>
    makePostureTenant(
      tenant(index).displayName,
      CHECKS.map((_check, at) => VERDICTS[(index * 7 + at * 3) % VERDICTS.length] ?? 'passed'),
      { score: 40 + (index % 60), grade: 'C' },
    ),
  )
  const checks = CHECKS.map(({ id, title, severity, references }) => ({
    id,
    title,
    severity,
    references: [...references],
  }))
  return {
    checks,
    tenants,
    inactiveTenants: 0,
    members: { covered: 0, notCovered: 0, notKnown: 0, tenantsNotKnown: LISTED_TENANTS },
  }
}

const VERDICTS = ['passed', 'failed', 'passed', 'notRead', 'passed', 'notLicensed'] as const

function permissions() {
  const tenantPermissions = Array.from({ length: LISTED_TENANTS }, (_, index) => {
    const { id, displayName, accessMethod, accessLevel } = tenant(index)
    const hasDirectoryRead = accessLevel === 'full'
    const hasCSPAccess = accessMethod === 'csp'
    return { tenantId: id, displayName, hasDirectoryRead, hasCSPAccess, accessMethod }
  })
  const fullAccess = tenantPermissions.filter(({ hasDirectoryRead }) => hasDirectoryRead).length
  return {
    tenantPermissions,
    evaluationMetrics: {
      evaluatedTenants: LISTED_TENANTS,
      fullAccess,
      limitedAccess: LISTED_TENANTS - fullAccess,
      failedTenants: 0,
    },
    permissionSummary: { hasDirectoryRead: true, hasOrganizationRead: true, totalPermissions: 4 },
    scanTimestamp: AT,
    scanMetadata: { timestamp: AT },
    verifying: 0,
    appId: null,
    displayName: null,
    grantedPermissions: [],
    requiredResourceAccess: [],
    permissionDefinitions: {},
    permissions: [],
    check: null,
    portalUrl: null,
  }
}

function details(): TenantDetails {
  const licenses = Array.from({ length: MATRIX_LICENSES }, (_, index) =>
    makeLicense({ skuId: skuId(index), displayName: productName(index) }),
  )
  return makeDetails(tenant(0), { licenses, userCount: MATRIX_PEOPLE })
}

function people({ searchParams }: URL) {
  const start = Number(searchParams.get('cursor') ?? 0)
  const end = Math.min(start + Number(searchParams.get('limit') ?? PAGE), MATRIX_PEOPLE)
  return {
    users: Array.from({ length: end - start }, (_, offset) => person(start + offset)),
    total: MATRIX_PEOPLE,
    nextCursor: end < MATRIX_PEOPLE ? String(end) : null,
    dataAsOf: AT,
    failure: null,
  }
}

function person(index: number): TenantUser {
  const digits = String(index).padStart(5, '0')
  const name = `${GIVEN[index % GIVEN.length]} ${FAMILY[(index * 7) % FAMILY.length]} ${digits}`
  const mail = `person${digits}@tenant0001.example`
  // One license that most people have, and up to five others, differently from row to row.
  const held = [0, ...Array.from({ length: index % 6 }, (_, step) => (index * 13 + step * 7) % 40)]
  const skus = index % 11 === 0 ? [] : [...new Set(held)]
  return makeUser({
    id: `bbbbbbbb-0000-4000-8000-0000000${digits}`,
    displayName: name,
    userPrincipalName: mail,
    name,
    email: mail,
    isADSynced: index % 3 === 0,
    isCloudOnly: index % 3 !== 0,
    userType: index % 17 === 0 ? 'Guest' : 'Member',
    accountEnabled: index % 23 !== 0,
    licenses: skus.map(productName),
    licenseSkuIds: skus.map(skuId),
  })
}

function skuId(index: number): string {
  return `cccccccc-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`
}

function productName(index: number): string {
  return `${PRODUCTS[index % PRODUCTS.length]} Plan ${1 + Math.floor(index / PRODUCTS.length)}`
}

const WORDS = ['Acacia', 'Adriatica', 'Contoso', 'Fabrikam', 'Northwind', 'Tailspin', 'Wingtip']
const TRADES = ['Dental', 'Alimentari', 'Accounting', 'Logistics', 'Architects']
const GIVEN = ['Adele', 'Alex', 'Diego', 'Grady', 'Henrietta', 'Isaiah', 'Joni', 'Lynne', 'Megan']
const FAMILY = ['Vance', 'Wilber', 'Siciliani', 'Archie', 'Mueller', 'Langer', 'Sherman', 'Robbins']
const PRODUCTS = [
  'Microsoft 365 Business Premium',
  'Office 365 E3',
  'Microsoft 365 E5 Compliance',
  'Exchange Online',
  'Power BI Pro',
  'Visio',
  'Project Plan 3',
  'Defender for Office 365',
]

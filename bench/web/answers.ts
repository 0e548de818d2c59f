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
}

const PREFERENCES = {
  timezone: 'America/Los_Angeles',
  emailNotifications: false,
  desktopNotifications: false,
  compactView: false,
  defaultView: 'dashboard',
}

const NO_SAVINGS = {
  currency: 'USD',
  monthlyAmount: 0,
  monthlyAmountNow: 0,
  removableSeats: 0,
  unpricedSeats: 0,
}

function tenant(index: number) {
  const digits = String(index + 1).padStart(4, '0')
  const isCsp = index % 7 !== 0
  const isFull = index % 9 !== 0
  return {
    id: `aaaaaaaa-0000-4000-8000-00000000${digits}`,
    displayName: `${WORDS[index % WORDS.length]} ${TRADES[index % TRADES.length]} ${digits}`,
    directoryName: `Directory ${digits}`,
    tags: index % 5 === 0 ? ['gold', 'north'] : [],
    groupIds: [],
    defaultDomainName: `tenant${digits}.example`,
    status: index % 31 === 0 ? 'Pending' : 'Active',
    createdDateTime: '2024-02-29T12:00:00.000Z',
    contractType: 'Standard',
    isPartnerTenant: false,
    accessMethod: isCsp ? 'csp' : 'direct',
    accessLevel: isFull ? 'full' : 'limited',
    missingPermissions: isFull ? [] : ['Directory.Read.All'],
    consent: { state: 'granted', since: AT },
    isReadingStopped: false,
    dataAsOf: AT,
    figures: {
      people: 20 + index,
      licensedPeople: 12 + index,
      paidSeats: 30 + index,
      assignedPaidSeats: 20 + index,
      unassignedPaidSeats: 10,
      mfa: MFA[index % MFA.length],
      savings: {
        ...NO_SAVINGS,
        monthlyAmount: index % 4 === 0 ? 0 : 22.5 * (index % 40),
        removableSeats: index % 40,
      },
    },
    failure: null,
  }
}

type Savings = typeof NO_SAVINGS

const sumOf = (tenants: readonly ReturnType<typeof tenant>[], part: (savings: Savings) => number) =>
  tenants.reduce((sum, { figures }) => sum + part(figures.savings), 0)

function tenantList() {
  const tenants = Array.from({ length: LISTED_TENANTS }, (_, index) => tenant(index))
  const count = (status: string) => tenants.filter((each) => each.status === status).length
  return {
    tenants,
    total: tenants.length,
    stats: {
      totalTenants: tenants.length,
      activeTenants: count('Active'),
      pendingTenants: count('Pending'),
      inactiveTenants: 0,
    },
    savings: {
      ...NO_SAVINGS,
      monthlyAmount: sumOf(tenants, (savings) => savings.monthlyAmount),
      removableSeats: sumOf(tenants, (savings) => savings.removableSeats),
    },
    isConnected: true,
    currentRun: null,
  }
}

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

function license(index: number) {
  return {
    skuId: skuId(index),
    skuPartNumber: `SKU_${index}`,
    productName: productName(index),
    friendlyName: null,
    displayName: productName(index),
    isVisible: true,
    firstDiscovered: AT,
    lastSeen: AT,
    licenseType: 'paid',
    appliesTo: 'User',
    capabilityStatus: 'Enabled',
    consumedUnits: 800,
    enabledUnits: 1_000,
    availableUnits: 200,
    prepaidUnits: { enabled: 1_000, warning: 0, suspended: 0, lockedOut: 0 },
    servicePlans: [],
    countsAsPaid: true,
    utilizationPercent: 80,
    utilization: 'Well Utilized',
    price: null,
    savings: null,
  }
}

function details() {
  const own = tenant(0)
  return {
    tenant: own,
    timestamp: AT,
    organization: {
      id: own.id,
      displayName: own.displayName,
      verifiedDomains: [{ name: 'tenant0001.example', isDefault: true, isInitial: false }],
      businessPhones: [],
      city: null,
      state: null,
      countryLetterCode: null,
      technicalNotificationMails: [],
      createdDateTime: null,
      directorySizeQuota: null,
      onPremisesSyncEnabled: null,
    },
    userCount: MATRIX_PEOPLE,
    fullAccess: true,
    limitedAccess: false,
    message: null,
    licenseSummary: {
      totalLicenses: 40_000,
      consumedLicenses: 32_000,
      availableLicenses: 8_000,
      totalSkus: MATRIX_LICENSES,
      paidSkus: MATRIX_LICENSES,
    },
    licenses: Array.from({ length: MATRIX_LICENSES }, (_, index) => license(index)),
    hiddenLicenses: 0,
    licenseDiagnostic: null,
    policies: null,
    partFailures: [],
    currentRun: null,
  }
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

function person(index: number) {
  const digits = String(index).padStart(5, '0')
  const name = `${GIVEN[index % GIVEN.length]} ${FAMILY[(index * 7) % FAMILY.length]} ${digits}`
  const mail = `person${digits}@tenant0001.example`
  // One license that most people have, and up to five others, differently from row to row.
  const held = [0, ...Array.from({ length: index % 6 }, (_, step) => (index * 13 + step * 7) % 40)]
  const skus = index % 11 === 0 ? [] : [...new Set(held)]
  return {
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
  }
}

function skuId(index: number): string {
  return `cccccccc-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`
}

function productName(index: number): string {
  return `${PRODUCTS[index % PRODUCTS.length]} Plan ${1 + Math.floor(index / PRODUCTS.length)}`
}

const MFA = ['required', 'partial', 'absent', 'notLicensed']
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

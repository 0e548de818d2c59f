import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { MfaCoverage } from '@tenantscope/contract/mfa'
import type { TenantPolicy } from '@tenantscope/contract/policies'
import type { LicenseSavings } from '@tenantscope/contract/savings'
import type { TenantDetails, TenantListItem } from '@tenantscope/contract/tenants'

let made = 0

/** A paid license with 8 of 10 seats assigned. */
export function makeLicense(changes: Partial<TenantLicense> = {}): TenantLicense {
  made += 1
  return {
    skuId: `sku-${made}`,
    skuPartNumber: `SKU_${made}`,
    productName: `Product ${made}`,
    friendlyName: null,
    displayName: `Product ${made}`,
    isVisible: true,
    firstDiscovered: '2026-01-05T10:00:00.000Z',
    lastSeen: '2026-11-20T09:00:00.000Z',
    licenseType: 'paid',
    appliesTo: 'User',
    capabilityStatus: 'Enabled',
    consumedUnits: 8,
    enabledUnits: 10,
    availableUnits: 2,
    prepaidUnits: { enabled: 10, warning: 0, suspended: 0, lockedOut: 0 },
    servicePlans: [],
    kind: changes.licenseType ?? 'paid',
    countsAsPaid: true,
    boughtSeats: 10,
    issues: [],
    renewals: [],
    utilizationPercent: 80,
    utilization: 'Well Utilized',
    price: null,
    savings: makeLicenseSavings(),
    ...changes,
  }
}

/** No savings. */
export function makeLicenseSavings(changes: Partial<LicenseSavings> = {}): LicenseSavings {
  return {
    unassignedSeats: 0,
    keptSeats: 0,
    keptReason: null,
    blockedHolders: 0,
    guestHolders: 0,
    overAllocatedSeats: 0,
    removableSeats: 0,
    removableUnassigned: changes.removableSeats ?? 0,
    monthlyAmount: null,
    removal: { now: 0, atRenewal: [], notKnown: 0 },
    ...changes,
  }
}

/** An enabled policy for all users. */
export function makePolicy(changes: Partial<TenantPolicy> = {}): TenantPolicy {
  made += 1
  return {
    id: `policy-${made}`,
    displayName: `Policy ${made}`,
    state: 'enabled',
    appliesTo: 'All users',
    conditions: { users: { includeUsers: ['All'] } },
    ...changes,
  }
}

/** The data of a completely read tenant, unless the test overrides it. */
export function makeDetails(
  tenant: TenantListItem,
  changes: Partial<TenantDetails> = {},
): TenantDetails {
  return {
    tenant,
    timestamp: '2026-11-20T10:00:00.000Z',
    organization: makeOrganization(tenant),
    userCount: 12,
    fullAccess: true,
    limitedAccess: false,
    message: null,
    licenseSummary: {
      totalLicenses: 10,
      consumedLicenses: 8,
      availableLicenses: 2,
      seatsBeyond: 0,
      totalSkus: 3,
      paidSkus: 1,
      freeSkus: 2,
      trialSkus: 0,
      selfServiceSkus: 0,
      deviceSkus: 0,
      companyWideSkus: 0,
      unknownSkus: 0,
    },
    licenses: [makeLicense()],
    hiddenLicenses: 0,
    licenseDiagnostic: null,
    currentRun: null,
    policies: {
      summary: { total: 1, enabled: 1, disabled: 0, reportOnly: 0 },
      conditionalAccess: [makePolicy()],
    },
    mfa: makeMfaCoverage(),
    partFailures: [],
    malformedRows: [],
    ...changes,
  }
}

/** The details of a tenant that was not read yet. */
export function makeUnreadDetails(tenant: TenantListItem): TenantDetails {
  return makeDetails(tenant, {
    organization: null,
    userCount: null,
    licenseSummary: null,
    licenses: [],
    policies: null,
    mfa: null,
  })
}

/** MFA required of all but the number of members given. */
export function makeMfaCoverage(notCovered = 0): MfaCoverage {
  return {
    verdict: notCovered === 0 ? 'required' : 'partial',
    counts: {
      members: 10,
      membersCovered: 10 - notCovered,
      membersNotCovered: notCovered,
      membersNotKnown: 0,
      guests: 2,
      guestsCovered: 1,
      blocked: 3,
      agents: 0,
      emergencyAccounts: 0,
    },
    reasons:
      notCovered === 0
        ? []
        : [
            {
              kind: 'policy',
              gap: 'excludes',
              policyName: 'MFA for all',
              people: notCovered,
              details: [],
            },
          ],
  }
}

export function makeOrganization(
  { id, displayName }: TenantListItem,
  changes: Partial<NonNullable<TenantDetails['organization']>> = {},
): NonNullable<TenantDetails['organization']> {
  return {
    id,
    displayName,
    verifiedDomains: [{ name: 'contoso.com', isDefault: true, isInitial: false }],
    businessPhones: ['+1 425 555 0100'],
    city: 'Seattle',
    state: 'WA',
    countryLetterCode: 'US',
    technicalNotificationMails: ['it@contoso.com'],
    createdDateTime: '2015-06-01T00:00:00.000Z',
    directorySizeQuota: { used: 50, total: 200 },
    onPremisesSyncEnabled: null,
    ...changes,
  }
}

import { verificationOf } from '@tenantscope/analysis/verification'
import { TenantId } from '@tenantscope/contract/ids'
import type { PostureSummary } from '@tenantscope/contract/posture-summary'
import type { SavingsSummary } from '@tenantscope/contract/savings'
import type { TenantFailure, TenantFigures, TenantListItem } from '@tenantscope/contract/tenants'

let made = 0

/** A completely read tenant of a list, unless the test overrides it. */
export function makeTenant(changes: Partial<TenantListItem> = {}): TenantListItem {
  made += 1
  const digits = String(made).padStart(4, '0')
  const tenant: TenantListItem = {
    id: TenantId.parse(`aaaaaaaa-0000-4000-8000-${digits.padStart(12, '0')}`),
    displayName: `Tenant ${digits}`,
    directoryName: `Tenant ${digits}`,
    tags: [],
    groupIds: [],
    defaultDomainName: `tenant${digits}.example`,
    status: 'Active',
    createdDateTime: '2024-02-29T12:00:00.000Z',
    contractType: 'Standard',
    isPartnerTenant: false,
    accessMethod: 'csp',
    accessLevel: 'full',
    verification: 'full',
    missingPermissions: [],
    consent: { state: 'granted', since: null },
    isReadingStopped: false,
    dataAsOf: '2026-11-20T09:00:00.000Z',
    figures: makeFigures(),
    posture: changes.dataAsOf === null ? null : makePosture(),
    failure: null,
    end: null,
    ...changes,
  }
  return {
    ...tenant,
    verification: changes.verification ?? verificationOf({ ...tenant, isRefused: false }),
  }
}

export function makePosture(changes: Partial<PostureSummary> = {}): PostureSummary {
  return { score: 92, grade: 'A', criticalFailed: 0, isOld: false, ...changes }
}

export function makeFigures(changes: Partial<TenantFigures> = {}): TenantFigures {
  return {
    people: 12,
    licensedPeople: 10,
    paidSeats: 10,
    assignedPaidSeats: 10,
    unassignedPaidSeats: 0,
    mfa: 'required',
    mfaNotCovered: 0,
    savings: makeSavingsSummary(),
    issues: [],
    ...changes,
  }
}

/** No savings. */
export function makeSavingsSummary(changes: Partial<SavingsSummary> = {}): SavingsSummary {
  return {
    currency: 'USD',
    monthlyAmount: 0,
    monthlyAmountNow: 0,
    removableSeats: 0,
    unassignedSeats: (changes.removableSeats ?? 0) - (changes.heldSeats ?? 0),
    heldSeats: 0,
    keptSeats: 0,
    unpricedSeats: 0,
    ...changes,
  }
}

export function makeFailure(changes: Partial<TenantFailure> = {}): TenantFailure {
  return {
    code: 'CONSENT_REQUIRED',
    message: 'Admin consent is missing for this application.',
    advice: null,
    at: '2026-11-20T09:00:00.000Z',
    microsoftCode: 'AADSTS65001',
    requestId: null,
    correlationId: null,
    ...changes,
  }
}

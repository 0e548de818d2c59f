import { TenantId } from '@tenantscope/contract/ids'
import type { SavingsSummary } from '@tenantscope/contract/savings'
import type { TenantFailure, TenantFigures, TenantListItem } from '@tenantscope/contract/tenants'

let made = 0

/** A tenant of a list, well and fully read unless the test says otherwise. */
export function makeTenant(changes: Partial<TenantListItem> = {}): TenantListItem {
  made += 1
  const digits = String(made).padStart(4, '0')
  return {
    id: TenantId.parse(`aaaaaaaa-0000-4000-8000-00000000${digits}`),
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
    missingPermissions: [],
    consent: { state: 'granted', since: null },
    isReadingStopped: false,
    dataAsOf: '2026-11-20T09:00:00.000Z',
    figures: makeFigures(),
    failure: null,
    ...changes,
  }
}

export function makeFigures(changes: Partial<TenantFigures> = {}): TenantFigures {
  return {
    people: 12,
    licensedPeople: 10,
    paidSeats: 10,
    assignedPaidSeats: 10,
    unassignedPaidSeats: 0,
    mfa: 'required',
    savings: makeSavingsSummary(),
    ...changes,
  }
}

/** Nothing to save. */
export function makeSavingsSummary(changes: Partial<SavingsSummary> = {}): SavingsSummary {
  return {
    currency: 'USD',
    monthlyAmount: 0,
    monthlyAmountNow: 0,
    removableSeats: 0,
    unpricedSeats: 0,
    ...changes,
  }
}

export function makeFailure(changes: Partial<TenantFailure> = {}): TenantFailure {
  return {
    code: 'CONSENT_REQUIRED',
    message: 'Admin consent is missing for this application.',
    at: '2026-11-20T09:00:00.000Z',
    microsoftCode: 'AADSTS65001',
    requestId: null,
    correlationId: null,
    ...changes,
  }
}

import type {
  BilledTenant,
  BillingMonthDetails,
  BillingMonths,
  TenantBillingMonths,
} from '@tenantscope/contract/billing-months'
import { TenantId } from '@tenantscope/contract/ids'

export const contosoId = TenantId.parse('11111111-2222-4333-8444-555555555555')
export const fabrikamId = TenantId.parse('22222222-2222-4333-8444-555555555555')

const people = { billedPeople: 40, blockedPeople: 3, guests: 2 }

const record = {
  month: '2026-10',
  number: 1,
  timeZone: 'Europe/Berlin',
  startsAt: '2026-09-30T22:00:00.000Z',
  endsAt: '2026-10-31T23:00:00.000Z',
  readAt: '2026-10-31T18:00:00.000Z',
  people,
  malformedRows: 0,
  frozenAt: '2026-10-31T23:10:00.000Z',
  hash: 'a'.repeat(64),
  isIntact: true,
}

const open = {
  month: '2026-11',
  timeZone: 'Europe/Berlin',
  endsAt: '2026-11-30T23:00:00.000Z',
  frozenFrom: '2026-11-30T23:10:00.000Z',
}

/** October of Contoso: 40 licensed people after 38. */
export const makeBilled = (changes: Partial<BilledTenant> = {}): BilledTenant => ({
  ...record,
  tenantId: contosoId,
  tenantName: 'Contoso',
  before: 38,
  ...changes,
})

/** The months of an estate in which October is chosen. */
export const billingOf = (
  tenants: readonly BilledTenant[],
  changes: Partial<BillingMonths> = {},
): BillingMonths => ({
  months: [
    { month: '2026-10', billedPeople: 40, blockedPeople: 3, guests: 2, tenants: 1, notRead: 1 },
    { month: '2026-09', billedPeople: 38, blockedPeople: 3, guests: 2, tenants: 1, notRead: 0 },
    { month: '2025-12', billedPeople: 12, blockedPeople: 0, guests: 0, tenants: 1, notRead: 0 },
  ],
  month: '2026-10',
  tenants: [...tenants],
  open,
  ...changes,
})

export const nothingFrozen: BillingMonths = { months: [], month: null, tenants: [], open }

export const tenantBilling: TenantBillingMonths = {
  tenantName: 'Contoso',
  months: [record, { ...record, month: '2026-09', people: null, readAt: null }],
  open: { ...open, readAt: '2026-11-20T18:00:00.000Z' },
  timeZone: { effective: 'Europe/Berlin', own: null, version: 0 },
}

export const makeMonth = (changes: Partial<BillingMonthDetails> = {}): BillingMonthDetails => ({
  tenantName: 'Contoso',
  records: [{ ...record, correction: null }],
  licenses: [
    { skuId: 'sku-e3', displayName: 'Microsoft 365 E3', seats: 50, members: 40, guests: 2 },
  ],
  moves: {
    kind: 'known',
    since: '2026-09',
    cameCount: 2,
    wentCount: 1,
    came: [
      { id: 'ada', displayName: 'Ada Lovelace', userPrincipalName: 'ada@contoso.example' },
      { id: 'bob', displayName: 'Bob', userPrincipalName: 'bob@contoso.example' },
    ],
    went: [{ id: 'id-of-carl', displayName: null, userPrincipalName: null }],
    areNamesKnown: true,
  },
  ...changes,
})

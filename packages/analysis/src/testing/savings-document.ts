import type { SavingsLicense, SavingsReport } from '@tenantscope/contract/savings-report'

/** A license of which 3 seats can be removed now and 5 at a renewal. */
export const savingsLicense = (over: Partial<SavingsLicense> = {}): SavingsLicense => ({
  skuId: '05e9a617-0261-4cee-bb44-138d3ef5d965',
  skuPartNumber: 'SPE_E3',
  friendlyName: 'Microsoft 365 E3',
  kind: 'paid',
  enabledUnits: 50,
  consumedUnits: 44,
  availableUnits: 6,
  price: { monthly: 36, currency: 'USD', source: 'list' },
  monthlyCost: 1_800,
  removableSeats: 8,
  removableUnassigned: 6,
  removableNow: 3,
  removableAtRenewal: [{ date: '2027-03-03T12:00:00.000Z', seats: 5 }],
  monthlySavings: 288,
  ...over,
})

/** A report of one license, as it is stored. */
export const savingsDocument = (over: Partial<SavingsReport> = {}): SavingsReport => ({
  schema: 'tenantscope/report',
  version: 1,
  reportType: 'savings',
  isRedacted: false,
  tenant: {
    displayName: 'Fabrikam (it@fabrikam.com)',
    id: '20000000-0000-4000-8000-000000000001',
    defaultDomainName: 'fabrikam.com',
  },
  createdAt: '2026-11-30T08:30:15.000Z',
  createdBy: 'Megan Bowen',
  timeZone: 'UTC',
  dataAsOf: '2026-11-30T08:00:00.000Z',
  currency: 'USD',
  selection: 'bought',
  tenantLicenses: 3,
  arePeopleKnown: true,
  areRenewalsKnown: true,
  totals: {
    seats: 50,
    assigned: 44,
    unused: 6,
    monthlyCost: 1_800,
    unpricedSeats: 0,
    savings: {
      currency: 'USD',
      monthlyAmount: 288,
      monthlyAmountNow: 108,
      removableSeats: 8,
      unassignedSeats: 6,
      heldSeats: 2,
      keptSeats: 0,
      unpricedSeats: 0,
    },
  },
  recommendations: [],
  licenses: [savingsLicense()],
  renewals: [
    {
      renewsAt: '2027-03-03T12:00:00.000Z',
      event: 'renewsOrEnds',
      friendlyName: 'Microsoft 365 E3',
      skuPartNumber: 'SPE_E3',
      seats: 47,
      monthlyCost: 1_692,
      removableSeats: 5,
      monthlySavings: 180,
    },
  ],
  ...over,
})

import type { ReportLicense } from '@tenantscope/contract/report-document'

/** A paid license of a report: 70 of 100 seats are assigned, 34 can be removed. */
export const reportLicense = (over: Partial<ReportLicense> = {}): ReportLicense => ({
  skuPartNumber: 'SPB',
  friendlyName: 'Business Premium',
  licenseType: 'paid',
  kind: 'paid',
  enabledUnits: 100,
  consumedUnits: 70,
  availableUnits: 30,
  utilizationPercent: 70,
  utilization: 'Some Waste',
  issues: [],
  reportedUsers: 1,
  price: { monthly: 22, currency: 'USD', source: 'list' },
  removableSeats: 34,
  removableUnassigned: 28,
  monthlySavings: 748,
  ...over,
})

import { TenantId } from '@tenantscope/contract/ids'
import type { LicenseUse, PersonUse } from '@tenantscope/contract/license-use'

export const contosoId = TenantId.parse('11111111-2222-4333-8444-555555555555')

export const makePersonUse = (changes: Partial<PersonUse> = {}): PersonUse => ({
  userId: 'ada',
  name: 'Ada Lovelace',
  userPrincipalName: 'ada@contoso.example',
  isBlocked: false,
  isGuest: false,
  createdAt: '2020-01-01T12:00:00.000Z',
  verdict: 'noUse',
  lastSignInAt: '2026-11-18T12:00:00.000Z',
  isSignInKnown: true,
  services: [
    { service: 'exchange', lastUsedOn: '2026-09-01' },
    { service: 'teams', lastUsedOn: null },
  ],
  licenses: ['Microsoft 365 E3'],
  monthlyCost: 39,
  unpricedLicenses: 0,
  mark: null,
  ...changes,
})

export const makeLicenseUse = (changes: Partial<LicenseUse> = {}): LicenseUse => ({
  tenantName: 'Contoso',
  currency: 'USD',
  dataAsOf: '2026-11-20T09:00:00.000Z',
  failure: null,
  signIns: { asOf: '2026-11-20T02:00:00.000Z', gap: null, isOld: false },
  usage: {
    asOf: '2026-11-20T02:00:00.000Z',
    gap: null,
    isOld: false,
    reportDate: '2026-11-18',
  },
  totals: [
    { verdict: 'noUse', people: 1, monthlyCost: 39, unpricedLicenses: 0 },
    { verdict: 'active', people: 12, monthlyCost: 468, unpricedLicenses: 2 },
  ],
  markedAccounts: 1,
  people: [makePersonUse()],
  more: 0,
  ...changes,
})

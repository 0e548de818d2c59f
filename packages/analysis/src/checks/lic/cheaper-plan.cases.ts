import { facts, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const MAIL = { servicePlanId: 'mail', servicePlanName: 'EXCHANGE_S_STANDARD' }
const TEAMS = { servicePlanId: 'teams', servicePlanName: 'TEAMS1' }
const APPS = { servicePlanId: 'apps', servicePlanName: 'OFFICESUBSCRIPTION' }
const DEAR = '05e9a617-0261-4cee-bb44-138d3ef5d965'
const CHEAP = '18181a46-0d4e-45cd-891e-60aabd171b4e'
const skus = (plans: (typeof MAIL)[]) => [
  sku({ skuId: DEAR, skuPartNumber: 'SPE_E3', servicePlans: plans }),
  sku({ skuId: CHEAP, skuPartNumber: 'STANDARDPACK', servicePlans: [MAIL] }),
]
const holder = user('a', { userPrincipalName: 'a@x', assignedLicenses: [{ skuId: DEAR }] })
const usage = (teams: string | null, isConcealed = false) => [
  {
    userPrincipalName: 'A@x',
    isConcealed,
    isDeleted: false,
    lastActivityDates: { exchange: '2026-11-20', teams },
  },
]
const base = { subscribedSkus: skus([MAIL, TEAMS]), users: [holder], activeUsers: usage(null) }

export const cases: readonly CheckCase[] = [
  { name: 'only the mailbox is used', facts: facts(base), verdict: 'failed', objects: ['a'] },
  {
    name: 'the other service is used',
    facts: facts({ ...base, activeUsers: usage('2026-11-01') }),
    verdict: 'passed',
  },
  {
    name: 'what cannot be measured counts as used',
    facts: facts({ ...base, subscribedSkus: skus([MAIL, TEAMS, APPS]) }),
    verdict: 'passed',
  },
  {
    name: 'a new account',
    facts: facts({ ...base, users: [{ ...holder, createdDateTime: '2026-11-01T00:00:00Z' }] }),
    verdict: 'passed',
  },
  {
    name: 'hidden names',
    facts: facts({ ...base, activeUsers: usage(null, true) }),
    verdict: 'notRead',
  },
  {
    name: 'nothing to compare',
    facts: facts({ ...base, subscribedSkus: [sku()] }),
    verdict: 'notApplicable',
  },
  {
    name: 'use not read',
    facts: facts({ ...base, activeUsers: 'noPermission' }),
    verdict: 'noPermission',
  },
]

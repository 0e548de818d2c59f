import { commonCases, tenantWith } from '../../testing/ca-cases.ts'
import { policy, sku } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

export const cases: readonly CheckCase[] = [
  ...commonCases(policy('all'), { isMetBySecurityDefaults: true }),
  {
    name: 'security defaults with P1',
    facts: tenantWith([], { securityDefaults: { isEnabled: true } }),
    verdict: 'passed',
    counts: { securityDefaults: 1 },
  },
  {
    name: 'neither, without P1: security defaults are free',
    facts: tenantWith([], { subscribedSkus: [sku()] }),
    verdict: 'failed',
  },
  {
    name: 'policies refused without P1',
    facts: tenantWith([], { subscribedSkus: [sku()], policies: 'notLicensed' }),
    verdict: 'failed',
  },
  {
    name: 'policies that were not read without P1',
    facts: tenantWith([], { subscribedSkus: [sku()], policies: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'without P1, and security defaults were not read',
    facts: tenantWith([], { subscribedSkus: [sku()], securityDefaults: 'notRead' }),
    verdict: 'notRead',
  },
]

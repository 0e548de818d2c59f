import { facts, P1_SKU, P2_SKU, policy, sku } from '../../testing/check-facts.ts'
import { unreadable } from '../../testing/policy-facts.ts'
import type { CheckCase } from '../cases.ts'

export const cases: readonly CheckCase[] = [
  {
    name: 'an enabled policy',
    facts: facts({ policies: [policy('one')] }),
    verdict: 'passed',
    objects: ['one'],
  },
  { name: 'no policy', facts: facts(), verdict: 'failed' },
  {
    name: 'P2 holds P1, and report-only enforces nothing',
    facts: facts({
      subscribedSkus: [P2_SKU],
      policies: [policy('one', { state: 'enabledForReportingButNotEnforced' })],
    }),
    verdict: 'failed',
  },
  {
    name: 'a policy for workloads does not use P1',
    facts: facts({
      policies: [policy('one', { clientApplications: { includeServicePrincipals: ['sp'] } })],
    }),
    verdict: 'failed',
  },
  {
    name: 'a license in warning still counts',
    facts: facts({ subscribedSkus: [{ ...P1_SKU, capabilityStatus: 'Warning' }] }),
    verdict: 'failed',
  },
  {
    name: 'a suspended license does not',
    facts: facts({
      subscribedSkus: [{ ...P1_SKU, capabilityStatus: 'Suspended' }],
      policies: [policy('one')],
    }),
    verdict: 'notLicensed',
  },
  {
    name: 'the only enabled policy cannot be read',
    facts: facts({ policies: [unreadable(policy('one'))] }),
    verdict: 'notRead',
    objects: ['one'],
  },
  {
    name: 'no policies without P1',
    facts: facts({ subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
  {
    name: 'security defaults without P1',
    facts: facts({ subscribedSkus: [sku()], securityDefaults: { isEnabled: true } }),
    verdict: 'notApplicable',
  },
  {
    name: 'security defaults with P1',
    facts: facts({ securityDefaults: { isEnabled: true } }),
    verdict: 'failed',
  },
  {
    name: 'policies without permission',
    facts: facts({ policies: 'noPermission' }),
    verdict: 'noPermission',
  },
  {
    name: 'licenses that were not read',
    facts: facts({ subscribedSkus: 'notRead', policies: [policy('one')] }),
    verdict: 'notRead',
  },
]

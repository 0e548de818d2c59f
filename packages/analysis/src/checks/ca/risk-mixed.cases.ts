import { facts, sku } from '../../testing/check-facts.ts'
import { policyFor } from '../../testing/policy-facts.ts'
import type { CheckCase } from '../cases.ts'

const risky = (id: string, conditions: Parameters<typeof policyFor>[2]) =>
  policyFor(id, { includeUsers: ['All'] }, conditions)
const mixed = risky('mixed', { userRiskLevels: ['high'], signInRiskLevels: ['high'] })

export const cases: readonly CheckCase[] = [
  {
    name: 'a policy for each risk',
    facts: facts({
      policies: [
        risky('user', { userRiskLevels: ['high'], signInRiskLevels: [] }),
        risky('signIn', { userRiskLevels: null, signInRiskLevels: ['high'] }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'both in one',
    facts: facts({ policies: [mixed] }),
    verdict: 'failed',
    objects: ['mixed'],
  },
  {
    name: 'both in one that is not enabled',
    facts: facts({ policies: [{ ...mixed, state: 'disabled' }] }),
    verdict: 'passed',
  },
  {
    name: 'no policies without P1',
    facts: facts({ subscribedSkus: [sku()] }),
    verdict: 'notLicensed',
  },
  {
    name: 'no policies, and licenses that were not read',
    facts: facts({ subscribedSkus: 'failed' }),
    verdict: 'notRead',
  },
]

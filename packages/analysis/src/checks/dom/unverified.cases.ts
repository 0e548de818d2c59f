import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const withDomains = (verified: Readonly<Record<string, boolean | null>>) =>
  facts({ domains: Object.entries(verified).map(([id, isVerified]) => ({ id, isVerified })) })

export const cases: readonly CheckCase[] = [
  {
    name: 'all are verified',
    facts: withDomains({ 'contoso.onmicrosoft.com': true, 'contoso.com': true }),
    verdict: 'passed',
    counts: { domains: 2 },
  },
  {
    name: 'one is not, beside one that is not known',
    facts: withDomains({ 'contoso.com': true, 'fabrikam.com': false, 'tailspin.com': null }),
    verdict: 'failed',
    objects: ['fabrikam.com'],
  },
  { name: 'a state that is null', facts: withDomains({ 'contoso.com': null }), verdict: 'notRead' },
  { name: 'no domain at all', facts: withDomains({}), verdict: 'notRead' },
  {
    name: 'without permission',
    facts: facts({ domains: 'noPermission' }),
    verdict: 'noPermission',
  },
]

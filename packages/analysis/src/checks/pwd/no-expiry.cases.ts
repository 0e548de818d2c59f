import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const NEVER = 2_147_483_647
const domain = (id: string, changes: object = {}) => ({
  id,
  isVerified: true,
  authenticationType: 'Managed',
  passwordValidityPeriodInDays: NEVER,
  ...changes,
})
const federated = domain('f.example', {
  authenticationType: 'Federated',
  passwordValidityPeriodInDays: 90,
})
const withDomains = (...domains: ReturnType<typeof domain>[]) => facts({ domains })

export const cases: readonly CheckCase[] = [
  {
    name: 'never',
    facts: withDomains(domain('a.example'), federated),
    verdict: 'passed',
    counts: { domains: 1, federated: 1 },
  },
  {
    name: 'one managed domain after 90 days',
    facts: withDomains(
      domain('a.example'),
      domain('b.example', { passwordValidityPeriodInDays: 90 }),
    ),
    verdict: 'failed',
    objects: ['b.example'],
  },
  {
    name: 'a domain that is not verified does not count',
    facts: withDomains(
      domain('a.example'),
      domain('b.example', { isVerified: false, passwordValidityPeriodInDays: 90 }),
    ),
    verdict: 'passed',
  },
  { name: 'only federated domains', facts: withDomains(federated), verdict: 'notApplicable' },
  {
    name: 'null',
    facts: withDomains(domain('a.example', { passwordValidityPeriodInDays: null })),
    verdict: 'notRead',
    objects: ['a.example'],
  },
  {
    name: 'a kind of sign-in that is null',
    facts: withDomains(domain('a.example', { authenticationType: null })),
    verdict: 'notRead',
  },
  { name: 'no domains', facts: withDomains(), verdict: 'notRead' },
  { name: 'domains that were not read', facts: facts({ domains: 'failed' }), verdict: 'notRead' },
]

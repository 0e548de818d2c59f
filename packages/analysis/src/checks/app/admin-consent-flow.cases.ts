import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const reviewers = [{ query: '/users/u1' }]

export const cases: readonly CheckCase[] = [
  {
    name: 'requests with a reviewer',
    facts: facts({ adminConsentRequestPolicy: { isEnabled: true, reviewers } }),
    verdict: 'passed',
    counts: { reviewers: 1 },
  },
  {
    name: 'requests are off',
    facts: facts({ adminConsentRequestPolicy: { isEnabled: false, reviewers } }),
    verdict: 'failed',
    objects: ['adminConsentRequestPolicy'],
  },
  {
    name: 'requests without a reviewer',
    facts: facts({ adminConsentRequestPolicy: { isEnabled: true, reviewers: [] } }),
    verdict: 'failed',
  },
  {
    name: 'reviewers that are null',
    facts: facts({ adminConsentRequestPolicy: { isEnabled: true, reviewers: null } }),
    verdict: 'notRead',
  },
  {
    name: 'a state that is null',
    facts: facts({ adminConsentRequestPolicy: { isEnabled: null, reviewers } }),
    verdict: 'notRead',
  },
  {
    name: 'not read',
    facts: facts({ adminConsentRequestPolicy: 'notRead' }),
    verdict: 'notRead',
  },
]

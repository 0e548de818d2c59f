import { facts, policy } from '../../testing/check-facts.ts'
import { policyFor, unreadable } from '../../testing/policy-facts.ts'
import type { CheckCase } from '../cases.ts'

type Applications = NonNullable<Parameters<typeof policyFor>[2]>['applications']
const targeting = (id: string, applications: Applications) =>
  policyFor(id, { includeUsers: ['All'] }, { applications })

export const cases: readonly CheckCase[] = [
  {
    name: 'resources, an action, a context and a filter',
    facts: facts({
      policies: [
        policy('one'),
        targeting('two', { includeUserActions: ['urn:user:registersecurityinfo'] }),
        targeting('three', { includeAuthenticationContextClassReferences: ['c1'] }),
        targeting('four', { applicationFilter: { mode: 'include', rule: 'x' } }),
      ],
    }),
    verdict: 'passed',
  },
  {
    name: 'none',
    facts: facts({
      policies: [
        policy('one'),
        targeting('two', { includeApplications: [] }),
        targeting('three', { includeApplications: ['None'] }),
      ],
    }),
    verdict: 'failed',
    objects: ['two', 'three'],
  },
  {
    name: 'none, but not enabled',
    facts: facts({ policies: [{ ...targeting('two', {}), state: 'disabled' }] }),
    verdict: 'passed',
  },
  {
    name: 'a target that is not known',
    facts: facts({ policies: [unreadable(targeting('two', { includeApplications: [] }))] }),
    verdict: 'notRead',
  },
  {
    name: 'targets that were not read',
    facts: facts({ policies: [targeting('two', null)] }),
    verdict: 'notRead',
  },
  {
    name: 'policies that were not read',
    facts: facts({ policies: 'failed' }),
    verdict: 'notRead',
  },
]

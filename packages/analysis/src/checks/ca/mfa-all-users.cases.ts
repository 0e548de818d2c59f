import { facts, policy, sku, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const people = Array.from({ length: 10 }, (_, index) => user(`u${index}`))
const excluding = (ids: readonly string[]) =>
  policy('all', {
    conditions: {
      users: { includeUsers: ['All'], excludeUsers: ids },
      applications: { includeApplications: ['All'] },
    },
  })
const withTerms = (operator: string) =>
  policy('terms', {
    grantControls: { operator, builtInControls: ['mfa'], termsOfUse: ['t'] },
  })
const sixPeople = people.slice(0, 6).map(({ id }) => id)

export const cases: readonly CheckCase[] = [
  {
    name: 'an enabled policy for everybody',
    facts: facts({ users: people, policies: [policy('all')] }),
    verdict: 'passed',
    objects: ['all'],
  },
  {
    name: 'report-only enforces nothing',
    facts: facts({
      users: people,
      policies: [policy('all', { state: 'enabledForReportingButNotEnforced' })],
    }),
    verdict: 'failed',
  },
  {
    name: 'MFA or a compliant device is not MFA',
    facts: facts({
      users: people,
      policies: [
        policy('all', {
          grantControls: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] },
        }),
      ],
    }),
    verdict: 'failed',
  },
  {
    name: 'MFA and terms of use depends on the terms',
    facts: facts({ users: people, policies: [withTerms('AND')] }),
    verdict: 'notRead',
    objects: ['terms'],
  },
  {
    name: 'MFA or terms of use is not MFA',
    facts: facts({ users: people, policies: [withTerms('OR')] }),
    verdict: 'failed',
  },
  {
    name: 'terms of use beside a policy with MFA alone take nothing away',
    facts: facts({ users: people, policies: [withTerms('AND'), policy('all')] }),
    verdict: 'passed',
    objects: ['all'],
  },
  {
    name: 'five people may be excluded',
    facts: facts({ users: people, policies: [excluding(sixPeople.slice(0, 5))] }),
    verdict: 'passed',
  },
  {
    name: 'six may not',
    facts: facts({ users: people, policies: [excluding(sixPeople)] }),
    verdict: 'failed',
    objects: [...sixPeople, 'all'],
  },
  {
    name: 'unless one is a declared emergency account',
    facts: facts({ users: people, policies: [excluding(sixPeople)] }, ['U0']),
    verdict: 'passed',
  },
  {
    name: 'an excluded group that could not be read',
    facts: facts({
      users: people,
      groupMembers: new Map([['g', null]]),
      policies: [
        policy('all', {
          conditions: {
            users: { includeUsers: ['All'], excludeGroups: ['g'] },
            applications: { includeApplications: ['All'] },
          },
        }),
      ],
    }),
    verdict: 'notRead',
  },
  {
    name: 'security defaults are enough, without policies or a license',
    facts: facts({
      users: people,
      subscribedSkus: [sku()],
      securityDefaults: { isEnabled: true },
      policies: 'notLicensed',
    }),
    verdict: 'passed',
  },
  {
    name: 'no policies without P1',
    facts: facts({ users: people, subscribedSkus: [sku()], policies: [] }),
    verdict: 'notLicensed',
  },
  {
    name: 'policies that were not read',
    facts: facts({ policies: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'policies without permission',
    facts: facts({ policies: 'noPermission' }),
    verdict: 'noPermission',
  },
]

import { facts, policy } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const granting = (id: string, builtInControls: readonly string[]) =>
  policy(id, { grantControls: { operator: 'OR', builtInControls } })

export const cases: readonly CheckCase[] = [
  {
    name: 'app protection, and a policy for sessions alone',
    facts: facts({
      policies: [granting('one', ['compliantApplication']), policy('two', { grantControls: null })],
    }),
    verdict: 'passed',
  },
  {
    name: 'approved applications, also as an alternative',
    facts: facts({
      policies: [
        granting('one', ['approvedApplication']),
        granting('two', ['approvedApplication', 'compliantApplication']),
        granting('three', ['mfa']),
      ],
    }),
    verdict: 'failed',
    objects: ['one', 'two'],
  },
  {
    name: 'in a policy that is not enabled',
    facts: facts({
      policies: [{ ...granting('one', ['approvedApplication']), state: 'disabled' }],
    }),
    verdict: 'passed',
  },
  {
    name: 'policies that were not read',
    facts: facts({ policies: 'notRead' }),
    verdict: 'notRead',
  },
]

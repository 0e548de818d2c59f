import { facts, user } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const strong = user('a', { passwordPolicies: null })
const weak = user('b', { passwordPolicies: 'DisablePasswordExpiration, DisableStrongPassword' })

export const cases: readonly CheckCase[] = [
  {
    name: 'no user',
    facts: facts({ users: [strong, user('c', { passwordPolicies: 'DisablePasswordExpiration' })] }),
    verdict: 'passed',
  },
  {
    name: 'one account',
    facts: facts({ users: [strong, weak] }),
    verdict: 'failed',
    objects: ['b'],
  },
  {
    name: 'a blocked account',
    facts: facts({ users: [strong, { ...weak, accountEnabled: false }] }),
    verdict: 'passed',
  },
  {
    name: 'an emergency account',
    facts: facts({ users: [strong, weak] }, ['B']),
    verdict: 'passed',
  },
  {
    name: 'options that were not read',
    facts: facts({ users: [strong, user('c')] }),
    verdict: 'notRead',
  },
  { name: 'users that were not read', facts: facts({ users: 'notRead' }), verdict: 'notRead' },
]

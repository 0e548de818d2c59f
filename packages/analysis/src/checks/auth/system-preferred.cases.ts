import { facts } from '../../testing/check-facts.ts'
import { A_GROUP, methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const ALL_USERS = { id: 'all_users', targetType: 'group' }
const withSetting = (systemCredentialPreferences: object | null) =>
  facts({ methodsPolicy: methodsPolicy({ systemCredentialPreferences }) })

export const cases: readonly CheckCase[] = [
  { name: 'enabled', facts: facts({ methodsPolicy: methodsPolicy() }), verdict: 'passed' },
  { name: 'enabled, without targets', facts: withSetting({ state: 'enabled' }), verdict: 'passed' },
  {
    name: 'left to Microsoft',
    facts: withSetting({ state: 'default' }),
    verdict: 'failed',
    objects: ['systemCredentialPreferences'],
  },
  { name: 'disabled', facts: withSetting({ state: 'disabled' }), verdict: 'failed' },
  {
    name: 'with an excluded group',
    facts: withSetting({
      state: 'enabled',
      includeTargets: [ALL_USERS],
      excludeTargets: [A_GROUP],
    }),
    verdict: 'failed',
  },
  {
    name: 'for a group only',
    facts: withSetting({ state: 'enabled', includeTargets: [A_GROUP] }),
    verdict: 'failed',
  },
  { name: 'v1.0 left it out', facts: withSetting(null), verdict: 'notRead' },
  { name: 'a state that is null', facts: withSetting({ state: null }), verdict: 'notRead' },
  {
    name: 'a policy that was not read',
    facts: facts({ methodsPolicy: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'a policy without permission',
    facts: facts({ methodsPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]

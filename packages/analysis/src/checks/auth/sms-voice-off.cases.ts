import { facts } from '../../testing/check-facts.ts'
import { methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const withStates = (sms: string | null, voice: string | null, changes: object = {}) =>
  facts({
    methodsPolicy: methodsPolicy(changes, [
      { id: 'Sms', state: sms },
      { id: 'Voice', state: voice },
    ]),
  })

export const cases: readonly CheckCase[] = [
  {
    name: 'both disabled',
    facts: withStates('disabled', 'disabled'),
    verdict: 'passed',
    objects: [],
  },
  {
    name: 'SMS enabled',
    facts: withStates('enabled', 'disabled'),
    verdict: 'failed',
    objects: ['Sms'],
    counts: { enabled: 1 },
  },
  {
    name: 'both enabled',
    facts: withStates('enabled', 'enabled'),
    verdict: 'failed',
    objects: ['Sms', 'Voice'],
  },
  {
    name: 'enabled before the migration',
    facts: withStates('enabled', 'disabled', { policyMigrationState: 'preMigration' }),
    verdict: 'failed',
  },
  {
    name: 'disabled, but older settings may allow them',
    facts: withStates('disabled', 'disabled', { policyMigrationState: 'migrationInProgress' }),
    verdict: 'passed',
  },
  { name: 'one state is null', facts: withStates('disabled', null), verdict: 'notRead' },
  {
    name: 'configurations that Microsoft left out',
    facts: facts({ methodsPolicy: methodsPolicy({ authenticationMethodConfigurations: [] }) }),
    verdict: 'notRead',
  },
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

import { facts } from '../../testing/check-facts.ts'
import { methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const withState = (state: string | null, changes: object = {}) =>
  facts({ methodsPolicy: methodsPolicy(changes, [{ id: 'Email', state }]) })

export const cases: readonly CheckCase[] = [
  { name: 'disabled', facts: withState('disabled'), verdict: 'passed' },
  { name: 'enabled', facts: withState('enabled'), verdict: 'failed', objects: ['Email'] },
  {
    name: 'disabled before the migration',
    facts: withState('disabled', { policyMigrationState: 'preMigration' }),
    verdict: 'passed',
  },
  { name: 'a state that is null', facts: withState(null), verdict: 'notRead' },
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

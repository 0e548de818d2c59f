import { facts } from '../../testing/check-facts.ts'
import { methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const at = (policyMigrationState: string | null | undefined) =>
  facts({ methodsPolicy: methodsPolicy({ policyMigrationState }) })

export const cases: readonly CheckCase[] = [
  { name: 'complete', facts: at('migrationComplete'), verdict: 'passed', objects: [] },
  {
    name: 'not started',
    facts: at('preMigration'),
    verdict: 'failed',
    objects: ['policyMigrationState'],
  },
  { name: 'in progress', facts: at('migrationInProgress'), verdict: 'failed' },
  { name: 'null: a directory without older settings', facts: at(null), verdict: 'passed' },
  { name: 'a state that Microsoft left out', facts: at(undefined), verdict: 'notRead' },
  {
    name: 'a state that this version does not know',
    facts: at('unknownFutureValue'),
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

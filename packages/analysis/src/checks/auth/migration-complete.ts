import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { settingObject } from './methods.ts'

const NOT_COMPLETE: ReadonlySet<string> = new Set(['preMigration', 'migrationInProgress'])

export const migrationComplete = defineCheck({
  id: 'auth.migration-complete',
  version: 1,
  title: 'The migration to the authentication methods policy is complete',
  severity: 'medium',
  why: 'Until the migration is complete, the older MFA and password reset settings can still allow methods that the policy forbids. Newer directories never had those settings: Microsoft returns null for them.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Policies > Manage migration.',
    'Enable in the policy the methods that the older MFA and password reset settings allow and that you want to keep.',
    'Set the migration to complete.',
  ],
  effort: 'hours',
  userImpact: 'Methods that only the older settings allow can no longer be used.',
  references: ['MS.AAD.3.4v1', 'EIDSCA.AG01'],
  licence: null,
  needs: ['methodsPolicy'],
  judge({ methodsPolicy: { policyMigrationState: state } }) {
    if (state === 'migrationComplete') return passed('The migration is complete.')
    if (state === null) return passed('The directory never had the older settings.')
    if (!NOT_COMPLETE.has(state ?? '')) return notRead('The state of the migration is not known.')
    return failed(
      state === 'preMigration'
        ? 'The migration was not started.'
        : 'The migration was started and is not complete.',
      { objects: [settingObject('policyMigrationState', 'Migration')] },
    )
  },
})

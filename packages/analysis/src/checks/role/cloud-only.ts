import { defineCheck } from '../define-check.ts'
import { isEnabled } from '../derived.ts'
import { judgeAdministrators } from './administrators.ts'

export const cloudOnly = defineCheck({
  id: 'role.cloud-only',
  version: 1,
  title: 'Administrators use accounts that exist only in the cloud',
  severity: 'high',
  why: 'An account that is synchronized from a local directory can be taken over there. An attack on the local network then reaches the tenant.',
  fix: [
    'In the Microsoft Entra admin center create a cloud account for each administrator whose account is synchronized.',
    'Give the new account the same roles under Identity > Roles & admins, and test it.',
    'Remove the roles from the synchronized account.',
  ],
  effort: 'days',
  userImpact: 'Administrators sign in with a second account for administration.',
  references: ['CIS 1.1.1', 'MS.AAD.7.3v1', 'MT.1026'],
  licence: null,
  needs: ['users', 'roleAssignments'],
  judge: ({ facts }) =>
    judgeAdministrators(facts, {
      isAsked: isEnabled,
      // Microsoft returns null for accounts that were never synchronized.
      isFailing: ({ onPremisesSyncEnabled }) =>
        onPremisesSyncEnabled === undefined ? null : onPremisesSyncEnabled === true,
      texts: {
        failed: 'use accounts that are synchronized from a local directory',
        passed: 'No account of an administrator is synchronized from a local directory',
        notKnown: 'it was not read whether the account is synchronized',
      },
    }),
})

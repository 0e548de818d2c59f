import { defineCheck } from '../define-check.ts'
import { judgeForAdministrators } from './audience.ts'
import { judgeConditionalAccess, requiresMfa } from './conditional-access.ts'
import { generalPolicies } from './mfa.ts'

export const mfaAdmins = defineCheck({
  id: 'ca.mfa-admins',
  version: 1,
  title: 'MFA is required of administrators',
  severity: 'critical',
  why: 'A stolen administrator account gives access to the complete tenant. The people who hold a privileged role are counted, not the roles that a policy names.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for the privileged directory roles and all resources that requires MFA.',
    'Exclude only the emergency accounts, then switch the policy on.',
  ],
  effort: 'minutes',
  userImpact: 'Administrators confirm each sign-in with a second factor.',
  references: ['CIS 5.2.2.1', 'MT.1006'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: true }, (policies) =>
      judgeForAdministrators(
        facts,
        [generalPolicies(policies, requiresMfa)],
        'No enabled policy requires MFA of administrators for all resources.',
      ),
    ),
})

import { defineCheck } from '../define-check.ts'
import { judgeForAll } from './audience.ts'
import { judgeConditionalAccess } from './conditional-access.ts'
import { generalPolicies } from './mfa.ts'
import { signInFrequencyHours } from './sessions.ts'

export const sessionAll = defineCheck({
  id: 'ca.session-all',
  version: 1,
  title: 'Sessions of everybody end after a set time',
  severity: 'low',
  why: 'Without a sign-in frequency Microsoft keeps a session that is in use for months. The time itself is a choice of the organisation, so each frequency is accepted.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources.',
    'Under Session set a sign-in frequency that suits the work, for example 7 days.',
  ],
  effort: 'minutes',
  userImpact: 'People sign in again after the time that was set.',
  references: ['CIS 5.2.2.13'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeForAll(
        facts,
        generalPolicies(policies, (policy) => signInFrequencyHours(policy) !== null),
        { none: 'No enabled policy sets a sign-in frequency for all users and all resources.' },
      ),
    ),
})

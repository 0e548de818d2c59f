import { defineCheck } from '../define-check.ts'
import { judgeMfaOfEverybody } from './mfa.ts'

export const mfaAllUsers = defineCheck({
  id: 'ca.mfa-all-users',
  version: 1,
  title: 'MFA is required of everybody',
  severity: 'critical',
  why: 'Most stolen accounts had a password alone. A policy that names only some people, applications or sign-ins leaves the others open.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources that grants access with MFA, and exclude only the emergency accounts.',
    'Run it as report-only for a week, then switch it on.',
  ],
  effort: 'hours',
  userImpact: 'People without a registered method are asked to register one at their next sign-in.',
  references: ['CIS 5.2.2.2', 'MS.AAD.3.2v2', 'MT.1007'],
  licence: null,
  needs: [],
  judge: ({ facts }) => judgeMfaOfEverybody(facts),
})

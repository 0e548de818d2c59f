import { defineCheck } from '../define-check.ts'
import { judgeForAll } from './audience.ts'
import { judgeConditionalAccess, requiresMfaOr } from './conditional-access.ts'
import { policiesOfHighRisk } from './risk.ts'

export const signinRisk = defineCheck({
  id: 'ca.signin-risk',
  version: 1,
  title: 'Sign-ins at high risk are blocked or need MFA',
  severity: 'high',
  why: 'Microsoft rates sign-ins that look like those of an attacker. Benchmarks differ between MFA and a block at a high risk: either is accepted.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources with the condition sign-in risk "High", and "Medium" where possible.',
    'Require MFA at every sign-in, or block access, then switch the policy on.',
  ],
  effort: 'minutes',
  userImpact: 'People confirm a sign-in that looks unusual, or cannot complete it.',
  references: ['CIS 5.2.2.7', 'CIS 5.2.2.8', 'MS.AAD.2.3v1', 'MT.1012'],
  // Judged below: security defaults without P1 come before it.
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false, needsP2: true }, (policies) =>
      judgeForAll(
        facts,
        policiesOfHighRisk(policies, 'signInRiskLevels', (policy) =>
          requiresMfaOr(policy, ['block']),
        ),
        { none: 'No enabled policy acts on a high sign-in risk of all users.' },
      ),
    ),
})

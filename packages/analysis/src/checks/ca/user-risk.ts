import { defineCheck } from '../define-check.ts'
import { judgeForAll } from './audience.ts'
import { judgeConditionalAccess, requires } from './conditional-access.ts'
import { policiesOfHighRisk } from './risk.ts'

export const userRisk = defineCheck({
  id: 'ca.user-risk',
  version: 1,
  title: 'Users at high risk are blocked or must change their password',
  severity: 'high',
  why: 'Microsoft reports accounts whose password is for sale or known to attackers. Benchmarks ask for a block or a new password: either is accepted.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources with the condition user risk "High".',
    'Block access, or require MFA and a password change, then switch the policy on.',
  ],
  effort: 'minutes',
  userImpact: 'People whose account is at high risk are blocked or choose a new password.',
  references: ['CIS 5.2.2.6', 'MS.AAD.2.1v1', 'MT.1013'],
  // Judged below: security defaults without P1 come before it.
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false, needsP2: true }, (policies) =>
      judgeForAll(
        facts,
        policiesOfHighRisk(policies, 'userRiskLevels', (policy) =>
          requires(policy, { controls: ['block', 'passwordChange'] }),
        ),
        { none: 'No enabled policy acts on a high user risk of all users.' },
      ),
    ),
})

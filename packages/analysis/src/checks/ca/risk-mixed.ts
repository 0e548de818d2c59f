import { defineCheck } from '../define-check.ts'
import { enabledPolicies, judgeConditionalAccess } from './conditional-access.ts'
import { judgeEachPolicy } from './judge-each-policy.ts'

export const riskMixed = defineCheck({
  id: 'ca.risk-mixed',
  version: 1,
  title: 'No policy combines user risk and sign-in risk',
  severity: 'medium',
  why: 'Both conditions must be met at once, so that a risky sign-in of a user without risk passes, and the other way round.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and select the policy.',
    'Keep one of the two risk conditions and clear the other.',
    'Create a second policy for the condition that was cleared.',
  ],
  effort: 'minutes',
  userImpact: 'People at risk are asked for MFA or a new password more often.',
  references: ['MT.1049'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeEachPolicy(
        enabledPolicies(policies),
        ({ conditions: { userRiskLevels, signInRiskLevels } }) =>
          (userRiskLevels ?? []).length > 0 && (signInRiskLevels ?? []).length > 0,
        {
          failed: 'Enabled policies with both risk conditions were found.',
          passed: 'No enabled policy has both risk conditions.',
          notKnown: 'The risk conditions of an enabled policy could not be read.',
        },
      ),
    ),
})

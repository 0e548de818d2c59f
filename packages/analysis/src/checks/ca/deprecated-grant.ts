import { defineCheck } from '../define-check.ts'
import { enabledPolicies, judgeConditionalAccess } from './conditional-access.ts'
import { judgeEachPolicy } from './judge-each-policy.ts'

export const deprecatedGrant = defineCheck({
  id: 'ca.deprecated-grant',
  version: 1,
  title: 'No policy uses the control for approved client applications',
  severity: 'low',
  why: 'Microsoft retires this control. The one for app protection policies replaces it and also checks that the protection is in force.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and select the policy.',
    'Under Grant choose Require app protection policy, and clear Require approved client app.',
    'Check in Microsoft Intune that an app protection policy reaches the same people.',
  ],
  effort: 'hours',
  userImpact: 'People on phones may be asked to install a broker application and to sign in again.',
  references: ['MT.1072'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeEachPolicy(
        enabledPolicies(policies),
        ({ grantControls }) =>
          (grantControls?.builtInControls ?? []).includes('approvedApplication'),
        {
          failed: 'Enabled policies with the retired control were found.',
          passed: 'No enabled policy uses the retired control.',
          notKnown: 'The controls of an enabled policy could not be read.',
        },
      ),
    ),
})

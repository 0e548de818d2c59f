import { defineCheck } from '../define-check.ts'
import { judgeForAll } from './audience.ts'
import { judgeConditionalAccess, requiresPhishingResistance } from './conditional-access.ts'
import { generalPolicies } from './mfa.ts'

export const phishResistantAll = defineCheck({
  id: 'ca.phish-resistant-all',
  version: 1,
  title: 'Phishing-resistant MFA is required of everybody',
  severity: 'medium',
  why: 'Attackers relay codes and approvals through false sign-in pages. A strength counts only when each of its methods resists that.',
  fix: [
    'Give everybody a passkey, Windows Hello for Business or a certificate.',
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources that requires the strength "Phishing-resistant MFA".',
    'Run it as report-only until few sign-ins would fail, then switch it on.',
  ],
  effort: 'days',
  userImpact: 'People sign in with a passkey, Windows Hello for Business or a certificate.',
  references: ['MS.AAD.3.1v1'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeForAll(facts, generalPolicies(policies, requiresPhishingResistance), {
        none: 'No enabled policy requires phishing-resistant MFA of all users.',
      }),
    ),
})

import { defineCheck } from '../define-check.ts'
import { judgeForAdministrators } from './audience.ts'
import { judgeConditionalAccess, requiresPhishingResistance } from './conditional-access.ts'
import { generalPolicies } from './mfa.ts'

export const phishResistantAdmins = defineCheck({
  id: 'ca.phish-resistant-admins',
  version: 1,
  title: 'Phishing-resistant MFA is required of administrators',
  severity: 'high',
  why: 'Codes and approvals can be relayed through a false sign-in page. Passkeys, Windows Hello for Business and certificates cannot.',
  fix: [
    'Register a passkey, Windows Hello for Business or a certificate for every administrator.',
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for the privileged directory roles and all resources that requires the strength "Phishing-resistant MFA".',
    'Exclude only the emergency accounts, then switch the policy on.',
  ],
  effort: 'days',
  userImpact: 'Administrators sign in with a passkey, Windows Hello for Business or a certificate.',
  references: ['CIS 5.2.2.5', 'MS.AAD.3.6v1'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) =>
      judgeForAdministrators(
        facts,
        [generalPolicies(policies, requiresPhishingResistance)],
        'No enabled policy requires phishing-resistant MFA of administrators.',
      ),
    ),
})

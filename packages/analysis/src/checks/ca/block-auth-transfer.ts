import { defineCheck } from '../define-check.ts'
import { judgeBlockedFlow } from './flows.ts'

export const blockAuthTransfer = defineCheck({
  id: 'ca.block-auth-transfer',
  version: 1,
  title: 'Authentication transfer is blocked for everybody',
  severity: 'low',
  why: 'Authentication transfer carries a session from a computer to a phone by a QR code. The phone can be one that is not managed.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies.',
    'Create a policy for all users and all resources with the authentication flow "Authentication transfer" that blocks access.',
    'Exclude only the emergency accounts, then switch the policy on.',
  ],
  effort: 'minutes',
  userImpact: 'People sign in on their phone as usual instead of by a QR code.',
  references: ['CIS 5.2.2.17'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeBlockedFlow(
      facts,
      'authenticationTransfer',
      'No enabled policy blocks authentication transfer for all users and all resources.',
    ),
})

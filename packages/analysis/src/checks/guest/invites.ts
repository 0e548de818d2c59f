import { defineCheck } from '../define-check.ts'
import { judgeChoice, settingObject } from '../judge-setting.ts'

export const invites = defineCheck({
  id: 'guest.invites',
  version: 1,
  title: 'Only administrators and guest inviters can invite guests',
  severity: 'medium',
  why: 'By default every member and guest can invite guests. A guest then has access without a review.',
  fix: [
    'In the Microsoft Entra admin center open External Identities > External collaboration settings.',
    'Under Guest invite settings allow invitations only by specific admin roles, or by no user.',
    'Give the Guest Inviter role to the people who work with partners.',
  ],
  effort: 'minutes',
  userImpact: 'Users without the role ask for an invitation.',
  references: ['CIS 5.1.6.3', 'MS.AAD.8.2v1', 'EIDSCA.AP04'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy }) =>
    judgeChoice(authorizationPolicy.allowInvitesFrom, {
      accepted: ['none', 'adminsAndGuestInviters'],
      refused: ['adminsGuestInvitersAndAllMembers', 'everyone'],
      setting: settingObject('allowInvitesFrom', 'Guest invitations'),
      passed: 'Invitations are limited to administrators and guest inviters, or off.',
      failed: 'Every member can invite guests.',
    }),
})

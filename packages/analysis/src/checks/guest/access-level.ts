import { defineCheck } from '../define-check.ts'
import { judgeChoice, settingObject } from '../judge-setting.ts'

/** Template ids of the roles that guests can have. */
const GUEST_USER = '10dae51f-b6af-4016-8d66-8c2a99b929b3'
const RESTRICTED_GUEST_USER = '2af84b1e-32c8-42b7-82bc-daa82404023b'
const MEMBER_USER = 'a0b1b346-4d3e-4e8b-98f8-753987be4970'

export const accessLevel = defineCheck({
  id: 'guest.access-level',
  version: 1,
  title: 'Guests see less of the directory than members',
  severity: 'medium',
  why: "A guest with the access of a member can list all users and groups. Both limited levels pass: Microsoft's default and the restricted one.",
  fix: [
    'In the Microsoft Entra admin center open External Identities > External collaboration settings.',
    'Under Guest user access select limited access, or access restricted to their own objects.',
    'Save, and ask a guest to check the applications that they use.',
  ],
  effort: 'minutes',
  userImpact: 'Guests can no longer look up people and groups that they are not part of.',
  references: ['CIS 5.1.6.2', 'MS.AAD.8.1v1', 'EIDSCA.AP07'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy }) =>
    judgeChoice(authorizationPolicy.guestUserRoleId, {
      accepted: [GUEST_USER, RESTRICTED_GUEST_USER],
      refused: [MEMBER_USER],
      setting: settingObject('guestUserRoleId', 'Guest user access'),
      passed: 'The access of guests is limited.',
      failed: 'Guests have the same access as members.',
    }),
})

import { defineCheck } from '../define-check.ts'
import { judgeFlag, settingObject } from '../judge-setting.ts'

export const emailJoin = defineCheck({
  id: 'ten.email-join',
  version: 1,
  title: 'An email address alone does not let users join the tenant',
  severity: 'medium',
  why: 'With self-service sign-up a person with an address of the domain creates an account that no administrator approved.',
  fix: [
    'Connect with Microsoft Graph PowerShell and the permission Policy.ReadWrite.Authorization.',
    'Set allowEmailVerifiedUsersToJoinOrganization of the authorization policy to false with Update-MgPolicyAuthorizationPolicy.',
    'Review the accounts that were created by self-service sign-up.',
  ],
  effort: 'minutes',
  userImpact: 'New users need an account that an administrator creates.',
  references: ['EIDSCA.AP06'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy }) =>
    judgeFlag(authorizationPolicy.allowEmailVerifiedUsersToJoinOrganization, {
      required: false,
      setting: settingObject(
        'allowEmailVerifiedUsersToJoinOrganization',
        'Users can join by email verification',
      ),
      passed: 'Users cannot join by email verification.',
      failed: 'Users can join by email verification.',
    }),
})

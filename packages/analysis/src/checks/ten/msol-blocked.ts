import { defineCheck } from '../define-check.ts'
import { judgeFlag, settingObject } from '../judge-setting.ts'

export const msolBlocked = defineCheck({
  id: 'ten.msol-blocked',
  version: 1,
  title: 'The MSOnline PowerShell module is blocked',
  severity: 'medium',
  why: 'The module is retired and uses an old interface that applies fewer policies. Attackers use it to list a directory.',
  fix: [
    'Check that no script of the organization uses the MSOnline module.',
    'Connect with Microsoft Graph PowerShell and the permission Policy.ReadWrite.Authorization.',
    'Set blockMsolPowerShell of the authorization policy to true with Update-MgPolicyAuthorizationPolicy.',
  ],
  effort: 'minutes',
  userImpact: 'Scripts that still use the module stop working.',
  references: ['MT.1185'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy }) =>
    judgeFlag(authorizationPolicy.blockMsolPowerShell, {
      required: true,
      setting: settingObject('blockMsolPowerShell', 'Block the MSOnline PowerShell module'),
      passed: 'The MSOnline PowerShell module is blocked.',
      failed: 'The MSOnline PowerShell module is not blocked.',
    }),
})

import { defineCheck } from '../define-check.ts'
import { judgeFlag, settingObject } from '../judge-setting.ts'

export const securityGroups = defineCheck({
  id: 'ten.security-groups',
  version: 1,
  title: 'Users cannot create security groups',
  severity: 'low',
  why: 'Groups give access to data and applications. Groups that any user can create are rarely reviewed and rarely deleted.',
  fix: [
    'In the Microsoft Entra admin center open Groups > General.',
    'Set "Users can create security groups in Azure portals, API or PowerShell" to No.',
    'Give the Groups Administrator role to the people who create groups.',
  ],
  effort: 'minutes',
  userImpact: 'Users ask an administrator for a new security group.',
  references: ['CIS 5.1.3.1', 'MT.1069'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy: { defaultUserRolePermissions } }) =>
    judgeFlag(defaultUserRolePermissions?.allowedToCreateSecurityGroups, {
      required: false,
      setting: settingObject('allowedToCreateSecurityGroups', 'Users can create security groups'),
      passed: 'Only administrators can create security groups.',
      failed: 'Every user can create security groups.',
    }),
})

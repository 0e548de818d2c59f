import { defineCheck } from '../define-check.ts'
import { judgeFlag, settingObject } from '../judge-setting.ts'

export const userRegister = defineCheck({
  id: 'app.user-register',
  version: 1,
  title: 'Users cannot register applications',
  severity: 'medium',
  why: 'By default every user can register an application. Such registrations are rarely reviewed and can be used to keep access to data.',
  fix: [
    'In the Microsoft Entra admin center open Users > User settings.',
    'Set "Users can register applications" to No.',
    'Give the Application Developer role to the people who register applications.',
  ],
  effort: 'minutes',
  userImpact: 'Developers without a role ask an administrator to register an application.',
  references: ['CIS 5.1.2.2', 'MS.AAD.5.1v1', 'EIDSCA.AP10'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy: { defaultUserRolePermissions } }) =>
    judgeFlag(defaultUserRolePermissions?.allowedToCreateApps, {
      required: false,
      setting: settingObject('allowedToCreateApps', 'Users can register applications'),
      passed: 'Only administrators can register applications.',
      failed: 'Every user can register applications.',
    }),
})

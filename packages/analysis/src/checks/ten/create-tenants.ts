import { defineCheck } from '../define-check.ts'
import { judgeFlag, settingObject } from '../judge-setting.ts'

export const createTenants = defineCheck({
  id: 'ten.create-tenants',
  version: 1,
  title: 'Users cannot create tenants',
  severity: 'medium',
  why: 'A user who creates a tenant becomes its Global Administrator. Data there is outside the policies of the organization.',
  fix: [
    'In the Microsoft Entra admin center open Users > User settings.',
    'Set "Restrict non-admin users from creating tenants" to Yes.',
    'Give the Tenant Creator role to the people who need it.',
  ],
  effort: 'minutes',
  userImpact: 'Users without the role cannot create a tenant.',
  references: ['CIS 5.1.2.3', 'MT.1068'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy: { defaultUserRolePermissions } }) =>
    judgeFlag(defaultUserRolePermissions?.allowedToCreateTenants, {
      required: false,
      setting: settingObject('allowedToCreateTenants', 'Users can create tenants'),
      passed: 'Only administrators can create tenants.',
      failed: 'Every user can create tenants.',
    }),
})

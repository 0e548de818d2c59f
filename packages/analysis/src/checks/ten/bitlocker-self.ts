import { defineCheck } from '../define-check.ts'
import { judgeFlag, settingObject } from '../judge-setting.ts'

export const bitlockerSelf = defineCheck({
  id: 'ten.bitlocker-self',
  version: 1,
  title: 'Users cannot read the BitLocker keys of their devices',
  severity: 'low',
  why: 'A stolen account would also give the recovery key of a stolen device. The service desk can check who asks.',
  fix: [
    'In the Microsoft Entra admin center open Devices > Device settings.',
    'Set "Restrict users from recovering the BitLocker key(s) for their owned devices" to Yes.',
    'Tell users how the service desk returns a recovery key.',
  ],
  effort: 'minutes',
  userImpact: 'Users ask the service desk for a recovery key.',
  references: ['CIS 5.1.4.6'],
  licence: null,
  needs: ['authorizationPolicy'],
  judge: ({ authorizationPolicy: { defaultUserRolePermissions } }) =>
    judgeFlag(defaultUserRolePermissions?.allowedToReadBitlockerKeysForOwnedDevice, {
      required: false,
      setting: settingObject(
        'allowedToReadBitlockerKeysForOwnedDevice',
        'Users can read BitLocker keys of their devices',
      ),
      passed: 'Only administrators can read recovery keys.',
      failed: 'Users can read the recovery keys of their devices.',
    }),
})

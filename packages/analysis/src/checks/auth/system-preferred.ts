import { defineCheck } from '../define-check.ts'
import { judgeEnabled, settingObject, settingReach } from './methods.ts'

export const systemPreferred = defineCheck({
  id: 'auth.system-preferred',
  version: 1,
  title: 'System-preferred MFA is enabled',
  severity: 'low',
  why: 'Each person is then asked for the strongest method that is registered. A setting that is left to Microsoft does not count, because Microsoft can change it.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Settings.',
    'Set System-preferred multifactor authentication to enabled for all users.',
  ],
  effort: 'minutes',
  userImpact: 'People with several methods are asked for the strongest one first.',
  references: ['CIS 5.2.3.6'],
  licence: null,
  needs: ['methodsPolicy'],
  judge({ methodsPolicy: { systemCredentialPreferences: setting } }) {
    const reach = settingReach({
      state: setting?.state,
      included: setting?.includeTargets ?? null,
      excluded: setting?.excludeTargets ?? [],
    })
    const object = settingObject('systemCredentialPreferences', 'System-preferred MFA')
    return judgeEnabled(reach, setting?.state, object)
  },
})

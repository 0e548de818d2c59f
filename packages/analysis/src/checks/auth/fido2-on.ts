import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import { methodState, settingObject } from './methods.ts'

export const fido2On = defineCheck({
  id: 'auth.fido2-on',
  version: 1,
  title: 'Passkeys (FIDO2) are enabled',
  severity: 'medium',
  why: 'A passkey cannot be phished. Administrators and people at risk can use one only when the method is enabled.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Policies > Passkey (FIDO2).',
    'Enable the method for all users, or for administrators first.',
  ],
  effort: 'minutes',
  userImpact: 'People can register a passkey, and nothing changes for others.',
  references: ['EIDSCA.AF01'],
  licence: null,
  needs: ['methodsPolicy'],
  judge({ methodsPolicy }) {
    const state = methodState(methodsPolicy, 'Fido2')
    if (state === null) return notRead('The policy does not say whether the method is enabled.')
    return state === 'enabled'
      ? passed('The method is enabled.')
      : failed('The method is disabled.', { objects: [settingObject('Fido2', 'Passkey (FIDO2)')] })
  },
})

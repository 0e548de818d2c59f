import { defineCheck, failed, notApplicable, notRead, passed } from '../define-check.ts'
import { methodOf, methodState, settingObject } from './methods.ts'

const TAP = 'TemporaryAccessPass'

export const tapOneTime = defineCheck({
  id: 'auth.tap-one-time',
  version: 1,
  title: 'Temporary access passes can be used once',
  severity: 'low',
  why: 'A pass that can be used many times is a password for hours or days. Where the method is disabled there is nothing to judge.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Policies > Temporary Access Pass > Configure.',
    'Require one-time use.',
  ],
  effort: 'minutes',
  userImpact: 'A person who fails to register in one attempt needs a new pass.',
  references: ['EIDSCA.AT02'],
  licence: null,
  needs: ['methodsPolicy'],
  judge({ methodsPolicy }) {
    const state = methodState(methodsPolicy, TAP)
    if (state === null) return notRead('The policy does not say whether the method is enabled.')
    if (state === 'disabled') return notApplicable('Temporary access passes are disabled.')
    const isOnce = methodOf(methodsPolicy, TAP)?.isUsableOnce ?? null
    if (isOnce === null) return notRead('The policy does not say how often a pass can be used.')
    return isOnce
      ? passed('Each pass can be used once.')
      : failed('A pass can be used more than once.', {
          objects: [settingObject('isUsableOnce', 'One-time use')],
        })
  },
})

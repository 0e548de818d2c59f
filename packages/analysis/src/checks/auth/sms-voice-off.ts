import { defineCheck } from '../define-check.ts'
import { judgeMethodsOff } from './methods.ts'

export const smsVoiceOff = defineCheck({
  id: 'auth.sms-voice-off',
  version: 1,
  title: 'SMS and voice calls are disabled in the authentication methods policy',
  severity: 'high',
  why: 'Texts and calls can be redirected by a change of the SIM card, and their codes can be phished. A method that is enabled for one group counts as enabled.',
  fix: [
    'Have the people who use SMS or calls register the Authenticator app or a passkey.',
    'In the Microsoft Entra admin center open Protection > Authentication methods > Policies.',
    'Disable SMS and Voice call, and complete the migration from the older settings.',
  ],
  effort: 'days',
  userImpact: 'People who use SMS or calls need another method.',
  references: ['CIS 5.2.3.5', 'MS.AAD.3.5v2', 'EIDSCA.AS04', 'EIDSCA.AV01'],
  licence: null,
  needs: ['methodsPolicy'],
  judge: ({ methodsPolicy }) =>
    judgeMethodsOff(methodsPolicy, [
      { id: 'Sms', name: 'SMS' },
      { id: 'Voice', name: 'Voice call' },
    ]),
})

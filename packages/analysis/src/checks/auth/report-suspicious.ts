import { defineCheck } from '../define-check.ts'
import { featureReach, judgeEnabled, settingObject } from './methods.ts'

export const reportSuspicious = defineCheck({
  id: 'auth.report-suspicious',
  version: 1,
  title: 'People can report suspicious MFA requests',
  severity: 'medium',
  why: 'A person can then report a request that they did not start, and the account is marked as at risk. A setting that is left to Microsoft does not count, because Microsoft can disable it.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Settings.',
    'Set Report suspicious activity to enabled for all users.',
    'With Microsoft Entra ID P2, make sure that a policy acts on users at high risk.',
  ],
  effort: 'minutes',
  userImpact: 'People can report a request in the Authenticator app or by phone.',
  references: ['EIDSCA.AG02'],
  licence: null,
  needs: ['methodsPolicy'],
  judge({ methodsPolicy: { reportSuspiciousActivitySettings: setting } }) {
    const object = settingObject('reportSuspiciousActivitySettings', 'Report suspicious activity')
    return judgeEnabled(featureReach(setting), setting?.state, object)
  },
})

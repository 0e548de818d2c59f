import { defineCheck, failed, passed } from '../define-check.ts'
import { notReturned, settingObject } from '../judge-setting.ts'

const SETTING = settingObject('adminConsentRequestPolicy', 'Admin consent requests')

export const adminConsentFlow = defineCheck({
  id: 'app.admin-consent-flow',
  version: 1,
  title: 'Users can request an application from named reviewers',
  severity: 'medium',
  why: 'Without requests, users who may not consent turn to other accounts or services, or administrators open the consent for all.',
  fix: [
    'In the Microsoft Entra admin center open Enterprise applications > Consent and permissions > Admin consent settings.',
    'Allow users to request admin consent for applications that they cannot consent to.',
    'Select at least one reviewer, and switch on notifications by email.',
  ],
  effort: 'minutes',
  userImpact: 'Users can send a request where an application asks for approval.',
  references: ['CIS 5.1.5.2', 'MS.AAD.5.3v1', 'EIDSCA.CR01'],
  licence: null,
  needs: ['adminConsentRequestPolicy'],
  judge({ adminConsentRequestPolicy: { isEnabled, reviewers } }) {
    if (isEnabled === false)
      return failed('Requests for applications are off.', { objects: [SETTING] })
    if (isEnabled !== true || !reviewers) return notReturned(SETTING)
    const counts = { reviewers: reviewers.length }
    return reviewers.length === 0
      ? failed('Requests for applications are on, but no reviewer receives them.', {
          counts,
          objects: [SETTING],
        })
      : passed('Requests for applications reach a reviewer.', { counts })
  },
})

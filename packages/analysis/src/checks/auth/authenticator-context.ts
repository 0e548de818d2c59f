import { defineCheck, failed, notApplicable, notRead, passed } from '../define-check.ts'
import type { Judgement } from '../define-check.ts'
import type { MethodConfigurationFacts } from '../rows.ts'
import { featureReach, methodOf, methodState, settingObject } from './methods.ts'

export const authenticatorContext = defineCheck({
  id: 'auth.authenticator-context',
  version: 1,
  title: 'Microsoft Authenticator shows the application and the location to all users',
  severity: 'medium',
  why: 'The name of the application and the place of the sign-in help people to reject a request that they did not start. Left to Microsoft is not enough, because Microsoft can then disable it.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Authentication methods > Policies > Microsoft Authenticator > Configure.',
    'Enable the application name and the geographic location in notifications for all users.',
    'Remove the excluded groups of both settings.',
  ],
  effort: 'minutes',
  userImpact: 'Requests in the Authenticator app show a map and the name of the application.',
  references: ['CIS 5.2.3.1', 'MS.AAD.3.3v2', 'EIDSCA.AM06', 'EIDSCA.AM09'],
  licence: null,
  needs: ['methodsPolicy'],
  judge({ methodsPolicy }) {
    const method = methodOf(methodsPolicy, 'MicrosoftAuthenticator')
    if (methodState(methodsPolicy, 'MicrosoftAuthenticator') === 'disabled')
      return notApplicable('Microsoft Authenticator is disabled.')
    return method ? judgeFeatures(method) : notRead('Microsoft did not return this method.')
  },
})

function judgeFeatures({ state, featureSettings }: MethodConfigurationFacts): Judgement {
  const features = [
    {
      object: settingObject('displayAppInformationRequiredState', 'Application name'),
      reach: featureReach(featureSettings?.displayAppInformationRequiredState),
    },
    {
      object: settingObject('displayLocationInformationRequiredState', 'Geographic location'),
      reach: featureReach(featureSettings?.displayLocationInformationRequiredState),
    },
  ]
  const failing = features.filter(({ reach }) => reach === 'off' || reach === 'someUsers')
  const counts = { settings: features.length, failing: failing.length }
  if (failing.length > 0) {
    const names = failing.map(({ object }) => object.name).join(', ')
    return failed(`Not enabled for all users: ${names}.`, {
      counts,
      objects: failing.map(({ object }) => object),
    })
  }
  return state === 'enabled' && features.every(({ reach }) => reach === 'allUsers')
    ? passed('Both are enabled for all users.', { counts })
    : notRead('Microsoft did not return all of these settings.', { counts })
}

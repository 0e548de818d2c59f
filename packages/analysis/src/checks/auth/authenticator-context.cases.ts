import { facts } from '../../testing/check-facts.ts'
import { A_GROUP, feature, methodsPolicy } from '../../testing/methods-policy.ts'
import type { CheckCase } from '../cases.ts'

const withFeatures = (app: object | null, location: object | null, state = 'enabled') =>
  facts({
    methodsPolicy: methodsPolicy({}, [
      {
        id: 'MicrosoftAuthenticator',
        state,
        featureSettings: {
          displayAppInformationRequiredState: app,
          displayLocationInformationRequiredState: location,
        },
      },
    ]),
  })
const APP = 'displayAppInformationRequiredState'
const LOCATION = 'displayLocationInformationRequiredState'

export const cases: readonly CheckCase[] = [
  { name: 'both for all users', facts: withFeatures(feature(), feature()), verdict: 'passed' },
  {
    name: 'no exclusion is named',
    facts: withFeatures(feature({ excludeTarget: null }), feature()),
    verdict: 'passed',
  },
  {
    name: 'the location is left to Microsoft',
    facts: withFeatures(feature(), feature({ state: 'default' })),
    verdict: 'failed',
    objects: [LOCATION],
  },
  {
    name: 'both disabled',
    facts: withFeatures(feature({ state: 'disabled' }), feature({ state: 'disabled' })),
    verdict: 'failed',
    objects: [APP, LOCATION],
  },
  {
    name: 'for a group only',
    facts: withFeatures(feature({ includeTarget: A_GROUP }), feature()),
    verdict: 'failed',
    objects: [APP],
  },
  {
    name: 'with an excluded group',
    facts: withFeatures(feature(), feature({ excludeTarget: A_GROUP })),
    verdict: 'failed',
    objects: [LOCATION],
  },
  {
    name: 'the target was not returned',
    facts: withFeatures(feature({ includeTarget: null }), feature()),
    verdict: 'notRead',
  },
  { name: 'a setting was not returned', facts: withFeatures(feature(), null), verdict: 'notRead' },
  {
    name: 'a state is null',
    facts: withFeatures(feature({ state: null }), feature()),
    verdict: 'notRead',
  },
  {
    name: 'the method is disabled',
    facts: withFeatures(feature(), feature(), 'disabled'),
    verdict: 'notApplicable',
  },
  {
    name: 'a policy that was not read',
    facts: facts({ methodsPolicy: 'notRead' }),
    verdict: 'notRead',
  },
  {
    name: 'a policy without permission',
    facts: facts({ methodsPolicy: 'noPermission' }),
    verdict: 'noPermission',
  },
]

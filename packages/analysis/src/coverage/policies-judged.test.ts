import { expect, test } from 'vitest'

import { blockLegacy, labelOf, policy } from '../testing/coverage-facts.ts'
import type { CoveragePolicy } from './facts.ts'

const PHISHING_RESISTANT = ['windowsHelloForBusiness', 'fido2', 'x509CertificateMultiFactor']
const PARTIAL_3 = 'Partial (3 people not covered)'

test.each<[string, CoveragePolicy[], string]>([
  ['MFA for all', [policy({})], 'Required'],
  ['no policy', [], 'None'],
  ['report-only MFA', [policy({ state: 'enabledForReportingButNotEnforced' })], 'None'],
  ['disabled MFA', [policy({ state: 'disabled' })], 'None'],
  ['MFA in a state that is not known', [policy({ state: 'enabledByMagic' })], 'None'],
  ['a block of legacy clients alone', [blockLegacy], 'None'],
  ['MFA at sign-in risk', [policy({ conditions: { signInRiskLevels: ['high'] } })], 'None'],
  ['MFA at user risk', [policy({ conditions: { userRiskLevels: ['high'] } })], 'None'],
  [
    'MFA at every risk level, none included',
    [policy({ conditions: { signInRiskLevels: ['high', 'medium', 'low', 'none'] } })],
    'Required',
  ],
  [
    'MFA outside trusted locations',
    [
      policy({
        conditions: {
          locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted', 'office'] },
        },
      }),
    ],
    'Required',
  ],
  [
    'MFA at one named location',
    [policy({ conditions: { locations: { includeLocations: ['office'] } } })],
    'None',
  ],
  [
    'MFA on iOS only',
    [policy({ conditions: { platforms: { includePlatforms: ['iOS'] } } })],
    PARTIAL_3,
  ],
  [
    'MFA on all platforms but iOS',
    [
      policy({
        conditions: { platforms: { includePlatforms: ['all'], excludePlatforms: ['iOS'] } },
      }),
    ],
    PARTIAL_3,
  ],
  [
    'MFA in modern clients, legacy open',
    [policy({ conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } })],
    PARTIAL_3,
  ],
  [
    'MFA in modern clients, legacy blocked',
    [
      policy({ conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } }),
      blockLegacy,
    ],
    'Required',
  ],
  [
    'MFA for Office 365 only',
    [policy({ applications: { includeApplications: ['Office365'] } })],
    PARTIAL_3,
  ],
  [
    'MFA for Office 365 and the admin portals',
    [policy({ applications: { includeApplications: ['Office365', 'MicrosoftAdminPortals'] } })],
    'Required',
  ],
  [
    'MFA for all applications but the admin portals',
    [
      policy({
        applications: {
          includeApplications: ['All'],
          excludeApplications: ['MicrosoftAdminPortals'],
        },
      }),
    ],
    PARTIAL_3,
  ],
  [
    'MFA for all applications but Exchange Online',
    [
      policy({
        applications: {
          includeApplications: ['All'],
          excludeApplications: ['00000002-0000-0ff1-ce00-000000000000'],
        },
      }),
    ],
    PARTIAL_3,
  ],
  [
    'MFA for all applications but an unrelated one',
    [
      policy({
        applications: {
          includeApplications: ['All'],
          excludeApplications: ['d4ebce55-015a-49b5-a083-c84d1797ae8c'],
        },
      }),
    ],
    'Required',
  ],
  [
    'MFA to register security information',
    [policy({ applications: { includeUserActions: ['urn:user:registersecurityinfo'] } })],
    'None',
  ],
  [
    'MFA for an authentication context',
    [policy({ applications: { includeAuthenticationContextClassReferences: ['c1'] } })],
    'None',
  ],
  [
    'MFA for applications by a filter',
    [
      policy({
        applications: { includeApplications: ['All'], applicationFilter: { rule: 'x' } },
      }),
    ],
    PARTIAL_3,
  ],
  [
    'MFA with a device filter',
    [policy({ conditions: { devices: { deviceFilter: { mode: 'exclude', rule: 'x' } } } })],
    PARTIAL_3,
  ],
  ['MFA at insider risk', [policy({ conditions: { insiderRiskLevels: 'elevated' } })], PARTIAL_3],
  [
    'MFA for the device code flow',
    [policy({ conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } } })],
    'None',
  ],
  [
    'MFA or terms of use',
    [policy({ grant: { operator: 'OR', builtInControls: ['mfa'], termsOfUse: ['terms'] } })],
    PARTIAL_3,
  ],
  [
    'MFA or a compliant device: an unmanaged device offers MFA only',
    [policy({ grant: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } })],
    'Required',
  ],
  [
    'MFA and a compliant device: an unmanaged device is blocked',
    [policy({ grant: { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] } })],
    'Required',
  ],
  [
    'phishing-resistant MFA',
    [
      policy({
        grant: {
          operator: 'OR',
          authenticationStrength: { allowedCombinations: PHISHING_RESISTANT },
        },
      }),
    ],
    'Required',
  ],
  [
    'a strength with a single factor among its combinations',
    [
      policy({
        grant: {
          operator: 'OR',
          authenticationStrength: { allowedCombinations: ['password,sms', 'password'] },
        },
      }),
      blockLegacy,
    ],
    'None',
  ],
  [
    'a strength without combinations',
    [policy({ grant: { operator: 'OR', authenticationStrength: { allowedCombinations: [] } } })],
    'None',
  ],
  [
    'a condition that is not known',
    [policy({ conditions: { unknown: ['agentIdRiskLevels'] } })],
    'None',
  ],
  [
    'a control that is not known, or MFA',
    [policy({ grant: { operator: 'OR', builtInControls: ['mfa', 'teleportation'] } })],
    'None',
  ],
  [
    'a session control that is not known',
    [policy({ sessionControls: { unknown: ['newSessionControl'] } })],
    'None',
  ],
  [
    'a client type that is not known, beside the browser',
    [policy({ conditions: { clientAppTypes: ['all', 'unknownFutureValue'] } })],
    'None',
  ],
  ['MFA for no users', [policy({ users: { includeUsers: ['None'] } })], 'None'],
  ['MFA without users', [policy({ users: null })], 'None'],
  [
    'a custom control',
    [policy({ grant: { operator: 'OR', customAuthenticationFactors: ['duo'] } })],
    'None',
  ],
  ['session controls only', [policy({ grant: null })], 'None'],
])('%s', (_, policies, label) => {
  expect(labelOf({ policies: { value: policies } })).toBe(label)
})

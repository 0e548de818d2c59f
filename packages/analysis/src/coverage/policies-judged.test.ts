import { expect, test } from 'vitest'

import { blockLegacy, labelOf, policy } from '../testing/coverage-facts.ts'
import type { CoveragePolicy } from './facts.ts'

const MODERN_CLIENTS = ['browser', 'mobileAppsAndDesktopClients']
const ALL_CLIENTS = {
  conditions: { clientAppTypes: [...MODERN_CLIENTS, 'exchangeActiveSync', 'other'] },
}
const DUO = { customAuthenticationFactors: ['RequireDuoMfa'] }
const PHISHING_RESISTANT = ['windowsHelloForBusiness', 'fido2', 'x509CertificateMultiFactor']

test.each<[string, CoveragePolicy[], string]>([
  ['MFA for all', [policy({})], 'Required'],
  ['no policy', [], 'None'],
  ['report-only MFA', [policy({ state: 'enabledForReportingButNotEnforced' })], 'None'],
  ['disabled MFA', [policy({ state: 'disabled' })], 'None'],
  ['MFA in a state that is not known', [policy({ state: 'enabledByMagic' })], 'Not known'],
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
    'None',
  ],
  [
    'MFA on all platforms but iOS',
    [
      policy({
        conditions: { platforms: { includePlatforms: ['all'], excludePlatforms: ['iOS'] } },
      }),
    ],
    'None',
  ],
  [
    'MFA in modern clients, legacy open',
    [policy({ conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] } })],
    'None',
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
    'None',
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
    'None',
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
    'Not known',
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
    'Not known',
  ],
  [
    'MFA with a device filter',
    [policy({ conditions: { devices: { deviceFilter: { mode: 'exclude', rule: 'x' } } } })],
    'Not known',
  ],
  ['MFA at insider risk', [policy({ conditions: { insiderRiskLevels: 'elevated' } })], 'Not known'],
  [
    'MFA for the device code flow',
    [policy({ conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } } })],
    'None',
  ],
  [
    'MFA or terms of use',
    [policy({ grant: { operator: 'OR', builtInControls: ['mfa'], termsOfUse: ['terms'] } })],
    'Not known',
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
    'Not known',
  ],
  [
    'a condition that is not known',
    [policy({ conditions: { unknown: ['agentIdRiskLevels'] } })],
    'Not known',
  ],
  [
    'a control that is not known, or MFA',
    [policy({ grant: { operator: 'OR', builtInControls: ['mfa', 'teleportation'] } })],
    'Not known',
  ],
  [
    'a session control that is not known',
    [policy({ sessionControls: { unknown: ['newSessionControl'] } })],
    'Not known',
  ],
  [
    'a client type that is not known, beside the browser',
    [policy({ conditions: { clientAppTypes: ['all', 'unknownFutureValue'] } })],
    'Not known',
  ],
  ['MFA for no users', [policy({ users: { includeUsers: ['None'] } })], 'None'],
  ['MFA without users', [policy({ users: null })], 'None'],
  [
    'a custom control',
    [policy({ grant: { operator: 'OR', customAuthenticationFactors: ['duo'] } })],
    'Not known',
  ],
  ['session controls only', [policy({ grant: null })], 'None'],
  ['the four client types, which are all (N9)', [policy(ALL_CLIENTS)], 'Required'],
  [
    'MFA for modern clients and a block of the others (N9)',
    [policy({ conditions: { clientAppTypes: [...MODERN_CLIENTS] } }), blockLegacy],
    'Required',
  ],
  [
    'three of the four client types: legacy clients can sign in with a password (N9)',
    [
      policy({
        conditions: { clientAppTypes: [...MODERN_CLIENTS, 'exchangeActiveSync'] },
      }),
    ],
    'None',
  ],
  [
    'MFA or accepted terms (N10)',
    [policy({ grant: { operator: 'OR', builtInControls: ['mfa'], termsOfUse: ['t'] } })],
    'Not known',
  ],
  [
    'MFA or a check of another provider (N10)',
    [policy({ grant: { operator: 'OR', builtInControls: ['mfa'], ...DUO } })],
    'Not known',
  ],
  [
    'a check of another provider (N10)',
    [policy({ grant: { operator: 'OR', ...DUO } })],
    'Not known',
  ],
  [
    'a check of another provider for modern clients: neither MFA nor none (N10)',
    [
      policy({
        conditions: { clientAppTypes: [...MODERN_CLIENTS] },
        grant: { operator: 'OR', ...DUO },
      }),
    ],
    'Not known',
  ],
  [
    'a strength, or a check of another provider (N10)',
    [
      policy({
        grant: {
          operator: 'OR',
          ...DUO,
          authenticationStrength: { allowedCombinations: PHISHING_RESISTANT },
        },
      }),
    ],
    'Not known',
  ],
  [
    'MFA and a check of another provider (N10)',
    [policy({ grant: { operator: 'AND', builtInControls: ['mfa'], ...DUO } })],
    'Required',
  ],
  [
    'MFA or a check of another provider, beside a policy that requires MFA (N10)',
    [
      policy({ id: 'duo', grant: { operator: 'OR', builtInControls: ['mfa'], ...DUO } }),
      policy({}),
    ],
    'Required',
  ],
  [
    'MFA for no user, with empty lists (N12)',
    [
      policy({
        users: {
          includeUsers: ['None'],
          includeGroups: [],
          includeRoles: [],
          includeGuestsOrExternalUsers: null,
        },
      }),
    ],
    'None',
  ],
  [
    'MFA for no user, beside a policy for all (N12)',
    [policy({ id: 'none', users: { includeUsers: ['None'] } }), policy({})],
    'Required',
  ],
])('%s', (_, policies, label) => {
  expect(labelOf({ policies: { value: policies } })).toBe(label)
})

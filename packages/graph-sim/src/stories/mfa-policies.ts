import { PHISHING_RESISTANT } from '../world/mfa-drafts.ts'
import { mfa, policies } from './patches.ts'
import { each, type PostureStory } from './story.ts'
import { MFA, STRONG } from './well-kept-policies.ts'

const GENERAL = 'ca.any-baseline ca.mfa-all-users ca.mfa-admins ca.mfa-azure-mgmt ca.mfa-guests'
const CERTIFICATES = '9b3c2c1a-3c5d-4a53-9f5b-6f0d3a1b2c3d'

/** A strength of the tenant's own. */
const strength = (...allowedCombinations: readonly string[]) => ({
  builtInControls: [],
  authenticationStrength: {
    ...PHISHING_RESISTANT,
    id: CERTIFICATES,
    displayName: 'Our own',
    policyType: 'custom',
    allowedCombinations,
  },
})

/** Policies that require MFA, or only look as if they did. */
export const MFA_STORIES: readonly PostureStory[] = [
  {
    name: 'report only',
    reason:
      'A policy in report-only mode is evaluated and never enforced (page "Report-only mode").',
    patch: (tenant) => mfa(tenant, { state: 'enabledForReportingButNotEnforced', grant: STRONG }),
    expects: each('failed', `${GENERAL} ca.phish-resistant-admins ca.phish-resistant-all`),
  },
  {
    name: 'disabled',
    reason: 'A disabled policy is not evaluated.',
    patch: (tenant) => mfa(tenant, { state: 'disabled' }),
    expects: each('failed', GENERAL),
  },
  {
    name: 'only at risk',
    reason: 'A policy with a risk level applies only to sign-ins or users of that risk.',
    patch: (tenant) => mfa(tenant, { conditions: { signInRiskLevels: ['high', 'medium'] } }),
    expects: { ...each('failed', GENERAL), 'ca.signin-risk': 'passed' },
  },
  {
    name: 'only elsewhere',
    reason:
      'Conditions of a policy are joined by AND: each of these leaves some sign-ins without MFA.',
    patch: (tenant) => ({
      policies: policies(tenant, {
        MFA: null,
        'MFA abroad': {
          grant: MFA,
          conditions: {
            locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] },
          },
        },
        'MFA on phones': {
          grant: MFA,
          conditions: { platforms: { includePlatforms: ['iOS'], excludePlatforms: [] } },
        },
        'MFA in browsers': { grant: MFA, conditions: { clientAppTypes: ['browser'] } },
        'MFA on other devices': {
          grant: MFA,
          conditions: {
            devices: { deviceFilter: { mode: 'exclude', rule: 'device.isCompliant -eq True' } },
          },
        },
        'MFA but for one app': {
          grant: MFA,
          applications: { excludeApplications: ['00000003-0000-0ff1-ce00-000000000000'] },
        },
      }),
    }),
    expects: each('failed', 'ca.any-baseline ca.mfa-all-users ca.mfa-admins ca.mfa-guests'),
  },
  {
    name: 'newer condition',
    reason:
      'Graph adds conditions and controls; one that is set and unknown may limit the policy to anything.',
    patch: (tenant) => ({
      policies: policies(tenant, {
        MFA: { grant: MFA, conditions: { moonPhase: { includePhases: ['full'] } } },
        'MFA or newer': { grant: { builtInControls: ['unknownFutureValue'] } },
      }),
    }),
    expects: each('failed', GENERAL),
  },
  {
    name: 'strength with a password',
    reason:
      'An authentication strength is met by any of its combinations: password and push is MFA, and is not phishing-resistant.',
    patch: (tenant) =>
      mfa(tenant, { grant: strength('password,microsoftAuthenticatorPush', 'fido2') }),
    expects: {
      ...each('passed', GENERAL),
      ...each('failed', 'ca.phish-resistant-admins ca.phish-resistant-all'),
    },
  },
  {
    name: 'strength of one factor',
    reason: 'A strength that allows a text message alone is met by one factor.',
    patch: (tenant) => mfa(tenant, { grant: strength('sms', 'fido2') }),
    expects: each('failed', `${GENERAL} ca.phish-resistant-admins ca.phish-resistant-all`),
  },
  {
    name: 'MFA or a device',
    reason:
      '"Require one of the selected controls" is met by either of them (page "Grant controls").',
    patch: (tenant) => ({
      policies: policies(tenant, {
        Devices: null,
        MFA: { grant: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } },
      }),
    }),
    expects: each('failed', `${GENERAL} ca.managed-device`),
  },
  {
    name: 'MFA and a device',
    reason: '"Require all the selected controls" needs both.',
    patch: (tenant) => ({
      policies: policies(tenant, {
        Devices: null,
        MFA: { grant: { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] } },
      }),
    }),
    expects: each('passed', `${GENERAL} ca.managed-device`),
  },
  {
    name: 'MFA or terms of use',
    reason: 'Terms of use are a grant control like others: joined by OR, accepting them is enough.',
    patch: (tenant) =>
      mfa(tenant, { grant: { ...MFA, operator: 'OR', termsOfUse: [CERTIFICATES] } }),
    expects: each('failed', GENERAL),
  },
]

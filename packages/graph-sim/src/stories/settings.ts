import { authenticationMethodsPolicy } from '../world/authentication-methods.ts'
import { buildSettings } from '../world/settings.ts'
import type { Singleton, Tenant, TenantSettings } from '../world/types.ts'
import { people, policies } from './patches.ts'
import { each, type PostureStory } from './story.ts'
import { MFA } from './well-kept-policies.ts'
import { groupOf, type WellKept } from './well-kept.ts'

/** The settings of a directory that is kept less well. */
const settingsOf = ({ random }: WellKept, care: 'fair' | 'poor'): TenantSettings =>
  buildSettings({
    care,
    hasSecurityDefaults: false,
    hasPremium: true,
    isHybrid: true,
    reviewerId: undefined,
    random: random.fork(`settings:${care}`),
  })

/** Changes configurations of the policy for authentication methods by their ids. */
function methods(policy: Singleton, changes: Readonly<Record<string, Singleton>>): Singleton {
  const configurations: unknown = policy['authenticationMethodConfigurations']
  if (!Array.isArray(configurations)) throw new Error('The policy has no configurations')
  return {
    ...policy,
    authenticationMethodConfigurations: configurations.map((each: Singleton) => ({
      ...each,
      ...changes[String(each['id'])],
    })),
  }
}

const DEFAULTS =
  'app.user-register app.user-consent app.admin-consent-flow app.credential-policy ' +
  'ten.create-tenants ten.security-groups ten.m365-groups ten.bitlocker-self ten.msol-blocked ' +
  'ten.email-join ten.idle-timeout guest.access-level guest.invites guest.xtap-default'

const domains = (
  { defaultDomainName, initialDomainName }: Tenant,
  custom: Readonly<Record<string, unknown>>,
) => [
  { name: defaultDomainName, isInitial: false, ...custom },
  { name: initialDomainName, isInitial: true, passwordValidityPeriodInDays: 2_147_483_647 },
]

/** Methods, passwords and defaults of a directory. */
export const SETTING_STORIES: readonly PostureStory[] = [
  {
    name: 'old methods',
    reason:
      'Each property has the value that the benchmark refuses (page "authenticationMethodsPolicy").',
    patch: (tenant) => ({
      people: people(tenant, {
        ada: { methodsRegistered: [] },
        anna: { methodsRegistered: ['email'] },
        ben: { passwordPolicies: 'DisablePasswordExpiration, DisableStrongPassword' },
      }),
      facts: { domains: domains(tenant, { passwordValidityPeriodInDays: 90 }) },
      settings: {
        ...tenant.settings,
        // 20 attempts, no list of banned words, and local passwords only audited.
        groupSettings: settingsOf(tenant, 'fair').groupSettings,
        authenticationMethodsPolicy: methods(authenticationMethodsPolicy('poor'), {
          TemporaryAccessPass: { state: 'enabled', isUsableOnce: false },
        }),
      },
    }),
    expects: each(
      'failed',
      'auth.mfa-capable auth.admin-mfa-registered auth.migration-complete auth.sms-voice-off ' +
        'auth.email-otp-off auth.authenticator-context auth.system-preferred auth.fido2-on ' +
        'auth.tap-one-time auth.report-suspicious pwd.no-expiry pwd.banned-list pwd.lockout ' +
        'pwd.onprem-protection pwd.weak-flag',
    ),
  },
  {
    name: 'open defaults',
    reason:
      "Microsoft's defaults let every user register applications, consent, invite and create groups.",
    patch: (tenant) => ({
      groups: [
        ...tenant.groups,
        groupOf('Noticeboard', tenant.random, { isUnified: true, visibility: 'Public' }),
      ],
      settings: settingsOf(tenant, 'poor'),
    }),
    expects: each('failed', `${DEFAULTS} grp.public`),
  },
  {
    name: 'settings without objects',
    reason:
      'Directory settings exist only when they were changed: without them 10 attempts and 60 seconds apply, and no list.',
    patch: (tenant) => ({
      settings: { ...tenant.settings, groupSettings: [] },
      facts: { domains: domains(tenant, {}) },
    }),
    expects: {
      'pwd.lockout': 'passed',
      ...each('failed', 'pwd.banned-list pwd.onprem-protection ten.m365-groups'),
      // Microsoft returns no number where none was set.
      'pwd.no-expiry': 'notRead',
    },
  },
  {
    name: 'properties that v1.0 omits',
    reason:
      'systemCredentialPreferences and reportSuspiciousActivitySettings are not in every answer of v1.0.',
    patch(tenant) {
      const {
        systemCredentialPreferences: _first,
        reportSuspiciousActivitySettings: _second,
        ...policy
      } = tenant.settings.authenticationMethodsPolicy
      return { settings: { ...tenant.settings, authenticationMethodsPolicy: policy } }
    },
    expects: each('notRead', 'auth.system-preferred auth.report-suspicious'),
  },
  {
    name: 'methods that are off',
    reason: 'A setting of a method that is disabled has no effect.',
    patch: (tenant) => ({
      settings: {
        ...tenant.settings,
        authenticationMethodsPolicy: methods(tenant.settings.authenticationMethodsPolicy, {
          MicrosoftAuthenticator: { state: 'disabled' },
          TemporaryAccessPass: { state: 'disabled' },
        }),
      },
    }),
    expects: each('notApplicable', 'auth.authenticator-context auth.tap-one-time'),
  },
  {
    name: 'feature with an excluded group',
    reason: 'A feature that excludes a group is not enabled for all users.',
    patch: (tenant) => ({
      settings: {
        ...tenant.settings,
        authenticationMethodsPolicy: {
          ...tenant.settings.authenticationMethodsPolicy,
          reportSuspiciousActivitySettings: {
            state: 'enabled',
            includeTarget: { targetType: 'group', id: 'all_users' },
            excludeTarget: { targetType: 'group', id: tenant.emergencyGroupId },
          },
        },
      },
    }),
    expects: { 'auth.report-suspicious': 'failed' },
  },
  {
    name: 'federated domain',
    reason: 'Passwords of a federated domain are those of its own identity provider.',
    patch: (tenant) => ({
      facts: { domains: domains(tenant, { authenticationType: 'Federated' }) },
    }),
    expects: { 'pwd.no-expiry': 'passed' },
  },
  {
    name: 'per-user MFA left over',
    reason:
      'Per-user MFA overrides Conditional Access (page "Per-user Microsoft Entra MFA"): Microsoft asks to disable it.',
    patch: (tenant) => ({
      people: people(tenant, { ben: { perUserMfaState: 'enforced' } }),
      // One excluded person: the policy is for all users, and yet someone is not covered.
      policies: policies(tenant, {
        // Both would stop a stranger without MFA.
        Countries: null,
        Devices: null,
        MFA: { grant: MFA, users: { excludeUsers: [tenant.personById.anna] } },
      }),
    }),
    expects: { 'auth.per-user-mfa-legacy': 'failed', 'ca.mfa-all-users': 'passed' },
  },
  {
    name: 'per-user MFA in use',
    reason: 'Until a policy covers everybody, per-user MFA is the protection.',
    patch: (tenant) => ({
      people: people(tenant, { ben: { perUserMfaState: 'enabled' } }),
      policies: [],
    }),
    expects: { 'auth.per-user-mfa-legacy': 'notApplicable', 'ca.mfa-all-users': 'failed' },
  },
  {
    name: 'cloud only',
    reason: 'Graph returns null for a directory that was never synchronized (page "organization").',
    patch: () => ({ onPremisesSyncEnabled: null }),
    expects: each('notApplicable', 'hyb.sync-fresh pwd.onprem-protection ca.sync-account'),
  },
]

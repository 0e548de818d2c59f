import { members, idsOf, policies, unknownId } from './patches.ts'
import { each, type PostureStory } from './story.ts'
import { BLOCK, MFA, policyOf } from './well-kept-policies.ts'

/** Checks that a policy must satisfy. */
const REQUIRED =
  'ca.any-baseline ca.mfa-all-users ca.mfa-admins ca.phish-resistant-admins ca.phish-resistant-all ' +
  'ca.block-legacy ca.mfa-azure-mgmt ca.mfa-guests ca.user-risk ca.signin-risk ' +
  'ca.block-device-code ca.block-auth-transfer ca.managed-device ca.secinfo-registration ' +
  'ca.admin-session ca.session-all ca.intune-enrol-fresh ca.block-countries ' +
  'ca.token-protection ca.block-unknown-platform ca.p1-idle'

/** Tenants whose Conditional Access is absent or neglected. */
export const CONDITIONAL_ACCESS_STORIES: readonly PostureStory[] = [
  {
    name: 'no policies',
    reason:
      'Licenses for Conditional Access protect no one: only a policy that is enabled enforces something.',
    patch: () => ({ policies: [], namedLocations: [] }),
    expects: {
      ...each('failed', `${REQUIRED} ca.named-location`),
      // No one uses it either.
      'auth.per-user-mfa-legacy': 'passed',
      ...each(
        'notApplicable',
        'ca.break-glass-excluded ca.exclusion-no-fallback ca.excluded-population',
      ),
    },
  },
  {
    name: 'neglected policies',
    reason:
      'An exclusion holds whatever other policies say; an id that is unknown includes no one; ' +
      '"Require approved client app" is retired (page "Grant controls").',
    patch(tenant) {
      const six = members(tenant, 6)
      const policy = (displayName: string, draft: Parameters<typeof policies>[1][string]) =>
        policyOf({ displayName, ...draft }, tenant, tenant.random)
      return {
        people: [...tenant.people, ...six],
        policies: [
          policy('MFA', { grant: MFA, users: { excludeUsers: idsOf(six) } }),
          policy('Old group', {
            grant: MFA,
            users: { includeUsers: [], includeGroups: [unknownId(tenant)] },
          }),
          policy('No target', { grant: BLOCK, applications: { includeApplications: ['None'] } }),
          policy('Both risks', {
            conditions: { userRiskLevels: ['high'], signInRiskLevels: ['high'] },
            grant: BLOCK,
          }),
          policy('Phones', {
            users: { excludeGroups: [] },
            applications: { includeApplications: ['Office365'] },
            grant: { builtInControls: ['approvedApplication'] },
          }),
          {
            ...policy('Trial', { state: 'enabledForReportingButNotEnforced', grant: MFA }),
            createdDateTime: '2024-02-01T09:00:00Z',
            modifiedDateTime: '2024-02-02T09:00:00Z',
          },
        ],
      }
    },
    expects: each(
      'failed',
      'ca.break-glass-excluded ca.exclusion-no-fallback ca.excluded-population ' +
        'ca.dead-references ca.no-target ca.risk-mixed ca.report-only-stale ' +
        'ca.deprecated-grant ca.sync-account ca.mfa-all-users',
    ),
  },
  {
    name: 'emergency account not declared',
    reason:
      'Only a declared account is left out of a check; one account that every policy excludes is what ' +
      'Microsoft recommends (page "Manage emergency access accounts").',
    isDeclared: false,
    expects: {
      ...each('passed', 'ca.break-glass-excluded ca.mfa-all-users ca.mfa-admins'),
      ...each(
        'failed',
        'ca.exclusion-no-fallback auth.mfa-capable auth.admin-mfa-registered role.stale-admin usr.stale',
      ),
    },
  },
  {
    name: 'workload policy of an unknown app',
    reason:
      'A service principal that a list does not hold was perhaps never created here: that is no proof of its deletion.',
    patch: (tenant) => ({
      policies: policies(tenant, {
        Workloads: {
          grant: BLOCK,
          users: { includeUsers: ['None'] },
          conditions: {
            clientApplications: {
              includeServicePrincipals: [unknownId(tenant)],
              excludeServicePrincipals: [],
            },
          },
        },
      }),
    }),
    expects: { 'ca.dead-references': 'notRead', 'ca.break-glass-excluded': 'passed' },
  },
]

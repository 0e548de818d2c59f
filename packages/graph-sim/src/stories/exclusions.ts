import { excludedFromMfa, idsOf, members, mfa, policies, unknownId } from './patches.ts'
import { each, type PostureStory } from './story.ts'
import { MFA } from './well-kept-policies.ts'
import { groupOf } from './well-kept.ts'

const EVERY_GUEST_TYPE =
  'internalGuest,b2bCollaborationGuest,b2bCollaborationMember,b2bDirectConnectUser,otherExternalUser,serviceProvider'

const guestsOf = (externalTenants: Readonly<Record<string, unknown>>) => ({
  includeUsers: [],
  includeGuestsOrExternalUsers: { guestOrExternalUserTypes: EVERY_GUEST_TYPE, externalTenants },
})

/** People whom the policy that requires MFA leaves out. */
export const EXCLUSION_STORIES: readonly PostureStory[] = [
  {
    name: 'five are excluded',
    reason: 'The specification allows five excluded people.',
    patch(tenant) {
      const more = members(tenant, 7)
      return {
        people: [...tenant.people, ...more],
        ...excludedFromMfa(tenant, { excludeUsers: idsOf(more.slice(0, 5)) }),
      }
    },
    expects: each('passed', 'ca.any-baseline ca.mfa-all-users'),
  },
  {
    name: 'six are excluded',
    reason: 'Six of fifteen people are more than five, and more than 5 %.',
    patch(tenant) {
      const more = members(tenant, 7)
      return {
        people: [...tenant.people, ...more],
        ...excludedFromMfa(tenant, { excludeUsers: idsOf(more.slice(0, 6)) }),
      }
    },
    expects: each('failed', 'ca.any-baseline ca.mfa-all-users'),
  },
  {
    name: 'seven of many are excluded',
    reason: 'Seven of 148 people are 4.7 %.',
    patch(tenant) {
      const more = members(tenant, 140)
      return {
        people: [...tenant.people, ...more],
        ...excludedFromMfa(tenant, { excludeUsers: idsOf(more.slice(0, 7)) }),
      }
    },
    expects: each('passed', 'ca.any-baseline ca.mfa-all-users'),
  },
  {
    name: 'excluded and covered',
    reason: 'People whom another enabled policy asks for MFA in the same way are not left out.',
    patch(tenant) {
      const more = members(tenant, 6)
      return {
        people: [...tenant.people, ...more],
        policies: policies(tenant, {
          MFA: { grant: MFA, users: { excludeUsers: idsOf(more) } },
          'MFA for the others': {
            grant: MFA,
            users: { includeUsers: idsOf(more), excludeGroups: [] },
          },
        }),
      }
    },
    expects: each('passed', 'ca.any-baseline ca.mfa-all-users ca.exclusion-no-fallback'),
  },
  {
    name: 'excluded by a group in a group',
    reason: 'Conditional Access counts members of groups inside a group, and of dynamic groups.',
    patch(tenant) {
      const more = members(tenant, 6)
      const inner = groupOf('Inner', tenant.random, {
        memberIds: idsOf(more),
        membershipRule: '(user.department -eq "Inner")',
      })
      const outer = groupOf('Outer', tenant.random, { memberGroupIds: [inner.id] })
      return {
        people: [...tenant.people, ...more],
        groups: [...tenant.groups, inner, outer],
        ...excludedFromMfa(tenant, { excludeGroups: [tenant.emergencyGroupId, outer.id] }),
      }
    },
    expects: { 'ca.mfa-all-users': 'failed' },
  },
  {
    name: 'excluded group unread',
    reason:
      'Members of a group with hidden membership need Member.Read.Hidden: anybody can be in it.',
    patch(tenant) {
      const hidden = groupOf('Hidden', tenant.random, {
        isUnified: true,
        visibility: 'HiddenMembership',
        memberIds: idsOf(tenant.people.slice(4, 7)),
      })
      return {
        groups: [...tenant.groups, hidden],
        ...excludedFromMfa(tenant, { excludeGroups: [tenant.emergencyGroupId, hidden.id] }),
      }
    },
    expects: { 'ca.mfa-all-users': 'notRead', 'ca.any-baseline': 'notRead' },
  },
  {
    name: 'excluded group with a hidden one inside',
    reason:
      'Members of a nested group with hidden membership are missing from those of the outer group.',
    patch(tenant) {
      const hidden = groupOf('Hidden', tenant.random, {
        isUnified: true,
        visibility: 'HiddenMembership',
        memberIds: idsOf(tenant.people.slice(4, 7)),
      })
      const outer = groupOf('Outer', tenant.random, { memberGroupIds: [hidden.id] })
      return {
        groups: [...tenant.groups, hidden, outer],
        ...excludedFromMfa(tenant, { excludeGroups: [tenant.emergencyGroupId, outer.id] }),
      }
    },
    expects: { 'ca.mfa-all-users': 'notRead', 'ca.any-baseline': 'notRead' },
  },
  {
    name: 'excluded group deleted',
    reason: 'A deleted group has no members, and the policy keeps its id.',
    patch: (tenant) =>
      excludedFromMfa(tenant, { excludeGroups: [tenant.emergencyGroupId, unknownId(tenant)] }),
    expects: { 'ca.mfa-all-users': 'passed', 'ca.dead-references': 'failed' },
  },
  {
    name: 'excluded roles',
    reason:
      'Five may be excluded, also where no administrator is left: the MFA verdict counts them.',
    patch: (tenant) =>
      excludedFromMfa(tenant, {
        excludeRoles: tenant.people.slice(0, 5).flatMap(({ roleTemplateIds }) => roleTemplateIds),
      }),
    expects: { 'ca.mfa-admins': 'passed' },
  },
  {
    name: 'guests of one partner',
    reason: 'A policy for enumerated directories covers some guests.',
    patch: (tenant) => ({
      policies: policies(tenant, {
        MFA: { grant: MFA, users: { excludeUsers: ['GuestsOrExternalUsers'] } },
        'MFA for a partner': {
          grant: MFA,
          users: guestsOf({
            '@odata.type': '#microsoft.graph.conditionalAccessEnumeratedExternalTenants',
            membershipKind: 'enumerated',
            members: [unknownId(tenant)],
          }),
        },
      }),
    }),
    // Whether a guest is one of that partner is not known, so that nothing is said of everybody.
    expects: { 'ca.mfa-guests': 'failed', 'ca.mfa-all-users': 'notRead' },
  },
  {
    name: 'guests of every kind',
    reason: 'A policy for all guest types of all directories covers every guest.',
    patch: (tenant) => ({
      policies: policies(tenant, {
        MFA: { grant: MFA, users: { excludeUsers: ['GuestsOrExternalUsers'] } },
        'MFA for guests': {
          grant: MFA,
          users: guestsOf({
            '@odata.type': '#microsoft.graph.conditionalAccessAllExternalTenants',
            membershipKind: 'all',
          }),
        },
      }),
    }),
    expects: { 'ca.mfa-guests': 'passed', 'ca.mfa-all-users': 'passed' },
  },
  {
    name: 'service providers excluded',
    reason:
      'serviceProvider is the delegated access of the partner, no user of the directory (page "Conditional Access: Users").',
    patch: (tenant) =>
      excludedFromMfa(tenant, {
        excludeGuestsOrExternalUsers: {
          guestOrExternalUserTypes: 'serviceProvider',
          externalTenants: {
            '@odata.type': '#microsoft.graph.conditionalAccessAllExternalTenants',
            membershipKind: 'all',
          },
        },
      }),
    expects: each('passed', 'ca.mfa-all-users ca.mfa-guests ca.exclusion-no-fallback'),
  },
  {
    name: 'disabled people',
    reason: 'People whose sign-in is blocked cannot sign in, whatever a policy says.',
    patch(tenant) {
      const blocked = members(tenant, 6, {
        accountEnabled: false,
        hoursSinceSignIn: 24 * 400,
        methodsRegistered: [],
        passwordPolicies: 'DisableStrongPassword',
      })
      return {
        people: [...tenant.people, ...blocked],
        ...mfa(tenant, { users: { excludeUsers: idsOf(blocked) } }),
      }
    },
    expects: each(
      'passed',
      'ca.mfa-all-users ca.exclusion-no-fallback ca.excluded-population auth.mfa-capable usr.stale ' +
        'pwd.weak-flag lic.blocked-holder',
    ),
  },
]

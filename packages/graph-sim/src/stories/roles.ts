import { ROLE_TEMPLATES } from '../world/roles.ts'
import type { Person, RoleAssignment, Tenant } from '../world/types.ts'
import { idsOf, members, mfa, people } from './patches.ts'
import { each, type PostureStory } from './story.ts'
import { STRONG } from './well-kept-policies.ts'
import { groupOf, license, type WellKept } from './well-kept.ts'

const GLOBAL = ROLE_TEMPLATES['Global Administrator']

const assignment = (
  { random }: WellKept,
  holder: Pick<RoleAssignment, 'principalId' | 'principalKind' | 'scope'>,
): RoleAssignment => ({
  id: random.fork(`assignment:${holder.principalId}`).token(43),
  roleTemplateId: GLOBAL,
  ...holder,
})

/** Six people who are Global Administrators through a group that may hold roles. */
function byGroup(tenant: WellKept, visibility: 'HiddenMembership' | null): Partial<Tenant> {
  const more = members(tenant, 6)
  const group = groupOf('Operators', tenant.random, {
    isAssignableToRole: true,
    visibility,
    memberIds: idsOf(more),
  })
  return {
    people: [...tenant.people, ...more],
    groups: [...tenant.groups, group],
    roleAssignments: [assignment(tenant, { principalId: group.id, principalKind: 'group' })],
  }
}

/** Who holds which directory role, and with what account. */
export const ROLE_STORIES: readonly PostureStory[] = [
  {
    name: 'careless roles',
    reason:
      'Every holder of a privileged role has an everyday account, and no one needs five of them.',
    patch(tenant) {
      const global = { roleTemplateIds: [GLOBAL] }
      const [principal] = tenant.servicePrincipals
      return {
        people: people(tenant, {
          bo: { hoursSinceSignIn: 24 * 60 },
          eva: { ...global, accountEnabled: false },
          uma: { ...global, licenses: [license('SPE_E5')] },
          anna: global,
          ben: global,
          guest: { roleTemplateIds: [ROLE_TEMPLATES['Helpdesk Administrator']] },
        }),
        servicePrincipals: tenant.servicePrincipals.map((row) => ({ ...row, hasPassword: true })),
        roleAssignments: [
          assignment(tenant, {
            principalId: principal?.id ?? '',
            principalKind: 'servicePrincipal',
          }),
        ],
      }
    },
    expects: {
      ...each(
        'failed',
        'role.ga-count role.ga-ratio role.cloud-only role.licence-footprint role.guest-admin ' +
          'role.sp-privileged role.disabled-admin role.stale-admin',
      ),
      'role.permanent': 'noPermission',
    },
  },
  {
    name: 'one administrator',
    reason: 'Microsoft recommends more than one Global Administrator, and fewer than five.',
    patch: (tenant) => ({
      people: people(tenant, { bo: { roleTemplateIds: [] }, glass: { roleTemplateIds: [] } }),
    }),
    expects: { 'role.ga-count': 'failed', 'role.ga-ratio': 'passed' },
  },
  {
    name: 'roles by a group',
    reason:
      'Members of a role-assignable group hold its role (page "Use groups to manage role assignments").',
    patch: (tenant) => byGroup(tenant, null),
    expects: each('failed', 'role.ga-count role.ga-ratio'),
  },
  {
    name: 'roles by a hidden group',
    reason:
      'Members of a group with hidden membership are not returned: who holds the role is not known.',
    patch: (tenant) => byGroup(tenant, 'HiddenMembership'),
    expects: each('notRead', 'role.ga-count role.ga-ratio role.guest-admin role.disabled-admin'),
  },
  {
    name: 'roles of a unit',
    reason:
      'An assignment within an administrative unit reaches its members only; the product says that it does not judge it.',
    patch(tenant) {
      const unit = `/administrativeUnits/${tenant.random.fork('unit').guid()}`
      const more = members(tenant, 5)
      const holders = [...more, ...tenant.people.filter(({ userType }) => userType === 'Guest')]
      return {
        people: [...tenant.people, ...more],
        roleAssignments: holders.map(({ id: principalId }) =>
          assignment(tenant, { principalId, principalKind: 'user', scope: unit }),
        ),
      }
    },
    expects: each('passed', 'role.ga-count role.ga-ratio role.guest-admin role.cloud-only'),
  },
  {
    name: 'agents with roles',
    reason:
      'An agent has a user account of its own and signs in without a second factor: it is no person.',
    patch(tenant) {
      const agents = members(tenant, 6, {
        agentOf: tenant.random.fork('agent').guid(),
        methodsRegistered: [],
        hoursSinceSignIn: null,
        daysSinceUse: {},
        roleTemplateIds: [GLOBAL],
      })
      return {
        people: [...tenant.people, ...agents],
        ...excludedFromAll(tenant, agents),
      }
    },
    expects: each(
      'passed',
      'role.ga-count role.ga-ratio auth.mfa-capable auth.admin-mfa-registered usr.stale ' +
        'ca.mfa-all-users ca.mfa-admins lic.inactive-holder role.stale-admin',
    ),
  },
]

/** The policy that requires MFA of all users excludes these. */
const excludedFromAll = (tenant: WellKept, excluded: readonly Person[]): Partial<Tenant> =>
  mfa(tenant, {
    users: { excludeGroups: [tenant.emergencyGroupId], excludeUsers: idsOf(excluded) },
    grant: STRONG,
  })

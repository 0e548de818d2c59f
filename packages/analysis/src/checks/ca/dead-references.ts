import { valueOf } from '../../coverage/facts.ts'
import { unknownMembersOf } from '../../coverage/unknown-members.ts'
import { builtInRoleName } from '../../directory-roles.ts'
import { defineCheck, failed, judgeAbsent, notRead, passed } from '../define-check.ts'
import type { CheckObject } from '../define-check.ts'
import { policyObject } from '../derived.ts'
import type { CheckFacts, PartName, PolicyFacts } from '../facts.ts'
import { enabledPolicies, judgeConditionalAccess } from './conditional-access.ts'

/** What a policy names, and the part in which it is found while it exists. */
interface Reference {
  readonly kind: CheckObject['kind']
  readonly part: 'users' | 'groups' | 'roleDefinitions' | 'namedLocations' | 'servicePrincipals'
  readonly id: string
}

export const deadReferences = defineCheck({
  id: 'ca.dead-references',
  version: 1,
  title: 'Everything that a policy names exists',
  severity: 'medium',
  why: 'A policy for a deleted group applies to no users, and an exclusion of one hides what was meant. People, groups, roles and named locations are checked. Applications and strengths are not, because a missing one is no proof of deletion.',
  fix: [
    'In the Microsoft Entra admin center open Protection > Conditional Access > Policies and select the policy.',
    'Remove what no longer exists under Users and under Conditions > Locations.',
    'Include or exclude what replaced it, and save the policy.',
  ],
  effort: 'minutes',
  userImpact: 'People whom the policy reaches again must meet its requirements.',
  references: ['MT.1038', 'MT.1066'],
  licence: null,
  needs: [],
  judge: ({ facts }) =>
    judgeConditionalAccess(facts, { isMetBySecurityDefaults: false }, (policies) => {
      const isExisting = createLookup(facts)
      const judged = enabledPolicies(policies).map((policy) => {
        const references = referencesOf(policy)
        const dead = references.filter((reference) => isExisting(reference) === false)
        const notKnown = references.filter((reference) => isExisting(reference) === null)
        return { policy, dead, notKnown, count: references.length }
      })
      const dead = judged.flatMap((each) => each.dead)
      const notKnown = judged.flatMap((each) => each.notKnown)
      const counts = {
        references: judged.reduce((sum, { count }) => sum + count, 0),
        dead: dead.length,
        notKnown: notKnown.length,
      }
      if (dead.length > 0)
        return failed(`Names of what no longer exists in enabled policies: ${dead.length}.`, {
          counts,
          objects: [
            ...judged
              .filter((each) => each.dead.length > 0)
              .map(({ policy }) => policyObject(policy)),
            ...distinctObjectsOf(dead),
          ],
        })
      if (notKnown.length > 0)
        return (
          judgeAbsent(facts, partsOf(notKnown)) ??
          notRead('It is not known whether everything that policies name exists.', { counts })
        )
      return judged.some(({ policy }) => (policy.conditions.unknown ?? []).length > 0)
        ? notRead('A policy has conditions that this version does not know.', { counts })
        : passed('Everything that enabled policies name exists.', { counts })
    }),
})

const WORDS = new Set([
  'All',
  'None',
  'GuestsOrExternalUsers',
  'AllTrusted',
  'ServicePrincipalsInMyTenant',
])
/** The trusted addresses of the older MFA service, which are no named location. */
const MFA_TRUSTED_IPS = '00000000-0000-0000-0000-000000000000'

function referencesOf(policy: PolicyFacts): Reference[] {
  const { users, locations } = policy.conditions
  const words = new Set([...WORDS, MFA_TRUSTED_IPS, ...unknownMembersOf(policy)])
  const named = (
    kind: Reference['kind'],
    part: Reference['part'],
    lists: readonly (readonly string[] | null | undefined)[],
  ): Reference[] => {
    const ids = lists.flatMap((list) => list ?? []).filter((id) => !words.has(id))
    return [...new Set(ids)].map((id) => ({ kind, part, id }))
  }
  return [
    ...named('user', 'users', [users?.includeUsers, users?.excludeUsers]),
    ...named('group', 'groups', [users?.includeGroups, users?.excludeGroups]),
    ...named('role', 'roleDefinitions', [users?.includeRoles, users?.excludeRoles]),
    ...named('namedLocation', 'namedLocations', [
      locations?.includeLocations,
      locations?.excludeLocations,
    ]),
    ...named('servicePrincipal', 'servicePrincipals', workloadsOf(policy)),
  ]
}

/** Returns the two lists of service principals of a policy for workloads. */
function workloadsOf({ clientApplications }: PolicyFacts): string[][] {
  if (typeof clientApplications !== 'object' || clientApplications === null) return []
  return Object.entries(clientApplications).flatMap(([name, list]: [string, unknown]) =>
    ['includeServicePrincipals', 'excludeServicePrincipals'].includes(name) && Array.isArray(list)
      ? [list.filter((id) => typeof id === 'string')]
      : [],
  )
}

/** Returns a function that says whether something exists; null when it is not known. */
function createLookup({ parts }: CheckFacts): (reference: Reference) => boolean | null {
  const deleted = valueOf(parts.deletedObjects)
  const roles = valueOf(parts.roleDefinitions)
  const known = {
    users: idsOf(valueOf(parts.users)),
    groups: idsOf(valueOf(parts.groups)),
    roleDefinitions:
      roles && idsOf(roles.flatMap(({ id, templateId }) => [{ id }, { id: templateId ?? id }])),
    namedLocations: idsOf(valueOf(parts.namedLocations)),
    servicePrincipals: idsOf(valueOf(parts.servicePrincipals)),
  }
  return ({ part, id: given }) => {
    const id = given.toLowerCase()
    const ids = known[part]
    if (ids?.has(id) === true) return true
    if (part === 'roleDefinitions' && builtInRoleName(id) !== undefined) return true
    if (deleted?.has(id) === true) return false
    // Service principals that are not found may never have been created here.
    return ids === null || part === 'servicePrincipals' ? null : false
  }
}

const idsOf = (rows: readonly { readonly id: string }[] | null): ReadonlySet<string> | null =>
  rows && new Set(rows.map(({ id }) => id.toLowerCase()))

const partsOf = (references: readonly Reference[]): PartName[] => [
  ...new Set(references.map(({ part }) => part)),
]

function distinctObjectsOf(references: readonly Reference[]): CheckObject[] {
  const byId = new Map(references.map(({ kind, id }) => [id, { kind, id, name: null }]))
  return [...byId.values()]
}

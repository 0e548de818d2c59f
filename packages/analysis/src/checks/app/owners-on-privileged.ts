import { countedAs } from '../../counted.ts'
import { valueOf } from '../../coverage/facts.ts'
import { defineCheck, failed, judgeAbsent, notRead, passed } from '../define-check.ts'
import type { CheckObject } from '../define-check.ts'
import { isEmergencyAccount, usersById } from '../derived.ts'
import type { CheckFacts } from '../facts.ts'
import { PRIVILEGED_ROLES } from '../privileged-roles.ts'
import { privilegedHolders } from '../role-holders.ts'
import type { ApplicationFacts, AppRoleAssignmentFacts, AssignmentFacts } from '../rows.ts'
import {
  applicationObject,
  principalObject,
  principalsById,
  tierZeroAssignments,
} from './principals.ts'

export const ownersOnPrivileged = defineCheck({
  id: 'app.owners-on-privileged',
  version: 1,
  title: 'Applications that can take over the tenant have no owners',
  severity: 'medium',
  why: 'An owner can add a secret to the application and then act with all of its permissions, without any role. Registrations in other directories are not known.',
  fix: [
    'In the Microsoft Entra admin center open Applications > App registrations and Enterprise applications, and open the listed one.',
    'Under Owners remove every owner.',
    'Give those who maintain it a role that is assigned for a limited time.',
  ],
  effort: 'minutes',
  userImpact: 'Former owners can no longer change the application.',
  references: ['MT.1077', 'MT.1078'],
  licence: null,
  needs: [
    'applicationOwners',
    'appRoleAssignments',
    'roleAssignments',
    'servicePrincipals',
    'applications',
  ],
  judge({ applicationOwners, appRoleAssignments, roleAssignments, applications, facts }) {
    const { ids, isComplete } = tierZeroPrincipals(facts, { roleAssignments, appRoleAssignments })
    const ownersById = new Map(
      [...applicationOwners].map(([id, owners]) => [id.toLowerCase(), owners]),
    )
    const objects = ownable(ids, facts, applications)
    const ownersOf = ({ id }: CheckObject) => ownersById.get(id.toLowerCase())
    const failing = objects.filter((each) => ownersOf(each)?.some((id) => canAct(facts, id)))
    const notKnown = objects.filter(
      (each) => ownersOf(each) === undefined || isRegistrationNotKnown(facts, each),
    )
    const counts = { applications: ids.size, owned: failing.length, notKnown: notKnown.length }
    if (failing.length > 0)
      return failed(
        countedAs(failing.length, 'such application has owners.', 'such applications have owners.'),
        {
          counts,
          objects: failing,
        },
      )
    if (notKnown.length > 0)
      return notRead(`The owners of ${notKnown.length} applications were not read.`, {
        counts,
        objects: notKnown,
      })
    return isComplete
      ? passed('No such application has an owner.', { counts })
      : (judgeAbsent(facts, ['groupMembers']) ??
          notRead('A group that holds a role could not be read.', { counts }))
  },
})

/**
 * Returns the applications and service principals whose owners could take over the tenant; empty where
 * what says so was not read.
 */
export function ownableObjects(facts: CheckFacts): CheckObject[] {
  const { parts } = facts
  const given = {
    roleAssignments: valueOf(parts.roleAssignments) ?? [],
    appRoleAssignments: valueOf(parts.appRoleAssignments) ?? [],
  }
  return ownable(tierZeroPrincipals(facts, given).ids, facts, valueOf(parts.applications) ?? [])
}

/** Returns the service principals with a tier-0 permission or role, by id. */
function tierZeroPrincipals(
  facts: CheckFacts,
  given: {
    readonly roleAssignments: readonly AssignmentFacts[]
    readonly appRoleAssignments: readonly AppRoleAssignmentFacts[]
  },
) {
  const { ids: holders, isComplete } = tierZeroHolders(facts, given.roleAssignments)
  const permitted = tierZeroAssignments(facts, given.appRoleAssignments)
  const ids = new Set([...permitted.map((each) => each.principalId.toLowerCase()), ...holders])
  return { ids, isComplete }
}

/** Returns the service principals that hold a tier-0 role in the complete directory. */
function tierZeroHolders(facts: CheckFacts, assignments: readonly AssignmentFacts[]) {
  const { rolesById, isComplete } = privilegedHolders(facts)
  const direct = new Set(
    assignments.flatMap(({ principalKind, principalId }) =>
      principalKind === 'servicePrincipal' ? [principalId.toLowerCase()] : [],
    ),
  )
  const ids = [...rolesById].flatMap(([id, roles]) =>
    (direct.has(id) || principalsById(facts).has(id)) && [...roles].some(isTierZeroRole)
      ? [id]
      : [],
  )
  return { ids, isComplete }
}

const isTierZeroRole = (role: string): boolean => PRIVILEGED_ROLES.get(role)?.isTierZero === true

/** Returns what can have owners: the service principals, and their registrations here. */
function ownable(
  ids: ReadonlySet<string>,
  facts: CheckFacts,
  applications: readonly ApplicationFacts[],
): CheckObject[] {
  const principals = principalsById(facts)
  const byAppId = new Map(applications.map((each) => [each.appId.toLowerCase(), each]))
  return [...ids].flatMap((id) => {
    const principal = principals.get(id)
    const application = byAppId.get(principal?.appId?.toLowerCase() ?? '')
    return [
      principalObject(principal?.id ?? id, principal?.displayName),
      ...(application ? [applicationObject(application)] : []),
    ]
  })
}

/** Without the application id it is not known whether there is a registration here. */
const isRegistrationNotKnown = (facts: CheckFacts, { kind, id }: CheckObject): boolean =>
  kind === 'servicePrincipal' && !principalsById(facts).get(id.toLowerCase())?.appId

/** A disabled person cannot act, and an emergency account is declared. An owner who is not known can. */
const canAct = (facts: CheckFacts, owner: string): boolean =>
  usersById(facts)?.get(owner.toLowerCase())?.accountEnabled !== false &&
  !isEmergencyAccount(facts, owner)

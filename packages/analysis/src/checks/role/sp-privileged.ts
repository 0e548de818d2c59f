import { valueOf } from '../../coverage/facts.ts'
import { daysUntil } from '../age.ts'
import { defineCheck, failed, notRead, passed } from '../define-check.ts'
import type { CheckObject } from '../define-check.ts'
import { isAgent, userObject } from '../derived.ts'
import type { CheckFacts, PartValues } from '../facts.ts'
import { PRIVILEGED_ROLES } from '../privileged-roles.ts'
import { holdersOf } from '../role-holders.ts'
import type { Holders } from '../role-holders.ts'
import { judgeUnreadHolders, scopedText } from './administrators.ts'

type ServicePrincipal = PartValues['servicePrincipals'][number]
type Credentials = ServicePrincipal['passwordCredentials']

export const spPrivileged = defineCheck({
  id: 'role.sp-privileged',
  version: 1,
  title: 'No application with a secret holds a role of tier 0',
  severity: 'high',
  why: 'A secret is a password that many can copy and that asks for no MFA. With a role of tier 0 it can take over the tenant. Valid secrets of the application and of its registration in this tenant count.',
  fix: [
    'In the Microsoft Entra admin center open Identity > Applications > App registrations and select the application.',
    'Use a managed identity or a certificate, then delete the secrets under Certificates & secrets.',
    'Replace the role by the smallest one, or by application permissions, under Roles & admins.',
  ],
  effort: 'days',
  userImpact: 'None for people; the application must be changed before its secret is deleted.',
  references: ['MT.1027'],
  licence: null,
  needs: ['roleAssignments', 'servicePrincipals', 'applications'],
  judge({ facts, servicePrincipals, applications }, now) {
    const holders = holdersOf(facts, (role) => PRIVILEGED_ROLES.get(role)?.isTierZero === true)
    const known = new Map(servicePrincipals.map((each) => [each.id.toLowerCase(), each]))
    const registered = new Map(applications.map((each) => [each.appId.toLowerCase(), each]))
    const failing: CheckObject[] = []
    const notKnown: CheckObject[] = missingOf(facts, known)
    const holding = [...holders.rolesById.keys()].flatMap((id) => known.get(id) ?? [])
    for (const principal of holding) {
      const registration = registered.get(principal.appId?.toLowerCase() ?? '')
      const answer = hasSecret(principal, registration?.passwordCredentials, now)
      if (answer === true) failing.push(objectOf(principal))
      if (answer === null) notKnown.push(objectOf(principal))
    }
    const agents = agentsOf(facts, holders)
    const counts = {
      applications: holding.length,
      agentUsers: agents.length,
      failing: failing.length,
      notKnown: notKnown.length,
    }
    if (failing.length > 0)
      return failed(`Applications with a role of tier 0 and a valid secret: ${failing.length}.`, {
        counts,
        objects: failing,
      })
    if (!holders.isComplete) return judgeUnreadHolders(facts, counts)
    return notKnown.length > 0
      ? notRead('The secrets of an application with a role of tier 0 are not known.', {
          counts,
          objects: notKnown,
        })
      : passed(`No application with a role of tier 0 has a valid secret.${scopedText(holders)}`, {
          counts,
          objects: agents,
        })
  },
})

/** Agent users hold roles without a secret of their own; they are named as evidence. */
const agentsOf = ({ parts }: CheckFacts, { rolesById }: Holders): CheckObject[] =>
  (valueOf(parts.users) ?? [])
    .filter((user) => isAgent(user) && rolesById.has(user.id.toLowerCase()))
    .map(userObject)

const objectOf = ({ id, displayName }: ServicePrincipal): CheckObject => ({
  kind: 'servicePrincipal',
  id,
  name: displayName ?? null,
})

/** Returns holders of tier-0 roles that may be applications and were not read. */
function missingOf(
  { parts }: CheckFacts,
  known: ReadonlyMap<string, ServicePrincipal>,
): CheckObject[] {
  const others = new Set(
    [...(valueOf(parts.users) ?? []), ...(valueOf(parts.groups) ?? [])].map(({ id }) =>
      id.toLowerCase(),
    ),
  )
  const isMissing = (id: string): boolean =>
    !known.has(id) && !others.has(id) && valueOf(parts.deletedObjects)?.has(id) !== true
  return (valueOf(parts.roleAssignments) ?? [])
    .filter(isTierZero)
    .flatMap(({ principalId: id, principalKind, principalName }): CheckObject[] =>
      ['servicePrincipal', 'unknown', null].includes(principalKind) && isMissing(id.toLowerCase())
        ? [{ kind: 'servicePrincipal', id, name: principalName ?? null }]
        : [],
    )
}

const isTierZero = ({ roleTemplateId, scope }: PartValues['roleAssignments'][number]): boolean =>
  scope === '/' && PRIVILEGED_ROLES.get(roleTemplateId.toLowerCase())?.isTierZero === true

/** Returns null when it is not known; a registration in another directory has secrets of its own. */
function hasSecret(
  principal: ServicePrincipal,
  registered: Credentials | undefined,
  now: Date,
): boolean | null {
  // A blocked application gets no tokens.
  if (principal.accountEnabled === false) return false
  const lists = [principal.passwordCredentials, ...(hasRegistration(principal) ? [registered] : [])]
  if (lists.some((list) => isAnyValid(list, now))) return true
  return lists.every((list) => list !== null && list !== undefined) ? false : null
}

/** Managed identities and applications of the older kind have no registration. */
const hasRegistration = ({ servicePrincipalType }: ServicePrincipal): boolean =>
  !['managedidentity', 'legacy'].includes(servicePrincipalType?.toLowerCase() ?? '')

/** A secret without an end counts as valid. */
const isAnyValid = (credentials: Credentials, now: Date): boolean =>
  (credentials ?? []).some(({ endDateTime }) => (daysUntil(endDateTime, now) ?? 1) > 0)

import type { CheckFacts, PartValues } from '@tenantscope/analysis/checks/facts'
import type { GroupFacts } from '@tenantscope/analysis/checks/rows'
import type { Absence, Part } from '@tenantscope/analysis/coverage/facts'
import { isAgentType, valueOf } from '@tenantscope/analysis/coverage/facts'
import { groupsNamedBy, hidesMembers } from '@tenantscope/analysis/coverage/named-groups'
import { PERMISSION_IDS } from '@tenantscope/analysis/permission-ids'
import { NO_PRICES } from '@tenantscope/analysis/prices'
import { NamedLocation } from '@tenantscope/graph-client/read/named-locations'
import { z } from 'zod'

import { isoTime } from '../../lib/iso-time.ts'
import * as directory from './graph-directory.ts'
import { key, list, mapOf, reference, text } from './graph-fields.ts'
import * as policies from './graph-policies.ts'
import { assignmentsOf, assignmentsOfRoles } from './graph-roles.ts'
import { ActiveUser, Dns } from './graph-usage.ts'

/** A tenant's objects by the names of design.md, as Graph v1.0 returned them. */
export type GraphObjects = Readonly<Record<string, unknown>>

/** The objects hold something that makes every verdict doubtful; the message says what. */
export class GraphObjectsError extends Error {
  override readonly name = 'GraphObjectsError'
}

const isIn = (names: readonly string[]) => (value: unknown) => names.includes(String(value))
const isAbsence = isIn(['noPermission', 'notLicensed', 'notInCloud', 'failed'])
const Unread = z.record(z.string(), z.custom<Absence>(isAbsence).catch('notRead'))

/** Returns the facts of a tenant. `now` is the time of the reading when the objects say none. */
export function factsOfGraph(objects: GraphObjects, now: Date): CheckFacts {
  const read = readerOf(objects)
  const parts = {
    ...directoryParts(read),
    ...policyParts(read),
    ...usageParts(read),
    ...roleAndApplicationParts(read),
  }
  return {
    parts: {
      ...parts,
      groupMembers: withoutHidden(withKnownMembers(parts), valueOf(parts.groups) ?? []),
    },
    unattributedUsageRows: (valueOf(parts.activeUsers) ?? []).filter(
      ({ isConcealed }) => isConcealed,
    ).length,
    licenseChoices: new Map(),
    prices: NO_PRICES,
    emergencyAccounts: new Set(valueOf(read.list('emergencyAccounts', reference)) ?? []),
    asOf: timeOf(objects['asOf']) ?? now,
  }
}

function timeOf(value: unknown): Date | null {
  if (value === null || value === undefined) return null
  const time = typeof value === 'string' ? isoTime(value) : null
  if (time === null) throw new GraphObjectsError('asOf is not a time in ISO 8601')
  return time
}

type Reader = ReturnType<typeof readerOf>

function readerOf(objects: GraphObjects) {
  const unread = Unread.safeParse(objects['unread']).data ?? {}

  /** An object that cannot be read makes its part `failed`, so that it is never silently dropped. */
  function read<Value>(name: string, schema: z.ZodType<Value>, given: unknown): Part<Value> {
    if (Object.hasOwn(unread, name)) return { absent: unread[name] ?? 'notRead' }
    if (given === undefined) return { absent: 'notRead' }
    const result = parsed(schema, given)
    return result === null ? { absent: 'failed' } : { value: result.value }
  }
  const givenOf = (name: string): unknown =>
    Object.hasOwn(objects, name) ? objects[name] : undefined

  return {
    /** What is a list or a map in Graph: null is an empty one. */
    value: <Value>(name: string, schema: z.ZodType<Value>) => read(name, schema, givenOf(name)),
    list: <Item extends z.ZodType>(name: string, item: Item): Part<z.output<Item>[]> =>
      read<z.output<Item>[]>(name, list(item), givenOf(name)),
    /** What is one object in Graph: null was not read. Graph returns the organization in a list. */
    one<Value>(name: string, schema: z.ZodType<Value>): Part<Value> {
      const given = givenOf(name)
      return read(name, schema, (Array.isArray(given) ? given[0] : given) ?? undefined)
    },
  }
}

function parsed<Value>(schema: z.ZodType<Value>, given: unknown): { value: Value } | null {
  try {
    const { success, data } = schema.safeParse(given)
    return success ? { value: data } : null
  } catch (error) {
    // An object that is nested deeper than the stack.
    if (error instanceof RangeError) return null
    throw error
  }
}

const directoryParts = (read: Reader) => ({
  organization: read.one('organization', directory.Organization),
  subscribedSkus: read.list('subscribedSkus', directory.Sku),
  subscriptions: read.list('subscriptions', directory.Subscription),
  domains: read.list('domains', directory.Domain),
  users: read.list('users', directory.User),
  groups: read.list('groups', directory.Group),
  groupMembers: read.value('groupMembers', mapOf(list(reference))),
  devices: read.list('devices', directory.Device),
  deletedObjects: mapPart(read.list('deletedObjectIds', reference), (ids) => new Set(ids)),
})

const policyParts = (read: Reader) => ({
  policies: read.list('conditionalAccessPolicies', policies.Policy),
  namedLocations: read.list('namedLocations', NamedLocation),
  securityDefaults: read.one('securityDefaults', policies.SecurityDefaults),
  methodsPolicy: read.one('authenticationMethodsPolicy', policies.MethodsPolicy),
  authorizationPolicy: read.one('authorizationPolicy', policies.AuthorizationPolicy),
  adminConsentRequestPolicy: read.one(
    'adminConsentRequestPolicy',
    policies.AdminConsentRequestPolicy,
  ),
  appManagementPolicy: read.one('defaultAppManagementPolicy', policies.AppManagementPolicy),
  crossTenantDefault: read.one('crossTenantAccessPolicyDefault', policies.CrossTenantDefault),
  timeoutPolicies: read.list('activityBasedTimeoutPolicies', policies.TimeoutPolicy),
  groupSettings: read.list('groupSettings', policies.GroupSetting),
})

const usageParts = (read: Reader) => ({
  registrationDetails: read.list('userRegistrationDetails', directory.Registration),
  signInActivity: read.list('signInActivity', directory.SignIn),
  activeUsers: read.list('activeUserDetail', ActiveUser),
  perUserMfa: read.list('perUserMfaStates', directory.PerUserMfa),
  dns: read.value('dns', Dns),
})

function roleAndApplicationParts(read: Reader) {
  const servicePrincipals = read.list('servicePrincipals', directory.ServicePrincipal)
  const roleDefinitions = read.list('roleDefinitions', directory.RoleDefinition)
  return {
    servicePrincipals,
    roleDefinitions,
    roleAssignments: roleAssignmentsOf(read, valueOf(roleDefinitions) ?? []),
    applications: read.list('applications', directory.Application),
    applicationOwners: read.value('applicationOwners', mapOf(list(reference))),
    delegatedGrants: read.list('oauth2PermissionGrants', directory.DelegatedGrant),
    appRoleAssignments: mapPart(
      read.list('appRoleAssignments', directory.AppRoleAssignment),
      (rows) => {
        const nameById = permissionNames(valueOf(servicePrincipals) ?? [])
        return rows.map((row) => ({ ...row, permission: nameById.get(row.appRoleId) ?? null }))
      },
    ),
  }
}

/** Assignments, or what the activated roles show where those are absent. */
function roleAssignmentsOf(
  read: Reader,
  definitions: Parameters<typeof assignmentsOf>[1],
): Part<PartValues['roleAssignments']> {
  const assignments = read.list('roleAssignments', directory.RoleAssignment)
  const kindById = kindsOf(read)
  if ('value' in assignments)
    return { value: assignmentsOf(assignments.value, definitions, kindById) }
  const roles = valueOf(read.list('directoryRoles', directory.DirectoryRole))
  const byRoles = roles && assignmentsOfRoles(roles, kindById)
  return byRoles === null ? assignments : { value: byRoles }
}

const Identified = z.object({ id: key, '@odata.type': text })
const KINDS = [
  ['users', 'user'],
  ['groups', 'group'],
  ['servicePrincipals', 'servicePrincipal'],
] as const

/** The kinds of objects by id. Groups whose members were read are groups. */
function kindsOf(read: Reader): ReadonlyMap<string, string> {
  const groups = valueOf(read.value('groupMembers', mapOf(z.unknown())))?.keys() ?? []
  return new Map([
    ...Array.from(groups, (id): [string, string] => [id, 'group']),
    ...KINDS.flatMap(([name, kind]) =>
      (valueOf(read.list(name, Identified)) ?? []).map(
        ({ id, '@odata.type': type }): [string, string] => [
          id,
          isAgentType(type) ? 'agentUser' : kind,
        ],
      ),
    ),
  ])
}

/** Names of application permissions by id: Microsoft Graph's, and those of the resources that were read. */
function permissionNames(
  resources: readonly z.infer<typeof directory.ServicePrincipal>[],
): ReadonlyMap<string, string | null> {
  return new Map([
    ...resources.flatMap(({ appRoles }) =>
      (appRoles ?? []).map(({ id, value }): [string, string | null] => [id, value ?? null]),
    ),
    ...Array.from(PERMISSION_IDS, ([name, id]): [string, string] => [id, name]),
  ])
}

function mapPart<From, To>(part: Part<From>, map: (value: From) => To): Part<To> {
  return 'value' in part ? { value: map(part.value) } : part
}

/**
 * A deleted group has no members. A group that a policy names and that is not among the groups of the
 * tenant was deleted, as `ca.dead-references` says; one that is among them and without members was not read.
 */
function withKnownMembers({
  groupMembers,
  groups,
  policies: read,
  deletedObjects,
}: Pick<
  CheckFacts['parts'],
  'groupMembers' | 'groups' | 'policies' | 'deletedObjects'
>): CheckFacts['parts']['groupMembers'] {
  const existing = mapPart(groups, (rows) => new Set(rows.map(({ id }) => id)))
  const named = groupsNamedBy({ policies: valueOf(read), roles: null })
  const missing = named.filter((id) => valueOf(existing)?.has(id.toLowerCase()) === false)
  const deleted = [...(valueOf(deletedObjects) ?? []), ...missing]
  const none = deleted.map((id): [string, string[]] => [id.toLowerCase(), []])
  return mapPart(groupMembers, (known) => new Map([...none, ...known]))
}

/** Microsoft returns an empty list for a group that hides its members, also within other groups. */
function withoutHidden(
  members: CheckFacts['parts']['groupMembers'],
  groups: readonly GroupFacts[],
): CheckFacts['parts']['groupMembers'] {
  const hidden = new Set(groups.filter(hidesMembers).map(({ id }) => id))
  if (hidden.size === 0) return members
  const isHidden = (id: string, ids: readonly string[]): boolean =>
    (ids.length === 0 && hidden.has(id)) || ids.some((member) => hidden.has(member))
  return mapPart(
    members,
    (known) =>
      new Map(Array.from(known, ([id, ids]) => [id, ids && isHidden(id, ids) ? null : ids])),
  )
}

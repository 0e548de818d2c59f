import type { Group, Person, ServicePrincipal, Tenant } from '../../world/types.ts'
import { passwordsOf, servicePrincipalsOf } from '../applications/service-principal-rows.ts'
import type { GraphCall } from '../engine/call.ts'
import type { EntityShape } from '../query/projection.ts'
import type { RoleTemplate } from '../roles/role-catalog.ts'

/** What may be a member, an owner or a principal, in one row; @odata.type names the kind. */
export interface DirectoryObject {
  readonly type: 'user' | 'agentUser' | 'group' | 'servicePrincipal' | 'agentIdentity'
  readonly id: string
  readonly [property: string]: unknown
}

const DEFAULTS = [
  'id',
  'deletedDateTime',
  'businessPhones',
  'displayName',
  'description',
  'givenName',
  'jobTitle',
  'mail',
  'mobilePhone',
  'officeLocation',
  'preferredLanguage',
  'surname',
  'userPrincipalName',
  'groupTypes',
  'mailEnabled',
  'mailNickname',
  'securityEnabled',
  'visibility',
  'appId',
  'servicePrincipalType',
]
/** Returned only when selected. */
const FURTHER = [
  'accountEnabled',
  'userType',
  'onPremisesSyncEnabled',
  'isAssignableToRole',
  'passwordCredentials',
  'keyCredentials',
]

/** A property that a row's type does not have is left out of that row. */
export const DIRECTORY_OBJECT: EntityShape<DirectoryObject> = {
  typeName: 'microsoft.graph.directoryObject',
  annotations: { '@odata.type': ({ type }) => `#microsoft.graph.${type}` },
  defaults: DEFAULTS,
  properties: Object.fromEntries(
    [...DEFAULTS, ...FURTHER].map((name) => [name, (row: DirectoryObject) => row[name]]),
  ),
}

/** Returns an object as $expand does: with every property that its type has here. */
export function wholeObject(row: DirectoryObject, call: GraphCall): Record<string, unknown> {
  const properties = Object.entries(DIRECTORY_OBJECT.properties)
    .map(([name, read]) => [name, read(row, call)] as const)
    .filter(([, value]) => value !== undefined)
  return { '@odata.type': `#microsoft.graph.${row.type}`, ...Object.fromEntries(properties) }
}

/** The person, group or service principal of that id; undefined when the directory has none. */
export function findObject(call: GraphCall, id: string): DirectoryObject | undefined {
  const person = call.tenant.people.find((each) => each.id === id)
  if (person) return userObject(person)
  const group = call.tenant.groups.find((each) => each.id === id)
  if (group) return groupObject(group, call.tenant)
  const principal = servicePrincipalsOf(call).find((each) => each.id === id)
  return principal && servicePrincipalObject(principal, call.now)
}

export function userObject(person: Person): DirectoryObject {
  return {
    type: person.agentOf === undefined ? 'user' : 'agentUser',
    id: person.id,
    businessPhones: person.businessPhones,
    displayName: person.displayName,
    givenName: person.givenName,
    jobTitle: person.jobTitle,
    mail: person.mail,
    mobilePhone: person.mobilePhone,
    officeLocation: person.officeLocation,
    preferredLanguage: person.preferredLanguage,
    surname: person.surname,
    userPrincipalName: person.userPrincipalName,
    accountEnabled: person.accountEnabled,
    userType: person.userType,
    onPremisesSyncEnabled: person.onPremisesSyncEnabled,
  }
}

export function groupObject(group: Group, tenant: Tenant): DirectoryObject {
  const { isUnified, membershipRule, mailNickname } = group
  return {
    type: 'group',
    id: group.id,
    deletedDateTime: null,
    displayName: group.displayName,
    description: group.description,
    groupTypes: [
      ...(membershipRule === null ? [] : ['DynamicMembership']),
      ...(isUnified ? ['Unified'] : []),
    ],
    mail: isUnified ? `${mailNickname}@${tenant.defaultDomainName}` : null,
    mailEnabled: isUnified,
    mailNickname,
    securityEnabled: !isUnified,
    visibility: group.visibility,
    isAssignableToRole: group.isAssignableToRole ? true : null,
    onPremisesSyncEnabled: null,
  }
}

/** Microsoft's description of a role, in one sentence. */
export function roleDescription({ displayName }: RoleTemplate): string {
  return `Members of this role have the permissions of the ${displayName}.`
}

function servicePrincipalObject(principal: ServicePrincipal, now: number): DirectoryObject {
  return {
    type: principal.isAgent === true ? 'agentIdentity' : 'servicePrincipal',
    id: principal.id,
    deletedDateTime: null,
    displayName: principal.displayName,
    appId: principal.appId,
    accountEnabled: principal.accountEnabled,
    servicePrincipalType: 'Application',
    passwordCredentials: passwordsOf(principal, now),
    keyCredentials: [],
  }
}

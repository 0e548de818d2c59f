import { appRoleIdOf } from '@tenantscope/graph-sim/graph/applications/graph-permissions'
import {
  graphPrincipalId,
  servicePrincipalsOf,
} from '@tenantscope/graph-sim/graph/applications/service-principal-rows'
import { dayFrom } from '@tenantscope/graph-sim/graph/engine/dates'
import { derivedGuid, derivedToken } from '@tenantscope/graph-sim/graph/engine/derived-ids'
import { ROLE_CATALOG } from '@tenantscope/graph-sim/graph/roles/role-catalog'
import type { RoleTemplate } from '@tenantscope/graph-sim/graph/roles/role-catalog'
import { heldRolesOf } from '@tenantscope/graph-sim/graph/roles/role-objects'
import { hasErrors } from '@tenantscope/graph-sim/world/change-licenses'
import { invitationChangedAt } from '@tenantscope/graph-sim/world/invitations'
import { seatsTaken } from '@tenantscope/graph-sim/world/licenses'
import type { Group, Person, Subscription, Tenant, World } from '@tenantscope/graph-sim/world/types'

import { application, servicePrincipal } from './applications-oracle.ts'
import { membersOfNamedGroups, personKind } from './group-members-oracle.ts'
import { KEPT_OF_POLICIES, KEPT_OF_SETTINGS, keptObject, keptOf } from './kept-properties.ts'
import { assignments, holdersBySku } from './licenses-oracle.ts'
import type { Rows } from './visible-rows.ts'

const MINUTES_SINCE_SYNC = 20
const DIRECTORY_OBJECTS_MAX = 300_000

/** The current directory, the identity of the caller, and the time. */
export interface Asked {
  readonly world: World
  readonly tenant: Tenant
  /** The application permissions in the token. */
  readonly roles: readonly string[]
  readonly now: number
}

/**
 * What a complete reading of the simulated directory must have stored, table by table, without a look at
 * the product's own code. `unread` are the parts that could not be read.
 */
export function expectedRows(asked: Asked, unread: ReadonlySet<string>): Record<string, Rows> {
  const { tenant } = asked
  const unless = (part: string, rows: () => Rows): Rows => (unread.has(part) ? [] : rows())
  return {
    directory_organizations: [organization(asked)],
    directory_domains: unless('domains', () => domains(tenant)),
    directory_skus: unless('licenses', () => tenant.subscriptions.map((each) => sku(tenant, each))),
    directory_subscriptions: unless('subscriptions', () =>
      tenant.subscriptions.map((each) => subscription(asked, each)),
    ),
    directory_users: unless('users', () => tenant.people.map(user)),
    directory_license_assignments: unless('users', () => assignments(tenant)),
    generation_sku_holders: unless('users', () => holdersBySku(tenant)),
    directory_groups: unless('groups', () => tenant.groups.map((each) => group(tenant, each))),
    directory_group_members: unless('groupMembers', () => membersOfNamedGroups(asked, unread)),
    directory_policies: unless('policies', () => tenant.policies.map(policy)),
    directory_named_locations: unless('namedLocations', () => namedLocations(tenant)),
    directory_settings: settings(tenant, unread),
    directory_role_assignments: unless('roles', () => roleAssignments(asked)),
    directory_role_definitions: unless('roles', () => ROLE_CATALOG.map(roleDefinition)),
    directory_service_principals: unless('grants', () =>
      servicePrincipalsOf(asked).map((given) => servicePrincipal(asked, given)),
    ),
    directory_applications: unless('applications', () =>
      tenant.applications.map((each) => application(asked, each)),
    ),
    directory_delegated_grants: unless('grants', () => delegatedGrants(tenant)),
    directory_application_grants: unless('grants', () => applicationGrants(asked)),
  }
}

function organization({ tenant, roles, now }: Asked) {
  // Microsoft's page "Get organization": with User.Read.All alone only these have a value.
  const isWhole = roles.some((role) => /^(?:Organization|Directory)\.Read\.All$/.test(role))
  const few = {
    id: tenant.id,
    displayName: tenant.displayName,
    verifiedDomains: [
      { name: tenant.defaultDomainName, isDefault: true, isInitial: false },
      { name: tenant.initialDomainName, isDefault: false, isInitial: true },
    ],
  }
  if (!isWhole) return few
  const syncedAt = new Date(now - MINUTES_SINCE_SYNC * 60_000)
  return {
    ...few,
    createdDateTime: tenant.createdDateTime,
    countryLetterCode: tenant.place.countryCode,
    city: tenant.place.city,
    state: tenant.place.state,
    businessPhones: tenant.businessPhones,
    technicalNotificationMails: tenant.technicalNotificationMails,
    onPremisesSyncEnabled: tenant.onPremisesSyncEnabled,
    onPremisesLastSyncDateTime: tenant.onPremisesSyncEnabled ? syncedAt.toISOString() : null,
    quotaUsed: tenant.people.length + tenant.groups.length,
    quotaTotal: DIRECTORY_OBJECTS_MAX,
  }
}

function domains({ defaultDomainName, initialDomainName }: Tenant) {
  const common = { isVerified: true, authenticationType: 'Managed' }
  return [
    {
      ...common,
      name: defaultDomainName,
      isDefault: true,
      isInitial: false,
      supportedServices: ['Email', 'OfficeCommunicationsOnline'],
    },
    { ...common, name: initialDomainName, isDefault: false, isInitial: true },
  ]
}

function sku({ people }: Tenant, subscription: Subscription) {
  const { sku, enabled, warning, suspended, lockedOut } = subscription
  return {
    skuId: sku.skuId,
    skuPartNumber: sku.skuPartNumber.trim(),
    appliesTo: sku.appliesTo,
    capabilityStatus: subscription.capabilityStatus,
    consumedUnits: seatsTaken(people, sku),
    enabledUnits: enabled,
    warningUnits: warning,
    suspendedUnits: suspended,
    lockedOutUnits: lockedOut,
    servicePlans: sku.servicePlans.map(({ id, name }) => ({
      servicePlanId: id,
      servicePlanName: name,
    })),
    subscriptionIds: [subscription.subscriptionId],
  }
}

function subscription({ world, tenant, now }: Asked, bought: Subscription) {
  const { enabled, warning, suspended, lockedOut, renewsInDays } = bought
  return {
    id: bought.subscriptionId,
    commerceSubscriptionId: derivedGuid('commerce', bought.subscriptionId),
    skuId: bought.sku.skuId,
    skuPartNumber: bought.sku.skuPartNumber,
    status: bought.capabilityStatus,
    isTrial: bought.isTrial,
    totalLicenses: enabled + warning + suspended + lockedOut,
    createdDateTime: bought.createdDateTime,
    nextLifecycleDateTime: renewsInDays === null ? null : dayFrom(now, renewsInDays),
    ownerTenantId: tenant.kind === 'csp' ? world.partner.id : null,
  }
}

function user(person: Person) {
  return {
    id: person.id,
    objectType: person.agentOf === undefined ? null : 'agentUser',
    displayName: person.displayName,
    userPrincipalName: person.userPrincipalName,
    mail: person.mail,
    jobTitle: person.jobTitle,
    department: person.department,
    accountEnabled: person.accountEnabled,
    userType: person.userType,
    externalUserState: person.externalUserState,
    externalUserStateChangeDateTime: invitationChangedAt(person),
    onPremisesSyncEnabled: person.onPremisesSyncEnabled,
    createdDateTime: person.createdDateTime,
    usageLocation: person.usageLocation,
    passwordPolicies: person.passwordPolicies,
  }
}

function group(tenant: Tenant, given: Group) {
  const { isUnified, membershipRule, assignedSkuIds } = given
  const licensed = {
    licenseProcessingState: 'ProcessingComplete',
    hasMembersWithLicenseErrors: hasErrors(tenant, given),
  }
  return {
    id: given.id,
    displayName: given.displayName,
    securityEnabled: !isUnified,
    mailEnabled: isUnified,
    visibility: given.visibility,
    groupTypes: [
      ...(isUnified ? ['Unified'] : []),
      ...(membershipRule === null ? [] : ['DynamicMembership']),
    ],
    membershipRule,
    isAssignableToRole: given.isAssignableToRole ? true : null,
    assignedSkuIds,
    ...(assignedSkuIds.length > 0 ? licensed : {}),
  }
}

/** Conditions that Microsoft added later are kept by their names. */
function policy(given: Tenant['policies'][number]) {
  const kept = keptObject(given, KEPT_OF_POLICIES)
  const [all, known] = [membersOf(given['conditions']), membersOf(kept['conditions'])]
  const unknown = Object.keys(all).filter((name) => !NAMES_OF_CONDITIONS.includes(name))
  return unknown.length === 0 ? kept : { ...kept, conditions: { ...known, unknown } }
}

const NAMES_OF_CONDITIONS = Object.keys(membersOf(KEPT_OF_POLICIES['conditions']))

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const LOCATION_KINDS = new Map<unknown, string>([
  ['#microsoft.graph.ipNamedLocation', 'ip'],
  ['#microsoft.graph.countryNamedLocation', 'country'],
])

function namedLocations({ namedLocations: given }: Tenant) {
  return given.map((location) => ({
    id: location.id,
    displayName: location['displayName'],
    kind: LOCATION_KINDS.get(location['@odata.type']),
    isTrusted: location['isTrusted'],
    ipRanges: rangesOf(location['ipRanges']),
    countries: location['countriesAndRegions'],
    includesUnknownCountries: location['includeUnknownCountriesAndRegions'],
  }))
}

function rangesOf(ranges: unknown): unknown[] {
  if (!Array.isArray(ranges)) return []
  return ranges.map((range: { cidrAddress?: unknown }) => range.cidrAddress)
}

function settings({ settings: given }: Tenant, unread: ReadonlySet<string>) {
  return Object.entries(given)
    .filter(([kind]) => !unread.has(`settings/${kind}`))
    .map(([kind, value]: [string, unknown]) => ({
      kind,
      value: keptOf(value, KEPT_OF_SETTINGS[kind] ?? true),
    }))
}

function roleAssignments({ world, tenant }: Asked) {
  const principals = new Map<string, object>([
    ...tenant.people.map(
      (person) => [person.id, named(personKind(person), person.displayName)] as const,
    ),
    ...tenant.groups.map(({ id, displayName }) => [id, named('group', displayName)] as const),
    ...servicePrincipalsOf({ world, tenant }).map(
      ({ id, displayName, appId, hasPassword }) =>
        [
          id,
          {
            ...named('servicePrincipal', displayName),
            principalAppId: appId,
            principalHasPassword: hasPassword,
          },
        ] as const,
    ),
  ])
  return heldRolesOf(tenant).map(({ id, roleTemplateId, principalId }) => ({
    id,
    roleTemplateId,
    principalId,
    scope: '/',
    ...principals.get(principalId),
  }))
}

const roleDefinition = ({ id, displayName }: RoleTemplate) => {
  return { id, templateId: id, displayName, isBuiltIn: true, isEnabled: true }
}

const named = (principalKind: string, principalName: string) => ({ principalKind, principalName })

function delegatedGrants(tenant: Tenant) {
  return tenant.delegatedGrants.map(({ id, clientId, consentType, principalId, scope }) => ({
    id,
    clientId,
    consentType,
    principalId,
    resourceId: graphPrincipalId(tenant),
    scopes: scope.split(' ').filter((name) => name !== ''),
  }))
}

/** What the other apps were granted, and what our own was with the consent. */
function applicationGrants({ world, tenant }: Asked) {
  const { consent } = tenant
  const since = consent?.given ? new Date(consent.given.at).toISOString() : tenant.createdDateTime
  const own = (consent?.roles ?? []).map((permission) => ({
    principalId: consent?.servicePrincipalId ?? '',
    permission,
    createdDateTime: since,
  }))
  return servicePrincipalsOf({ world, tenant }).flatMap(({ id, displayName }) =>
    [...own, ...tenant.applicationGrants]
      .filter(({ principalId }) => principalId === id)
      .map(({ permission, createdDateTime }) => ({
        id: derivedToken('appRoleAssignment', id, permission),
        principalId: id,
        principalName: displayName,
        principalKind: 'ServicePrincipal',
        appRoleId: appRoleIdOf(permission),
        permission,
        createdDateTime,
      })),
  )
}

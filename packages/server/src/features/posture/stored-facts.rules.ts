import type { CheckFacts } from '@tenantscope/analysis/checks/facts'
import { valueOf } from '@tenantscope/analysis/coverage/facts'
import type { Absence, Part } from '@tenantscope/analysis/coverage/facts'
import {
  groupsNamedBy,
  hidesMembers,
  membersOfNamed,
} from '@tenantscope/analysis/coverage/named-groups'
import type { MalformedPart, TenantPart } from '@tenantscope/contract/parts'
import type { z } from 'zod'

import { list } from './graph-fields.ts'
import * as policies from './graph-policies.ts'
import * as stored from './stored-directory.ts'
import type { NightlyPart, NightlyReading, StoredFrame, StoredRows } from './stored-rows.ts'

type Parts = CheckFacts['parts']

/** Returns the facts of a tenant from its stored rows. */
export function factsOfStored(frame: StoredFrame, rows: StoredRows): CheckFacts {
  const sources = { frame, rows, part: partsOf(frame) }
  const parts = {
    ...directoryParts(sources),
    ...settingsParts(sources),
    ...roleParts(sources),
    ...applicationParts(sources),
    ...nightlyParts(sources),
    ...NOT_STORED,
  }
  return {
    parts: { ...parts, groupMembers: groupMembersOf(sources, parts) },
    unattributedUsageRows: unattributedIn(frame.nightly.usage),
    licenseChoices: licenseChoicesOf(frame),
    prices: frame.prices,
    emergencyAccounts: new Set(frame.emergencyAccounts.map((id) => id.toLowerCase())),
    asOf: frame.asOf,
  }
}

function licenseChoicesOf({ licenseChoices }: StoredFrame): CheckFacts['licenseChoices'] {
  return new Map(
    licenseChoices.map((stored) => {
      const { firstDiscovered, lastSeen } = stored
      const dates = {
        firstDiscovered: firstDiscovered.toISOString(),
        lastSeen: lastSeen.toISOString(),
      }
      return [stored.skuId, { ...stored, ...dates }]
    }),
  )
}

interface Sources {
  readonly frame: StoredFrame
  readonly rows: StoredRows
  readonly part: ReturnType<typeof partsOf>
}

const notRead: { readonly absent: Absence } = { absent: 'notRead' }

const NOT_STORED = { deletedObjects: notRead } as const

const ABSENCES: Readonly<Record<string, Absence>> = {
  PERMISSION_MISSING: 'noPermission',
  NOT_LICENSED: 'notLicensed',
  NOT_IN_CLOUD: 'notInCloud',
  SWITCHED_OFF: 'notRead',
  NOT_NEEDED: 'notRead',
  TOO_MANY: 'notRead',
}

const absenceOf = (code: string | null): Absence =>
  code === null ? 'notRead' : (ABSENCES[code] ?? 'failed')

/** A row that was left out could be the one that decides, so a part with one is not used. */
function partsOf({ failures, malformedRows }: StoredFrame) {
  const codes = new Map<MalformedPart, string>(failures.map(({ part, code }) => [part, code]))
  const malformed = new Set(malformedRows.map(({ part }) => part))
  return function part<Value>(name: MalformedPart, valueFrom: () => Value): Part<Value> {
    const code = codes.get(name)
    if (code !== undefined) return { absent: absenceOf(code) }
    return malformed.has(name) ? { absent: 'failed' } : { value: valueFrom() }
  }
}

function directoryParts({ rows, part }: Sources) {
  const [organization] = rows.directoryOrganizations
  return {
    organization: organization
      ? part('organization', () => stored.organizationOf(organization))
      : notRead,
    subscribedSkus: part('licenses', () => rows.directorySkus.map(stored.skuOf)),
    subscriptions: part('subscriptions', () =>
      rows.directorySubscriptions.map(stored.subscriptionOf),
    ),
    domains: part('domains', () => rows.directoryDomains.map(stored.domainOf)),
    users: part('users', () =>
      stored.usersOf(rows.directoryUsers, rows.directoryLicenseAssignments),
    ),
    groups: part('groups', () => rows.directoryGroups.map(stored.groupOf)),
    policies: part('policies', () => rows.directoryPolicies.map(stored.policyOf)),
    namedLocations: part('namedLocations', () =>
      rows.directoryNamedLocations.map(stored.namedLocationOf),
    ),
  }
}

/** Kinds of settings that are lists: only of these a row can be left out. */
const LISTS: readonly string[] = ['activityBasedTimeoutPolicies', 'groupSettings']

function settingsParts({ frame, rows }: Sources) {
  /** A kind that could not be read has no row; its part says why. */
  function setting<Value>(kind: string, part: TenantPart, schema: z.ZodType<Value>): Part<Value> {
    const row = rows.directorySettings.find((each) => each.kind === kind)
    const failure = frame.failures.find((each) => each.part === part)
    if (row === undefined) return { absent: absenceOf(failure?.code ?? null) }
    const hasGaps = LISTS.includes(kind) && frame.malformedRows.some((each) => each.part === part)
    const { success, data } = schema.safeParse(row.value)
    return success && !hasGaps ? { value: data } : { absent: 'failed' }
  }
  return {
    securityDefaults: setting('securityDefaults', 'settings', policies.SecurityDefaults),
    methodsPolicy: setting(
      'authenticationMethodsPolicy',
      'authenticationMethods',
      policies.MethodsPolicy,
    ),
    authorizationPolicy: setting('authorizationPolicy', 'settings', policies.AuthorizationPolicy),
    adminConsentRequestPolicy: setting(
      'adminConsentRequestPolicy',
      'settings',
      policies.AdminConsentRequestPolicy,
    ),
    appManagementPolicy: setting(
      'defaultAppManagementPolicy',
      'settings',
      policies.AppManagementPolicy,
    ),
    crossTenantDefault: setting(
      'crossTenantAccessDefault',
      'settings',
      policies.CrossTenantDefault,
    ),
    timeoutPolicies: setting(
      'activityBasedTimeoutPolicies',
      'settings',
      list(policies.TimeoutPolicy),
    ),
    groupSettings: setting('groupSettings', 'groupSettings', list(policies.GroupSetting)),
  }
}

const roleParts = ({ rows, part }: Sources) => ({
  roleDefinitions: part('roles', () => rows.directoryRoleDefinitions.map(stored.roleDefinitionOf)),
  roleAssignments: part('roles', () =>
    stored.assignmentsOf(rows.directoryRoleAssignments, rows.directoryRoleDefinitions),
  ),
})

const applicationParts = ({ rows, part }: Sources) => ({
  servicePrincipals: part('grants', () =>
    rows.directoryServicePrincipals.map(stored.servicePrincipalOf),
  ),
  applications: part('applications', () => rows.directoryApplications.map(stored.applicationOf)),
  delegatedGrants: part('grants', () => rows.directoryDelegatedGrants.map(stored.delegatedGrantOf)),
  appRoleAssignments: part('grants', () =>
    rows.directoryApplicationGrants.map(stored.appRoleAssignmentOf),
  ),
})

function nightlyParts({ frame, rows }: Sources) {
  function nightly<Value>(
    name: NightlyPart,
    valueFrom: (reading: Exclude<NightlyReading, { failureCode: unknown }>) => Value,
  ): Part<Value> {
    const reading = frame.nightly[name]
    if ('failureCode' in reading) return { absent: absenceOf(reading.failureCode) }
    return reading.hasMalformedRows ? { absent: 'failed' } : { value: valueFrom(reading) }
  }
  return {
    registrationDetails: nightly('registrations', () =>
      rows.activityRegistrations.map(stored.registrationOf),
    ),
    signInActivity: nightly('signIns', () => rows.activitySignIns.map(stored.signInOf)),
    activeUsers: nightly('usage', (reading) =>
      rows.activityUsage.map((row) => stored.activeUserOf(row, reading)),
    ),
    devices: nightly('devices', () => rows.activityDevices.map(stored.deviceOf)),
    applicationOwners: nightly('owners', () => stored.ownersOf(rows.activityOwners)),
    perUserMfa: nightly('perUserMfa', () => rows.activityPerUserMfa.map(stored.perUserMfaOf)),
    dns: nightly('dns', () => rows.activityDns.map(stored.dnsOf)),
  }
}

/** Members are stored of groups that policies or roles name. */
function groupMembersOf(
  { rows, part }: Sources,
  read: Pick<Parts, 'policies' | 'roleAssignments' | 'groups'>,
): Parts['groupMembers'] {
  const naming = { policies: valueOf(read.policies), roles: valueOf(read.roleAssignments) }
  // Where it was not read which groups hide their members, an empty one may.
  const groups =
    'value' in read.groups
      ? rows.directoryGroups.filter(hidesMembers).map(({ id }) => id)
      : groupsNamedBy(naming)
  return part('groupMembers', () =>
    membersOfNamed(naming, {
      stored: stored.membersOf(rows.directoryGroupMembers),
      ...stored.hiddenGroupsOf(groups, rows.directoryGroupMembers),
    }),
  )
}

const unattributedIn = (reading: NightlyReading): number =>
  'readingId' in reading ? reading.unattributedRows : 0

import type { TenantPolicies, TenantPolicy } from '@tenantscope/contract/policies'
import type { MfaVerdict } from '@tenantscope/contract/tenants'

import { counted } from './counted.ts'

type Names = readonly string[] | null | undefined

/** The parts of Microsoft's conditionalAccessPolicy that are judged; any of them may be null or absent. */
export interface PolicyFacts {
  readonly id: string
  readonly displayName: string
  readonly state: string
  readonly conditions: {
    readonly users?: {
      readonly includeUsers?: Names
      readonly includeGroups?: Names
      readonly includeRoles?: Names
      readonly excludeRoles?: Names
      readonly includeGuestsOrExternalUsers?: unknown
    } | null
    readonly applications?: {
      readonly includeApplications?: Names
      readonly excludeApplications?: Names
    } | null
    readonly userRiskLevels?: Names
    readonly signInRiskLevels?: Names
    readonly clientAppTypes?: Names
    readonly insiderRiskLevels?: string | null
    readonly platforms?: {
      readonly includePlatforms?: Names
      readonly excludePlatforms?: Names
    } | null
    readonly locations?: {
      readonly includeLocations?: Names
      readonly excludeLocations?: Names
    } | null
    readonly devices?: unknown
    readonly authenticationFlows?: unknown
  }
  readonly grantControls: {
    readonly operator?: string | null
    readonly builtInControls?: Names
    readonly authenticationStrength?: unknown
  } | null
}

/** Policies as a screen shows them, with counts by state; a state that is not known counts in the total only. */
export function describePolicies(policies: readonly PolicyFacts[]): TenantPolicies {
  return { summary: countPolicies(policies), conditionalAccess: policies.map(describePolicy) }
}

/** A policy's state in the words of screens; one that Microsoft adds is shown as it comes. */
export function policyStateLabel(state: string): string {
  return STATE_LABELS.get(state) ?? state
}

const STATE_LABELS: ReadonlyMap<string, string> = new Map([
  ['enabled', 'Enabled'],
  ['enabledForReportingButNotEnforced', 'Report Only'],
  ['disabled', 'Disabled'],
])

/** Counts by state. */
export function countPolicies(policies: readonly { state: string }[]): TenantPolicies['summary'] {
  const count = (state: string): number => policies.filter((each) => each.state === state).length
  return {
    total: policies.length,
    enabled: count('enabled'),
    disabled: count('disabled'),
    reportOnly: count('enabledForReportingButNotEnforced'),
  }
}

/**
 * Whether people must prove more than a password. Only enforced policies count: report-only does not,
 * nor does one that asks only at risk, at some places or with a way around the second factor.
 */
export function mfaVerdictOf(tenant: {
  /** Null when they could not be read. */
  policies: readonly PolicyFacts[] | null
  /** Conditional Access needs Entra ID P1: without it there is nothing to blame. */
  hasEntraP1: boolean
}): MfaVerdict {
  if (tenant.policies === null) return tenant.hasEntraP1 ? 'unknown' : 'notLicensed'
  if (tenant.policies.length === 0 && !tenant.hasEntraP1) return 'notLicensed'
  const withMfa = tenant.policies.filter((each) => each.state === 'enabled' && mentionsMfa(each))
  if (withMfa.some((each) => alwaysAsksForMfa(each) && coversEverything(each))) return 'required'
  return withMfa.length > 0 ? 'partial' : 'absent'
}

function describePolicy(policy: PolicyFacts): TenantPolicy {
  return {
    id: policy.id,
    displayName: policy.displayName,
    state: policy.state,
    appliesTo: appliesTo(policy),
    conditions: {
      users: { includeUsers: [...(policy.conditions.users?.includeUsers ?? [])] },
    },
  }
}

const NAMED_AUDIENCES = {
  All: 'All users',
  None: 'None',
  GuestsOrExternalUsers: 'Guests or external users',
} as const

/** 'All users', '3 users + 2 groups, 1 role' and the like (decisions.md, Licenses, last line). */
function appliesTo({ conditions: { users } }: PolicyFacts): string {
  const included = users?.includeUsers ?? []
  if (included.includes('All')) return NAMED_AUDIENCES.All
  const people = distinct(included).filter((id) => !Object.hasOwn(NAMED_AUDIENCES, id))
  const first = [
    ...(people.length > 0 ? [counted(people.length, 'user')] : []),
    ...(hasGuests(users) ? [NAMED_AUDIENCES.GuestsOrExternalUsers] : []),
  ]
  const further = [
    ...countedUnlessNone(users?.includeGroups, 'group'),
    ...countedUnlessNone(users?.includeRoles, 'role'),
  ]
  const parts = [first.join(', '), further.join(', ')].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' + ') : NAMED_AUDIENCES.None
}

function hasGuests(users: PolicyFacts['conditions']['users']): boolean {
  return (
    (users?.includeUsers ?? []).includes('GuestsOrExternalUsers') ||
    (users?.includeGuestsOrExternalUsers ?? null) !== null
  )
}

function countedUnlessNone(ids: Names, noun: string): string[] {
  const count = distinct(ids).length
  return count > 0 ? [counted(count, noun)] : []
}

/** Nobody is counted twice, and a blank is nobody. */
function distinct(ids: Names): string[] {
  return [...new Set(ids)].filter((id) => id.trim() !== '')
}

function mentionsMfa({ grantControls }: PolicyFacts): boolean {
  return (
    (grantControls?.builtInControls ?? []).includes('mfa') ||
    (grantControls?.authenticationStrength ?? null) !== null
  )
}

/** With OR and another control beside it, that other control is a way around the second factor. */
function alwaysAsksForMfa({ grantControls }: PolicyFacts): boolean {
  const others = (grantControls?.builtInControls ?? []).filter((control) => control !== 'mfa')
  return grantControls?.operator === 'AND' || others.length === 0
}

function coversEverything({ conditions }: PolicyFacts): boolean {
  return (
    coversEverybody(conditions) && coversEveryApplication(conditions) && !isNarrowed(conditions)
  )
}

/** People and groups that are left out are break-glass accounts; a role that is left out is a gap. */
function coversEverybody({ users }: PolicyFacts['conditions']): boolean {
  return isAllOf(users?.includeUsers, users?.excludeRoles, 'All')
}

function coversEveryApplication(conditions: PolicyFacts['conditions']): boolean {
  const { applications, clientAppTypes } = conditions
  return (
    isAllOf(applications?.includeApplications, applications?.excludeApplications, 'All') &&
    (isEmpty(clientAppTypes) || isAllOf(clientAppTypes, null, 'all'))
  )
}

/** Whether it asks only at risk, at some places, on some platforms or devices. */
function isNarrowed(conditions: PolicyFacts['conditions']): boolean {
  const { platforms, locations } = conditions
  return [
    ...[conditions.userRiskLevels, conditions.signInRiskLevels].map((levels) => !isEmpty(levels)),
    ...[conditions.insiderRiskLevels, conditions.devices, conditions.authenticationFlows].map(
      (part) => (part ?? null) !== null,
    ),
    platforms && !isAllOf(platforms.includePlatforms, platforms.excludePlatforms, 'all'),
    locations && !isAllOf(locations.includeLocations, locations.excludeLocations, 'All'),
  ].some(Boolean)
}

function isAllOf(included: Names, excluded: Names, all: string): boolean {
  return (included ?? []).includes(all) && isEmpty(excluded)
}

function isEmpty(names: Names): boolean {
  return (names?.length ?? 0) === 0
}

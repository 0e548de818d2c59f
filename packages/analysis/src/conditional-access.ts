import type { TenantPolicies, TenantPolicy } from '@tenantscope/contract/policies'

import { audienceOf } from './policy-details.ts'
import type { PolicySettings } from './policy-details.ts'

/** The fields of Microsoft's conditionalAccessPolicy that screens show; any may be null or absent. */
export interface PolicyFacts extends PolicySettings {
  readonly id: string
  readonly displayName: string
  readonly state: string
}

/** Returns policies for display, with counts by state; an unknown state counts only in the total. */
export function describePolicies(policies: readonly PolicyFacts[]): TenantPolicies {
  return { summary: countPolicies(policies), conditionalAccess: policies.map(describePolicy) }
}

/** Returns the label of a policy's state; a state that Microsoft adds later is returned unchanged. */
export function policyStateLabel(state: string): string {
  return STATE_LABELS.get(state) ?? state
}

const STATE_LABELS: ReadonlyMap<string, string> = new Map([
  ['enabled', 'Enabled'],
  ['enabledForReportingButNotEnforced', 'Report Only'],
  ['disabled', 'Disabled'],
])

/** Counts policies by state. */
export function countPolicies(policies: readonly { state: string }[]): TenantPolicies['summary'] {
  const count = (state: string): number => policies.filter((each) => each.state === state).length
  return {
    total: policies.length,
    enabled: count('enabled'),
    disabled: count('disabled'),
    reportOnly: count('enabledForReportingButNotEnforced'),
  }
}

function describePolicy(policy: PolicyFacts): TenantPolicy {
  return {
    id: policy.id,
    displayName: policy.displayName,
    state: policy.state,
    appliesTo: audienceOf(policy.conditions.users) || 'None',
    conditions: {
      users: { includeUsers: [...(policy.conditions.users?.includeUsers ?? [])] },
    },
  }
}

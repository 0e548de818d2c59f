import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'

/** What of two policies is compared. */
export const PolicyAspect = z.enum([
  'state',
  'included',
  'excluded',
  'resources',
  'conditions',
  'controls',
])
export type PolicyAspect = z.infer<typeof PolicyAspect>

const ComparedPolicy = z.object({
  id: z.string(),
  displayName: z.string(),
  /** Microsoft's value, including values not known yet. */
  state: z.string(),
})

/** A policy that only one of the tenants has, a line for each setting: 'Excluded groups: Sales'. */
const LonePolicy = ComparedPolicy.extend({ lines: z.array(z.string()) })
export type LonePolicy = z.infer<typeof LonePolicy>

/** A line for each setting: 'Groups: Sales, Marketing'. */
const PolicyDifference = z.object({
  aspect: PolicyAspect,
  here: z.array(z.string()),
  there: z.array(z.string()),
})

const PolicyPair = z.object({
  here: ComparedPolicy,
  there: ComparedPolicy,
  /** `settings`: the names differ, and the policies do the same. */
  matchedBy: z.enum(['name', 'settings']),
  differences: z.array(PolicyDifference),
  /** Aspects without a visible difference of which a part is not stored or not known. */
  notCompared: z.array(PolicyAspect),
})
export type PolicyPair = z.infer<typeof PolicyPair>

const ComparedPolicies = z.object({
  /** In both tenants; those that differ first. */
  pairs: z.array(PolicyPair),
  onlyHere: z.array(LonePolicy),
  onlyThere: z.array(LonePolicy),
})
export type ComparedPolicies = z.infer<typeof ComparedPolicies>

const ComparedTenant = z.object({
  tenantId: TenantId,
  displayName: z.string(),
  dataAsOf: z.iso.datetime().nullable(),
  /** False: the policies were never read, or could not be read. */
  isRead: z.boolean(),
  /** Policies that Microsoft sent in a form that cannot be read. */
  malformed: z.number().int(),
})
export type ComparedTenant = z.infer<typeof ComparedTenant>

export const PolicyComparison = z.object({
  here: ComparedTenant,
  there: ComparedTenant,
  /** Null: the policies of at least one tenant are not known. */
  policies: ComparedPolicies.nullable(),
})
export type PolicyComparison = z.infer<typeof PolicyComparison>

export const compareTenantPolicies = endpoint({
  name: 'compareTenantPolicies',
  summary: 'The Conditional Access policies of two tenants: in one only, or how they differ',
  method: 'GET',
  path: '/api/tenants/:tenantId/policies',
  access: 'signedIn',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  query: z.object({ compareWith: z.string('Choose a tenant').min(1, 'Choose a tenant').max(200) }),
  reply: PolicyComparison,
})

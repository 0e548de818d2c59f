import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { ObjectId, TenantId } from './ids.ts'
import { CheckSeverity, ShownVerdict } from './posture.ts'

/** One entry of a setting: an object of the tenant, or words when `id` is null. */
const PolicyItem = z.object({
  id: z.string().nullable(),
  /** Null: no name is stored for the id. */
  name: z.string().nullable(),
})
export type PolicyItem = z.infer<typeof PolicyItem>

/** One setting of a policy, for example 'Excluded groups'. */
export const PolicySetting = z.object({
  label: z.string(),
  /** The words, and the first 50 objects. */
  items: z.array(PolicyItem),
  /** How many objects there are beyond those listed. */
  more: z.number().int(),
})
export type PolicySetting = z.infer<typeof PolicySetting>

const settings = z.array(PolicySetting)

/** The settings of a policy in words, without what is not set. */
export const PolicySections = z.object({
  included: settings,
  excluded: settings,
  resources: settings,
  conditions: settings,
  access: settings,
  session: settings,
})
export type PolicySections = z.infer<typeof PolicySections>

/** Enabled people: members and guests without the declared emergency access accounts. */
const PeopleCounts = z.object({
  members: z.number().int(),
  guests: z.number().int(),
  emergencyAccounts: z.number().int(),
})
export type PeopleCounts = z.infer<typeof PeopleCounts>

/** Whom a policy reaches, whatever its state is. */
export const PolicyReach = z.object({
  reached: PeopleCounts,
  /** Included, and excluded as well. */
  excluded: PeopleCounts,
  /** It is not known whether the policy reaches them. */
  notKnown: PeopleCounts,
  /** All enabled people of the tenant. */
  total: PeopleCounts,
})
export type PolicyReach = z.infer<typeof PolicyReach>

/** A check whose stored evidence names the policy. */
const CheckOfPolicy = z.object({
  checkId: z.string(),
  title: z.string(),
  severity: CheckSeverity,
  verdict: ShownVerdict,
})

export const TenantPolicyPage = z.object({
  id: z.string(),
  displayName: z.string(),
  /** Microsoft's value, including values not known yet. */
  state: z.string(),
  createdAt: z.iso.datetime().nullable(),
  changedAt: z.iso.datetime().nullable(),
  dataAsOf: z.iso.datetime().nullable(),
  sections: PolicySections,
  /** Null: not known, because people or policies could not be read. */
  reach: PolicyReach.nullable(),
  checks: z.array(CheckOfPolicy),
})
export type TenantPolicyPage = z.infer<typeof TenantPolicyPage>

export const getTenantPolicy = endpoint({
  name: 'getTenantPolicy',
  summary:
    'One Conditional Access policy in words, whom it reaches, and the checks it is evidence of',
  method: 'GET',
  path: '/api/tenants/:tenantId/policies/:policyId',
  access: 'signedIn',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId, policyId: ObjectId }),
  reply: TenantPolicyPage,
})

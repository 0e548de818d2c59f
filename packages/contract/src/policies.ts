import { z } from 'zod'

/** A stored Conditional Access policy. `state` is Microsoft's value, including values not known yet. */
export const TenantPolicy = z.object({
  id: z.string(),
  displayName: z.string(),
  state: z.string(),
  /** For example '3 users + 2 groups', 'All users', 'None'. */
  appliesTo: z.string(),
  conditions: z.object({ users: z.object({ includeUsers: z.array(z.string()) }) }),
})
export type TenantPolicy = z.infer<typeof TenantPolicy>

export const TenantPolicies = z.object({
  summary: z.object({
    total: z.number().int(),
    enabled: z.number().int(),
    disabled: z.number().int(),
    reportOnly: z.number().int(),
  }),
  conditionalAccess: z.array(TenantPolicy),
})
export type TenantPolicies = z.infer<typeof TenantPolicies>

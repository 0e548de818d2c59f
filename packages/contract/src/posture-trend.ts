import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantGroupId } from './ids.ts'

/** The failed checks of all tenants that the caller may see, day by day. */
export const PostureTrend = z.object({
  /** Days of UTC, the oldest first; the last one is today. */
  days: z.array(z.iso.date()),
  /** For each day, the tenants that had been judged by its end. */
  tenants: z.array(z.number().int()),
  /** Checks that failed on one of the days. */
  checks: z.array(
    z.object({
      checkId: z.string(),
      /** For each day, the tenants on which the check failed at its end and the risk was not accepted. */
      failed: z.array(z.number().int()),
    }),
  ),
})
export type PostureTrend = z.infer<typeof PostureTrend>

export const getPostureTrend = endpoint({
  name: 'getPostureTrend',
  summary: 'On how many tenants each check failed, day by day, without accepted risks',
  method: 'GET',
  path: '/api/posture/trend',
  access: 'signedIn',
  query: z.object({
    days: z.coerce.number().int().min(2).max(90).default(90),
    /** Only the tenants of this group. */
    groupId: TenantGroupId.optional(),
  }),
  reply: PostureTrend,
})

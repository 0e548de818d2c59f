import { z } from 'zod'

export const PostureGrade = z.enum(['A', 'B', 'C', 'D', 'F'])
export type PostureGrade = z.infer<typeof PostureGrade>

/** The posture of a tenant in a list of tenants, as in the estate (docs/posture.md, Score). */
export const PostureSummary = z.object({
  /** Percent. Null: less than half of the weight was judged, or the tenant was not read for 7 days. */
  score: z.number().int().nullable(),
  grade: PostureGrade.nullable(),
  /** Failed critical checks; excepted ones do not count. */
  criticalFailed: z.number().int(),
  /** True when the tenant was not read for 7 days. */
  isOld: z.boolean(),
})
export type PostureSummary = z.infer<typeof PostureSummary>

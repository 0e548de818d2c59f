import { UseChoice } from '@tenantscope/contract/license-use'
import { LICENSE_USE } from '@tenantscope/contract/limits'
import { z } from 'zod'

/** The view, as the address contains it. Unknown values are ignored. */
export const UseSearch = z.object({
  /** Absent: 30 days. */
  days: z.coerce
    .number()
    .refine((days) => (LICENSE_USE.periods as readonly number[]).includes(days))
    .optional()
    .catch(undefined),
  /** Absent: people without use. */
  show: UseChoice.optional().catch(undefined),
})
export type UseSearch = z.infer<typeof UseSearch>

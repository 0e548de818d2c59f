import { z } from 'zod'

/** The columns that sort; the names stand in the address and are therefore stable. */
export const LicenseColumn = z.enum([
  'name',
  'visibility',
  'type',
  'price',
  'firstDiscovered',
  'lastSeen',
])
export type LicenseColumn = z.infer<typeof LicenseColumn>

/** What an administrator has chosen; a value that is not known counts as not chosen. */
export const LicensesSearch = z.object({
  // The router reads ?q=365 as a number.
  q: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined),
  visibility: z.enum(['visible', 'hidden']).optional().catch(undefined),
  type: z.enum(['paid', 'free']).optional().catch(undefined),
  /** Only SKUs without a known name. */
  unknown: z.literal(true).optional().catch(undefined),
  by: LicenseColumn.optional().catch(undefined),
  order: z.literal('desc').optional().catch(undefined),
})
export type LicensesSearch = z.infer<typeof LicensesSearch>

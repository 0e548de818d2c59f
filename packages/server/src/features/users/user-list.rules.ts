import { z } from 'zod'

/** The end of a page: the sort values of its last user. */
export const UserPlace = z.strictObject({
  isMicrosoft: z.boolean(),
  isNoAdministrator: z.boolean(),
  name: z.string().refine((name) => !name.includes('\0') && name.isWellFormed()),
  id: z.int().positive().max(2_147_483_647),
})
export type UserPlace = z.infer<typeof UserPlace>

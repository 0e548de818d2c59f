import { z } from 'zod'

export const Measured = z.object({
  statementsPerSecond: z.number(),
  writesPerSecond: z.number(),
  /** A result of 10,000 rows. */
  resultMs: z.number(),
  /** The longest time that the process served nothing while it received such results. */
  loopHeldMs: z.number(),
  /** Resident memory, with the engine's own process. */
  megabytes: z.number(),
  /** From SIGSEGV to the next response of the engine; null where only a new server brings it. */
  reopenMs: z.number().nullable(),
})
export type Measured = z.infer<typeof Measured>

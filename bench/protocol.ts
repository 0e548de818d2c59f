import { z } from 'zod'

/** The settings of a contender. */
export const Setting = z.object({
  endpoint: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  tenantIds: z.array(z.string()),
})
export type Setting = z.infer<typeof Setting>

/** The result of one run of a contender. */
export const Measurement = z.object({
  milliseconds: z.number(),
  cpuMilliseconds: z.number(),
  /** The number of rows read, to detect a contender that reads less. */
  rows: z.number(),
  /** Peak of the additional memory, sampled every few milliseconds. */
  peakMegabytes: z.number(),
})
export type Measurement = z.infer<typeof Measurement>

/** Reads everything that the settings name, in the contender's way. Returns the number of rows. */
export type Reading = (
  setting: Setting,
) => Promise<{ prepare?(): Promise<void>; read(): Promise<number> }>

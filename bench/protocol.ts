import { z } from 'zod'

/** What a contender is told when it starts. */
export const Setting = z.object({
  endpoint: z.url(),
  clientId: z.string(),
  clientSecret: z.string(),
  tenantIds: z.array(z.string()),
})
export type Setting = z.infer<typeof Setting>

/** What one run of a contender came to. */
export const Measurement = z.object({
  milliseconds: z.number(),
  cpuMilliseconds: z.number(),
  /** Rows that were read, so that nobody is fast by reading less. */
  rows: z.number(),
  /** The most memory in use beside what was in use before, looked at every few milliseconds. */
  peakMegabytes: z.number(),
})
export type Measurement = z.infer<typeof Measurement>

/** A contender's one way of reading: everything that the setting names; gives the number of rows. */
export type Reading = (
  setting: Setting,
) => Promise<{ prepare?(): Promise<void>; read(): Promise<number> }>

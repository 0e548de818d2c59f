import { z } from 'zod'

const TestFile = { project: z.string(), file: z.string() }

/** One line of the log that the reporter of Vitest writes, as JSON. */
export const LogLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('expected'), ...TestFile }),
  z.object({
    kind: z.literal('result'),
    ...TestFile,
    passed: z.number(),
    failures: z.array(z.object({ test: z.string().optional(), reason: z.string() })).readonly(),
  }),
  z.object({ kind: z.literal('crash'), signal: z.string() }),
  z.object({ kind: z.literal('problem'), message: z.string(), file: z.string().optional() }),
])
export type LogLine = z.infer<typeof LogLine>

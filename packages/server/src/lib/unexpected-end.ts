import { parseArgs } from 'node:util'

import { z } from 'zod'

/** The end of a process without a request to stop. */
export const UnexpectedEnd = z.object({
  at: z.iso.datetime().transform((text) => new Date(text)),
  /** A signal such as SIGSEGV, or null when it is unknown. */
  signal: z.string().nullable(),
})
export type UnexpectedEnd = z.infer<typeof UnexpectedEnd>

/** Exit code of a process that stopped for an error at run time, such as an engine that failed. */
export const FATAL_EXIT_CODE = 70

/** Returns the arguments that report the end of a process to the next one. */
export const argumentsOf = ({ at, signal }: UnexpectedEnd): string[] => [
  `--ended-at=${at.toISOString()}`,
  ...(signal === null ? [] : [`--ended-by=${signal}`]),
]

/** Returns the end that these arguments report, or null. */
export function unexpectedEndIn(args: readonly string[]): UnexpectedEnd | null {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { 'ended-at': { type: 'string' }, 'ended-by': { type: 'string' } },
  })
  const end = { at: values['ended-at'], signal: values['ended-by'] ?? null }
  return UnexpectedEnd.safeParse(end).data ?? null
}

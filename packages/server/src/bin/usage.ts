import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'

/** The command line is invalid; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Reads words and options in any order; throws a UsageError for an option that does not exist. */
export function parsed<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The options cannot be read')
  }
}

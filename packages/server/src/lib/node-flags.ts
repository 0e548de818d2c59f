import { setFlagsFromString } from 'node:v8'

/**
 * Flags of Node for each process that opens the embedded database. V8's collector can crash while code
 * of the compiler Sparkplug is on the stack (nodejs/node#62393). NODE_OPTIONS does not accept the flag.
 */
export const NODE_FLAGS: readonly string[] = ['--no-sparkplug']

/** Sets the flags in this process: it covers commands and tests that were started without them. */
export function applyNodeFlags(): void {
  for (const flag of NODE_FLAGS) setFlagsFromString(flag)
}

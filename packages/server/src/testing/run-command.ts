import type { Command } from '../bin/command.ts'

/** Runs an operator's command within the test's process; returns its exit code and what it printed. */
export async function runCommandHere(
  command: Command,
  { args, environment }: { args: readonly string[]; environment: NodeJS.ProcessEnv },
): Promise<{ code: number; output: string }> {
  const printed: string[] = []
  const print = (text: unknown) => void printed.push(`${String(text)}\n`)
  const { signal } = new AbortController()
  const code = await command(args, {
    environment,
    print,
    printError: print,
    abortOnSignals: () => signal,
  })
  return { code, output: printed.join('') }
}

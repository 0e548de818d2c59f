import { abortOnSignals, refusalMessage } from '../app/process.ts'

/** The parts of the process that a command uses; tests run commands in their own process. */
export interface CommandHost {
  readonly environment: NodeJS.ProcessEnv
  readonly print: (text: string) => void
  readonly printError: (text: unknown) => void
  /** Returns a signal that is aborted with the reason at SIGTERM or SIGINT. */
  readonly abortOnSignals: (reason: Error) => AbortSignal
}

/** Returns the exit code. */
export type Command = (args: readonly string[], host: CommandHost) => Promise<number>

/** Adds to a command: its usage for --help, and expected failures as texts without a stack. */
export const commandOf =
  (given: {
    usage: string
    run: Command
    /** Returns the text of a failure that only this command can explain. */
    reasonOf?: (error: unknown) => string | undefined
  }): Command =>
  async (args, host) => {
    try {
      if (!args.includes('--help')) return await given.run(args, host)
      host.print(given.usage)
      return 0
    } catch (error) {
      host.printError(given.reasonOf?.(error) ?? refusalMessage(error) ?? error)
      return 1
    }
  }

/** Runs a command with the arguments, environment and signals of this process. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await command(process.argv.slice(2), {
    environment: process.env,
    print: (text) => console.log(text),
    printError: (text) => console.error(text),
    abortOnSignals,
  })
}

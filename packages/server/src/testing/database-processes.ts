import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

import { reportCrash } from '../../../../tools/process-ends.ts'
import { NODE_FLAGS } from '../lib/node-flags.ts'

export type TestProcess = {
  readonly pid: number
  /** The next line that the process prints; rejects when it ends before. */
  nextLine(): Promise<string>
  kill(signal: NodeJS.Signals): Promise<void>
  signal(signal: NodeJS.Signals): void
}

/** Starts one of the scripts of this folder under the same Node. */
export function startScript(name: string, scriptArguments: string[]): TestProcess {
  const file = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, file, ...scriptArguments], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  reportCrash(child, name)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    pid: child.pid ?? 0,
    async nextLine() {
      const line = await lines.next()
      if (line.done === true) throw new Error(`${name} ended without another line`)
      return line.value
    },
    async kill(signal) {
      const ended = hasEnded(child)
      child.kill(signal)
      await ended
    },
    signal: (signal) => child.kill(signal),
  }
}

function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
  })
}

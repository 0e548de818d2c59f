import type { ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'

import { lastUnexpectedEndIn } from '../packages/server/src/lib/run-record.ts'
import type { Suite } from './test-runner/run.ts'

/** Names the file to which tests append unexpected ends of processes. */
const VARIABLE = 'TENANTSCOPE_PROCESS_ENDS'

/** Reports when a process of the product ends by a signal that its starter did not send. */
export function reportCrash(child: ChildProcess, name: string): void {
  child.once('exit', (_code, signal) => {
    // True after `kill`: this signal was asked for.
    if (signal !== null && !child.killed) reportEnd(`${name} ended by ${signal}`)
  })
}

/** Reports when a supervised server, which was started again, ended unexpectedly since a time. */
export async function reportRestart(dataDir: string, since: Date): Promise<void> {
  const end = await lastUnexpectedEndIn(dataDir)
  if (end !== null && end.at > since)
    reportEnd(`the server of ${dataDir} ended by ${end.signal ?? 'an unknown cause'}`)
}

/** Reports an end as a problem of the run; has no effect outside of the test runner. */
function reportEnd(text: string): void {
  const file = process.env[VARIABLE]
  if (file !== undefined) appendFileSync(file, `${text.replaceAll(/\s+/gu, ' ')}\n`)
}

/** Adds the ends that were reported during a run as problems, whatever its tests say. */
export function withProcessEnds(suite: Suite, file: string): Suite {
  return {
    name: suite.name,
    async run(files) {
      rmSync(file, { force: true })
      process.env[VARIABLE] = file
      const run = await suite.run(files)
      const ends = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
      return { ...run, problems: [...run.problems, ...ends] }
    },
  }
}

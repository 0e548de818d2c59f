import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

import { NODE_FLAGS } from '../lib/node-flags.ts'
import { argumentsOf, FATAL_EXIT_CODE } from '../lib/unexpected-end.ts'
import type { UnexpectedEnd } from '../lib/unexpected-end.ts'
import { isCrash, pauseBeforeRestart } from './restarts.rules.ts'
import type { ProcessEnd } from './restarts.rules.ts'

const isWindows = process.platform === 'win32'
/** Signals within this time are one: a terminal sends Ctrl+C to a whole group, and a starter passes it on. */
const SAME_SIGNAL_MS = 500

/**
 * Runs a program of the product and starts it again when it crashed. Passes signals on, and returns the
 * exit code: that of the program, or 70 after five restarts within ten minutes.
 */
export async function supervise(
  script: string,
  { logger }: { logger: Pick<Logger, 'error' | 'fatal'> },
): Promise<number> {
  const stopping = new AbortController()
  const crashes: number[] = []
  let child: ChildProcess | null = null
  let ended: UnexpectedEnd | null = null
  let signaledAt = -SAME_SIGNAL_MS
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (performance.now() - signaledAt < SAME_SIGNAL_MS) return
      signaledAt = performance.now()
      stopping.abort()
      // On Windows the console sends it to the program as well, and `kill` would end it at once.
      if (!isWindows) child?.kill(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM')
    })

  for (;;) {
    child = startProgram(script, ended)
    const end = await endOf(child)
    if (stopping.signal.aborted || !isCrash(end)) return end.code ?? 1
    ended = { at: new Date(), signal: end.signal }
    crashes.push(ended.at.getTime())
    const pauseMs = pauseBeforeRestart(crashes)
    if (pauseMs === null) {
      logger.fatal(end, 'the process ended unexpectedly too often and is not started again')
      return FATAL_EXIT_CODE
    }
    logger.error({ ...end, pauseMs }, 'the process ended unexpectedly and is started again')
    await delay(pauseMs, null, { signal: stopping.signal }).catch(() => undefined)
    if (stopping.signal.aborted) return 0
  }
}

function startProgram(script: string, ended: UnexpectedEnd | null): ChildProcess {
  const options = [...process.execArgv, ...NODE_FLAGS]
  return spawn(
    process.execPath,
    [...options, script, ...(ended === null ? [] : argumentsOf(ended))],
    {
      // The channel ends with this process, and the program with it (app/process.ts).
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // In its own process group: a terminal sends Ctrl+C only to this process, which passes it on once.
      detached: !isWindows,
    },
  )
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
}

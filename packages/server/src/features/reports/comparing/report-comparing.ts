import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import type { ReportDifferences } from '@tenantscope/analysis/report-comparison'
import type { Logger } from 'pino'

import { AppError } from '../../../lib/app-error.ts'
import { messageOf } from '../../../lib/thread-answer.ts'
import { interrupted } from '../../../lib/waiting.ts'
import { createPlaces } from '../writing/places.ts'

/** Compares the texts of two reports, the earlier one first. */
export type CompareTexts = (
  texts: readonly [string, string],
  signal: AbortSignal,
) => Promise<ReportDifferences>

/** Compares in a thread of its own, one comparison at a time; people ask for it too seldom to keep one. */
export function createReportComparing({ logger }: { logger: Pick<Logger, 'error'> }): CompareTexts {
  const places = createPlaces(1)
  return async (texts, signal) => {
    try {
      const leave = await places.take(signal, () => undefined)
      return await compareInThread(texts, signal).finally(leave)
    } catch (error) {
      if (signal.aborted) throw interrupted()
      logger.error({ err: error }, 'comparing reports failed')
      throw new AppError('INTERNAL', 'The reports could not be compared. Please try again.')
    }
  }
}

async function compareInThread(
  texts: readonly [string, string],
  signal: AbortSignal,
): Promise<ReportDifferences> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), { execArgv: [] })
  const send = async (): Promise<void> => {
    for (const text of texts) {
      await nextTurn()
      worker.postMessage(text, [])
    }
  }
  try {
    const [answer] = await Promise.all([messageOf(worker, signal), send()])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one message that worker.ts sends
    return answer as ReportDifferences
  } finally {
    void worker.terminate()
  }
}

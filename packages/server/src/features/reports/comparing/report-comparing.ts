import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import type { ReportDifferences } from '@tenantscope/analysis/report-comparison'

import { interrupted } from '../../../lib/waiting.ts'
import { createPlaces } from '../writing/places.ts'

/** Compares the texts of two reports, the earlier one first. */
export type CompareTexts = (
  texts: readonly [string, string],
  signal: AbortSignal,
) => Promise<ReportDifferences>

/** Compares in a thread of its own, one comparison at a time; people ask for it too seldom to keep one. */
export function createReportComparing(): CompareTexts {
  const places = createPlaces(1)
  return async (texts, signal) => {
    try {
      const leave = await places.take(signal, () => undefined)
      return await compareInThread(texts, signal).finally(leave)
    } catch (error) {
      throw signal.aborted ? interrupted() : error
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
    const [answer] = await Promise.all([once(worker, 'message', { signal }), send()])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one message that worker.ts sends
    return (answer as [ReportDifferences])[0]
  } finally {
    void worker.terminate()
  }
}

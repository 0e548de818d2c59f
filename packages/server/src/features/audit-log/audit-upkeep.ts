import type { Logger } from 'pino'

import type { AuditSealingService } from './sealing.service.ts'

/** A moment after an entry, so that a burst of them is sealed together. */
const AFTER_APPEND_MS = 50
/** For what other processes appended, and for transactions that took longer. */
const EVERY_MS = 500
const HEADS_EVERY_MS = 500
/** So many times as long as sealing took it rests, so that a flood of entries leaves the database to others. */
const REST = 2
const LONGEST_REST_MS = 1_000
const AFTER_FAILURE_MS = 15_000

/** Seals in the background, never in the way of who appends. */
export function createAuditUpkeep(deps: { sealing: AuditSealingService; logger: Logger }) {
  const { sealing, logger } = deps
  let soon: NodeJS.Timeout | null = null
  let keeping: NodeJS.Timeout | null = null
  let repeating: NodeJS.Timeout | null = null
  let isSealing = false
  let isDueAgain = false
  let restsUntil = 0

  async function seal(): Promise<void> {
    const startedAt = performance.now()
    isSealing = true
    try {
      await sealing.seal()
      keeping ??= setTimeout(() => void keep(), HEADS_EVERY_MS).unref()
      const endedAt = performance.now()
      restsUntil = endedAt + Math.min(LONGEST_REST_MS, REST * (endedAt - startedAt))
    } catch (error) {
      restsUntil = performance.now() + AFTER_FAILURE_MS
      logger.warn({ err: error }, 'the audit trails could not be sealed; the next round will')
    }
    isSealing = false
  }

  async function keep(): Promise<void> {
    keeping = null
    await sealing.keepHeads()
  }

  async function sealRound(): Promise<void> {
    await seal()
    if (isDueAgain) sealSoon()
  }

  function sealSoon(): void {
    if (repeating === null) return
    isDueAgain = isSealing
    if (isSealing) return
    const waitMs = Math.max(AFTER_APPEND_MS, restsUntil - performance.now())
    soon ??= setTimeout(() => {
      soon = null
      void sealRound()
    }, waitMs).unref()
  }

  return {
    start(): void {
      repeating ??= setInterval(sealSoon, EVERY_MS).unref()
    },

    /** Something was appended in this process. */
    noteAppend: sealSoon,

    /** What was appended until now is sealed and its heads are on the disk, unless the database is gone. */
    async close(): Promise<void> {
      if (repeating === null) return
      for (const timer of [soon, keeping, repeating]) if (timer !== null) clearTimeout(timer)
      repeating = null
      await seal()
      if (keeping !== null) clearTimeout(keeping)
      await sealing.keepHeads()
    },
  }
}

import type { Logger } from 'pino'

import type { AuditSealingService } from './sealing.service.ts'

/** Delay after an entry, so that a burst is sealed together. */
const AFTER_APPEND_MS = 50
/** For entries of other processes and of longer transactions. */
const EVERY_MS = 500
const HEADS_EVERY_MS = 500
/** Pause as a multiple of the sealing time, so that many entries do not occupy the database. */
const REST = 2
const LONGEST_REST_MS = 1_000
const AFTER_FAILURE_MS = 15_000

/** Seals entries in the background, without delaying the requests that append. */
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
      logger.warn({ err: error }, 'sealing the audit trails failed; the next round retries')
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

    /** Called when this process appended an entry. */
    noteAppend: sealSoon,

    /** Seals all entries so far and writes the heads to disk, unless the database is unavailable. */
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

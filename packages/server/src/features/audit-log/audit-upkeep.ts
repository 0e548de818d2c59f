import type { Logger } from 'pino'

import type { AuditSealingService } from './sealing.service.ts'

/** A moment after an entry, so that a burst of them is sealed together. */
const AFTER_APPEND_MS = 500
/** For what other processes appended. */
const EVERY_MS = 15_000
const HEADS_EVERY_MS = 3_000

/** Seals in the background, never in the way of who appends. */
export function createAuditUpkeep(deps: { sealing: AuditSealingService; logger: Logger }) {
  const { sealing, logger } = deps
  let soon: NodeJS.Timeout | null = null
  let keeping: NodeJS.Timeout | null = null
  let repeating: NodeJS.Timeout | null = null

  async function seal(): Promise<void> {
    try {
      await sealing.seal()
      keeping ??= setTimeout(() => void keep(), HEADS_EVERY_MS).unref()
    } catch (error) {
      logger.warn({ err: error }, 'the audit trails could not be sealed; the next round will')
    }
  }

  async function keep(): Promise<void> {
    keeping = null
    await sealing.keepHeads()
  }

  return {
    start(): void {
      repeating ??= setInterval(() => void seal(), EVERY_MS).unref()
    },

    /** Something was appended in this process. */
    noteAppend(): void {
      if (repeating === null) return
      soon ??= setTimeout(() => {
        soon = null
        void seal()
      }, AFTER_APPEND_MS).unref()
    },

    /** What was appended until now is sealed and its heads are on the disk, unless the database is gone. */
    async close(): Promise<void> {
      if (repeating === null) return
      for (const timer of [soon, keeping, repeating]) if (timer !== null) clearTimeout(timer)
      await seal()
      if (keeping !== null) clearTimeout(keeping)
      await sealing.keepHeads()
    },
  }
}

import type { Logger } from 'pino'

import type { DatabaseHandle, Subscription } from '../db/connection.ts'
import { CACHES_CHANNEL } from '../features/system/maintenance.repo.ts'
import { RESTORED_CHANNEL } from '../features/system/restore.service.ts'
import type { Refreshing } from './refreshing.ts'

/** Hears what any process clears or restores, and drops what this one keeps of it in memory. */
export async function listenForForgetting(
  deps: Pick<Refreshing, 'tenantSeats' | 'checks' | 'microsoft'> & {
    database: Pick<DatabaseHandle, 'listen'>
    logger: Logger
    /** Takes in what is different after a restore. */
    onRestored?: () => Promise<void>
  },
): Promise<Subscription> {
  const { database, tenantSeats, checks, microsoft, logger } = deps

  /** What can be had again; the database has already forgotten its part. */
  async function forget(): Promise<void> {
    tenantSeats.forgetAll()
    checks.forget()
    const connected = await microsoft.current()
    connected?.tokens.forgetAll()
  }

  const tryTo = (work: () => Promise<void>): void =>
    void work().catch((error: unknown) =>
      logger.warn({ err: error }, 'what this process keeps could not be dropped'),
    )

  const hear = (channel: string, act: () => Promise<void>): Promise<Subscription> =>
    database.listen({
      channel,
      onPayload: () => tryTo(act),
      // Nobody knows what was said while the connection was lost.
      onConnected: () => tryTo(forget),
    })

  const subscriptions = await Promise.all([
    hear(CACHES_CHANNEL, forget),
    hear(RESTORED_CHANNEL, async () => {
      await deps.onRestored?.()
      await forget()
    }),
  ])
  return {
    async close() {
      await Promise.all(subscriptions.map((each) => each.close()))
    },
  }
}

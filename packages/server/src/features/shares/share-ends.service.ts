import type { UserId } from '@tenantscope/contract/ids'

import type { Db } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, PRODUCT } from '../../lib/operator.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { createShareEndsRepo } from './share-ends.repo.ts'
import type { EndedShare } from './share-ends.repo.ts'

/** Returns the tenant of the links when all are of one, for the trail entry. */
function ofOneTenant(shares: readonly EndedShare[]): { tenantId?: string } {
  const [tenantId, ...others] = new Set(shares.map((share) => share.tenantId))
  return tenantId === undefined || others.length > 0 ? {} : { tenantId }
}

const BY_PRODUCT: By = { actor: PRODUCT, source: NO_SOURCE }

/** Ends links when their creators lose access, for good: a new grant does not restore them. */
export function createShareEndsService(deps: { auditLog: AuditLogService; clock: Clock }) {
  const { auditLog, clock } = deps

  async function audit(
    within: Db,
    by: By,
    { action, shares }: { action: string; shares: readonly EndedShare[] },
  ): Promise<void> {
    if (shares.length === 0) return
    const details = shares.map(({ id: shareId, ...share }) => ({ shareId, ...share }))
    await auditLog.change(
      {
        type: 'access',
        action,
        changedBy: by.actor,
        newValue: shares.length === 1 ? '1 link' : `${shares.length} links`,
        details: JSON.stringify({ shares: details }),
        ...ofOneTenant(shares),
        source: by.source,
      },
      within,
    )
  }

  async function endLost(within: Db, by: By): Promise<void> {
    const repo = createShareEndsRepo(within)
    await repo.lock()
    const shares = await repo.endLost({ at: clock.now(), by: by.actor.name })
    await audit(within, by, { action: 'share links ended: tenant lost', shares })
  }

  return {
    /** Call it in the transaction of any change that may remove tenants from a user. */
    endLost,

    /** For disabling a user, in its transaction: their links end, or outlive the account. */
    async endSharesOfCreator(
      within: Db,
      creatorId: UserId,
      { by, keep }: { by: By; keep: boolean },
    ): Promise<void> {
      const repo = createShareEndsRepo(within)
      await repo.lock()
      const at = clock.now()
      if (keep) {
        const shares = await repo.keepOfCreator(creatorId, at)
        return audit(within, by, { action: 'share links kept', shares })
      }
      const shares = await repo.endOfCreator(creatorId, { at, by: by.actor.name })
      return audit(within, by, { action: 'share links ended: account disabled', shares })
    },

    /**
     * For deleting a user, in its transaction: their links end or stay open, and all get a new creator.
     * Returns the number of links that were active.
     */
    async takeFromCreator(
      within: Db,
      creatorId: UserId,
      { by, keep, to }: { by: By; keep: boolean; to: { userId: UserId; name: string } },
    ): Promise<number> {
      const repo = createShareEndsRepo(within)
      await repo.lock()
      const at = clock.now()
      const open = await repo.countOpenOf(creatorId, at)
      if (!keep) {
        const shares = await repo.endAllOfCreator(creatorId, { at, by: by.actor.name })
        await audit(within, by, { action: 'share links ended: account deleted', shares })
      }
      await repo.handOver(creatorId, to)
      return open
    },

    /** For enabling a user, in its transaction: their links depend on the account again. */
    async returnToCreator(within: Db, creatorId: UserId): Promise<void> {
      const repo = createShareEndsRepo(within)
      await repo.lock()
      await repo.returnToCreator(creatorId)
    },

    /** Counts the user's links that would end with the account. */
    countOpenOf: (db: Db, creatorId: UserId): Promise<number> =>
      createShareEndsRepo(db).countOpenOf(creatorId, clock.now()),

    /** Marks links that no longer open as ended. */
    sweep: (db: Db): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await endLost(trx, BY_PRODUCT)
        const repo = createShareEndsRepo(trx)
        const shares = await repo.endAbandoned({ at: clock.now(), by: PRODUCT.name })
        await audit(trx, BY_PRODUCT, { action: 'share links ended: account disabled', shares })
      }),
  }
}

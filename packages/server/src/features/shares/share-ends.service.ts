import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, PRODUCT } from '../../lib/operator.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'
import { createShareEndsRepo } from './share-ends.repo.ts'
import type { EndedShare } from './share-ends.repo.ts'

/** Of links to several tenants each has its own in the details. */
function ofOneTenant(shares: readonly EndedShare[]): { tenantId?: string } {
  const [tenantId, ...others] = new Set(shares.map((share) => share.tenantId))
  return tenantId === undefined || tenantId === null || others.length > 0 ? {} : { tenantId }
}

const BY_PRODUCT: By = { actor: PRODUCT, source: NO_SOURCE }

/** Links end with what their makers lose, for good: who is granted a tenant again makes new ones. */
export function createShareEndsService(deps: { auditLog: AuditLogService; clock: Clock }) {
  const { auditLog, clock } = deps

  async function audit(
    within: Kysely<Database>,
    by: By,
    { action, shares }: { action: string; shares: readonly EndedShare[] },
  ): Promise<void> {
    if (shares.length === 0) return
    const details = shares.map(({ id: shareId, tenantId, createdBy }) => ({
      shareId,
      tenantId,
      createdBy,
    }))
    await auditLog.change(
      {
        type: 'access',
        action,
        changedBy: by.actor,
        target: null,
        oldValue: null,
        newValue: shares.length === 1 ? '1 link' : `${shares.length} links`,
        details: JSON.stringify({ shares: details }),
        ...ofOneTenant(shares),
        source: by.source,
      },
      within,
    )
  }

  async function endLost(within: Kysely<Database>, by: By): Promise<void> {
    const repo = createShareEndsRepo(within)
    await repo.lock()
    const shares = await repo.endLost({ at: clock.now(), by: by.actor.name })
    await audit(within, by, { action: 'share links ended: tenant lost', shares })
  }

  return {
    /** To be called in the transaction of whatever may take tenants away from somebody. */
    endLost,

    /** For disabling a person, in its transaction: their links end, or outlive the account. */
    async endSharesOfMaker(
      within: Kysely<Database>,
      makerId: UserId,
      { by, keep }: { by: By; keep: boolean },
    ): Promise<void> {
      const repo = createShareEndsRepo(within)
      await repo.lock()
      const at = clock.now()
      if (keep) {
        const shares = await repo.keepOfMaker(makerId, at)
        return audit(within, by, { action: 'share links kept', shares })
      }
      const shares = await repo.endOfMaker(makerId, { at, by: by.actor.name })
      return audit(within, by, { action: 'share links ended: account disabled', shares })
    },

    /** For enabling a person, in its transaction: their links hang on the account again. */
    async returnToMaker(within: Kysely<Database>, makerId: UserId): Promise<void> {
      const repo = createShareEndsRepo(within)
      await repo.lock()
      await repo.returnToMaker(makerId)
    },

    /** How many links of a person would end with the account. */
    countOpenOf: (db: Kysely<Database>, makerId: UserId): Promise<number> =>
      createShareEndsRepo(db).countOpenOf(makerId, clock.now()),

    /** What no longer opens anyway ends for good. */
    sweep: (db: Kysely<Database>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await endLost(trx, BY_PRODUCT)
        const repo = createShareEndsRepo(trx)
        const shares = await repo.endAbandoned({ at: clock.now(), by: PRODUCT.name })
        await audit(trx, BY_PRODUCT, { action: 'share links ended: account disabled', shares })
      }),
  }
}

import type { ShareId, TenantId, UserId } from '@tenantscope/contract/ids'
import type { ShareEndReason } from '@tenantscope/contract/shares'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { HAS_VIEWS_LEFT, isOpen, MAKER_REMAINS, MAKER_SEES_TENANT } from './share-standing.ts'

export interface EndedShare {
  readonly id: ShareId
  readonly tenantId: TenantId
  readonly createdBy: string
}

interface Ending {
  readonly at: Date
  readonly by: string
}

/** Any number will do, as long as nothing else of the product takes the same. */
const ENDS_LOCK = 7_302_003

/** Ends of links that nobody asked for one by one; `db` is the transaction of what caused them. */
export function createShareEndsRepo(db: Kysely<Database>) {
  const end = (reason: ShareEndReason, { at, by }: Ending) =>
    db
      .updateTable('sharedReports as shares')
      .set({ isActive: false, endedAt: at, endedBy: by, endReason: reason })
      .where('shares.isActive', '=', true)
      .where('shares.expiresAt', '>', at)
      .returning(['shares.id', 'shares.tenantId', 'shares.createdBy'])
      .$narrowType<EndedShare>()

  return {
    /** Two that take something away at one moment see what the other took. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(ENDS_LOCK)})`.execute(db)
    },

    /** Those whose makers no longer see the tenant. */
    endLost: (ending: Ending): Promise<EndedShare[]> =>
      end('tenant-lost', ending)
        .where(sql<boolean>`not ${MAKER_SEES_TENANT}`)
        .execute(),

    /** Those whose makers were disabled. */
    endAbandoned: (ending: Ending): Promise<EndedShare[]> =>
      end('maker-disabled', ending)
        .where(sql<boolean>`not ${MAKER_REMAINS}`)
        .execute(),

    /** Those that an administrator wants to keep stay. */
    endOfMaker: (makerId: UserId, ending: Ending): Promise<EndedShare[]> =>
      end('maker-disabled', ending)
        .where('shares.createdByUserId', '=', makerId)
        .where('shares.isKept', '=', false)
        .execute(),

    /** Those that were kept when their maker was disabled, and nothing else has ended since. */
    async returnToMaker(makerId: UserId): Promise<void> {
      await db
        .updateTable('sharedReports')
        .set({ isKept: false })
        .where('createdByUserId', '=', makerId)
        .where('isActive', '=', true)
        .where('isKept', '=', true)
        .execute()
    },

    async countOpenOf(makerId: UserId, at: Date): Promise<number> {
      const { count } = await db
        .selectFrom('sharedReports as shares')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('shares.createdByUserId', '=', makerId)
        .where(isOpen(at))
        .where(HAS_VIEWS_LEFT)
        .executeTakeFirstOrThrow()
      return count
    },

    /** From now on they need their maker's account no longer. */
    keepOfMaker: (makerId: UserId, at: Date): Promise<EndedShare[]> =>
      db
        .updateTable('sharedReports as shares')
        .set({ isKept: true })
        .where('shares.createdByUserId', '=', makerId)
        .where('shares.isActive', '=', true)
        .where('shares.isKept', '=', false)
        .where('shares.expiresAt', '>', at)
        .returning(['shares.id', 'shares.tenantId', 'shares.createdBy'])
        .$narrowType<EndedShare>()
        .execute(),
  }
}

import type { UserId } from '@tenantscope/contract/ids'
import type { ShareEndReason } from '@tenantscope/contract/shares'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Database, Db } from '../../db/tables.ts'
import { HAS_VIEWS_LEFT, isOpen, CREATOR_REMAINS, CREATOR_SEES_TENANT } from './share-conditions.ts'

export type EndedShare = Pick<
  Selectable<Database['sharedReports']>,
  'id' | 'tenantId' | 'createdBy'
>

interface Ending {
  readonly at: Date
  readonly by: string
}

/** An arbitrary number that no other lock of the product uses. */
const ENDS_LOCK = 7_302_003

/** Ends links as a consequence of other changes; `db` is the transaction of that change. */
export function createShareEndsRepo(db: Db) {
  const end = (reason: ShareEndReason, { at, by }: Ending) =>
    db
      .updateTable('sharedReports as shares')
      .set({ isActive: false, endedAt: at, endedBy: by, endReason: reason })
      .where('shares.isActive', '=', true)
      .where('shares.expiresAt', '>', at)
      .returning(['shares.id', 'shares.tenantId', 'shares.createdBy'])

  return {
    /** Serializes changes that remove access, so that each sees the other's. */
    async lock(): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(ENDS_LOCK)})`.execute(db)
    },

    /** Ends links whose creators no longer see the tenant. */
    endLost: (ending: Ending): Promise<EndedShare[]> =>
      end('tenant-lost', ending)
        .where(sql<boolean>`not ${CREATOR_SEES_TENANT}`)
        .execute(),

    /** Ends links whose creators were disabled. */
    endAbandoned: (ending: Ending): Promise<EndedShare[]> =>
      end('maker-disabled', ending)
        .where(sql<boolean>`not ${CREATOR_REMAINS}`)
        .execute(),

    /** Excludes links that an administrator keeps. */
    endOfCreator: (creatorId: UserId, ending: Ending): Promise<EndedShare[]> =>
      end('maker-disabled', ending)
        .where('shares.createdByUserId', '=', creatorId)
        .where('shares.isKept', '=', false)
        .execute(),

    /** Returns links that were kept when their creator was disabled, and are still active. */
    async returnToCreator(creatorId: UserId): Promise<void> {
      await db
        .updateTable('sharedReports')
        .set({ isKept: false })
        .where('createdByUserId', '=', creatorId)
        .where('isActive', '=', true)
        .where('isKept', '=', true)
        .execute()
    },

    /** Ends every active link of the creator, also those that were kept. */
    endAllOfCreator: (creatorId: UserId, ending: Ending): Promise<EndedShare[]> =>
      end('deactivated', ending).where('shares.createdByUserId', '=', creatorId).execute(),

    /** All links, ended ones with their views too; from now on they depend on the new creator. */
    async handOver(creatorId: UserId, to: { userId: UserId; name: string }): Promise<void> {
      await db
        .updateTable('sharedReports')
        .set({ createdByUserId: to.userId, createdBy: to.name, isKept: false })
        .where('createdByUserId', '=', creatorId)
        .execute()
    },

    async countOpenOf(creatorId: UserId, at: Date): Promise<number> {
      const { count } = await db
        .selectFrom('sharedReports as shares')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('shares.createdByUserId', '=', creatorId)
        .where(isOpen(at))
        .where(HAS_VIEWS_LEFT)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Makes them independent of their creator's account. */
    keepOfCreator: (creatorId: UserId, at: Date): Promise<EndedShare[]> =>
      db
        .updateTable('sharedReports as shares')
        .set({ isKept: true })
        .where('shares.createdByUserId', '=', creatorId)
        .where('shares.isActive', '=', true)
        .where('shares.isKept', '=', false)
        .where('shares.expiresAt', '>', at)
        .returning(['shares.id', 'shares.tenantId', 'shares.createdBy'])
        .execute(),
  }
}

import type { ShareId, TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import type { Database, Db, Trx } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { IS_ACTIVE } from './share-conditions.ts'

export type SharesRepo = ReturnType<typeof createSharesRepo>

/** A link with the facts for its creator, without the report. */
export type StoredShare = Awaited<ReturnType<SharesRepo['list']>>[number]

type NewShare = Omit<Insertable<Database['sharedReports']>, 'tenantId'>

/** Stores the share links of users. */
export function createSharesRepo(db: Db) {
  const stored = (on: Db = db) =>
    on
      .selectFrom('sharedReports as shares')
      .innerJoin('tenants', 'tenants.id', 'shares.tenantId')
      .select([
        'shares.id',
        'shares.sealedToken',
        'shares.shareToken',
        'shares.tenantId',
        'shares.reportType',
        'shares.createdAt',
        'shares.createdBy',
        'shares.createdByUserId',
        'shares.accessCount',
        'shares.maxAccess',
        'shares.expiresAt',
        'shares.lastViewedAt',
        'shares.masksNames',
        'shares.dataAsOf',
        'shares.userCount',
        'shares.licenseCount',
        'shares.assignmentCount',
        'shares.score',
        'shares.failedChecks',
        'shares.savingsCents',
        'shares.savingsCurrency',
        'shares.endedAt',
        'shares.endReason',
        shownName('tenants').as('tenantName'),
        // Also false when the creator no longer exists or no longer sees the tenant.
        IS_ACTIVE.as('isActive'),
        sql<boolean>`shares.passphrase_hash is not null`.as('hasPassphrase'),
      ])

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async insert(trx: Trx, { tenantId }: TenantAccess, share: NewShare): Promise<void> {
      await trx
        .insertInto('sharedReports')
        .values({ ...share, tenantId })
        .execute()
    },

    /** Undefined also for a link to a tenant that the reader may not see. */
    find: (scope: TenantScope, named: { id: ShareId } | { tokenHash: string }, within: Db = db) =>
      stored(within)
        .where(isInScope('shares.tenantId', scope))
        .where((eb) =>
          'id' in named
            ? eb('shares.id', '=', named.id)
            : eb('shares.shareToken', '=', named.tokenHash),
        )
        .executeTakeFirst(),

    /** Newest first, of tenants that the reader may see. */
    list: (
      scope: TenantScope,
      { creatorId, tenantId }: { creatorId: UserId | null; tenantId: TenantId | null },
    ) =>
      stored()
        .where(isInScope('shares.tenantId', scope))
        .$if(creatorId !== null, (query) => query.where('shares.createdByUserId', '=', creatorId))
        .$if(tenantId !== null, (query) => query.where('shares.tenantId', '=', tenantId))
        .orderBy('shares.createdAt', 'desc')
        .orderBy('shares.id')
        .execute(),

    /** Returns false when it had already ended. */
    async end(trx: Trx, id: ShareId, { at, by }: { at: Date; by: string }): Promise<boolean> {
      const row = await trx
        .updateTable('sharedReports')
        .set({ isActive: false, endedAt: at, endedBy: by, endReason: 'deactivated' })
        .where('id', '=', id)
        .where('isActive', '=', true)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns the newest views and the total number. */
    async listViews(tokenHash: string, limit: number) {
      const views = await db
        .selectFrom('sharedReportAccess')
        .select(['accessedAt', 'accessType', 'format', 'ipAddress', 'userAgent'])
        .where('shareToken', '=', tokenHash)
        .orderBy('accessedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const { total } = await db
        .selectFrom('sharedReportAccess')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('shareToken', '=', tokenHash)
        .executeTakeFirstOrThrow()
      return { views, total }
    },

    sealedTokens: (): Promise<{ id: ShareId; sealedToken: string }[]> =>
      db.selectFrom('sharedReports').select(['id', 'sealedToken']).execute(),

    async replaceSealedToken(id: ShareId, sealedToken: string): Promise<void> {
      await db.updateTable('sharedReports').set({ sealedToken }).where('id', '=', id).execute()
    },

    /** Deletes links that ended or expired before the retention period, with their views. */
    async deleteOld(now: Date): Promise<void> {
      await sql`
        delete from shared_reports
        where least(expires_at, coalesce(ended_at, expires_at)) < ${now}::timestamptz
          - (select make_interval(months => retention_months) from report_settings)`.execute(db)
    },
  }
}

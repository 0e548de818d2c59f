import type { ShareId, TenantId, UserId } from '@tenantscope/contract/ids'
import type { ReportType } from '@tenantscope/contract/report-document'
import type { ShareEndReason, ShareView } from '@tenantscope/contract/shares'
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { IS_ACTIVE } from './share-standing.ts'

export type SharesRepo = ReturnType<typeof createSharesRepo>

type Trx = Transaction<Database>

/** A link with what its maker may know of it; the report itself stays where it is. */
export interface StoredShare {
  readonly id: ShareId
  readonly sealedToken: string
  readonly shareToken: string
  readonly tenantId: TenantId
  readonly tenantName: string
  readonly reportType: ReportType
  readonly createdAt: Date
  readonly createdBy: string
  readonly createdByUserId: UserId
  /** Also false where the maker is gone or no longer sees the tenant. */
  readonly isActive: boolean
  readonly accessCount: number
  readonly maxAccess: number | null
  readonly expiresAt: Date
  readonly lastViewedAt: Date | null
  readonly masksNames: boolean
  readonly hasPassphrase: boolean
  readonly dataAsOf: Date
  readonly userCount: number
  readonly licenseCount: number
  readonly assignmentCount: number
  readonly endedAt: Date | null
  readonly endReason: ShareEndReason | null
}

type NewShare = Omit<Insertable<Database['sharedReports']>, 'tenantId'>

/** Links of the house's own people. */
export function createSharesRepo(db: Kysely<Database>) {
  const stored = (on: Kysely<Database> = db) =>
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
        'shares.endedAt',
        'shares.endReason',
        shownName('tenants').as('tenantName'),
        IS_ACTIVE.as('isActive'),
        sql<boolean>`shares.passphrase_hash is not null`.as('hasPassphrase'),
      ])
      .$narrowType<{ id: ShareId; tenantId: TenantId; createdByUserId: UserId }>()

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async insert(trx: Trx, { tenantId }: TenantAccess, share: NewShare): Promise<void> {
      await trx
        .insertInto('sharedReports')
        .values({ ...share, tenantId })
        .execute()
    },

    /** Undefined also for a link to a tenant that the reader may not see. */
    find: (
      scope: TenantScope,
      named: { id: ShareId } | { tokenHash: string },
      within: Kysely<Database> = db,
    ): Promise<StoredShare | undefined> =>
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
      wanted: { makerId: UserId | null; tenantId: TenantId | null },
    ): Promise<StoredShare[]> =>
      stored()
        .where(isInScope('shares.tenantId', scope))
        .$if(wanted.makerId !== null, (query) =>
          query.where('shares.createdByUserId', '=', wanted.makerId ?? 0),
        )
        .$if(wanted.tenantId !== null, (query) =>
          query.where('shares.tenantId', '=', wanted.tenantId ?? ''),
        )
        .orderBy('shares.createdAt', 'desc')
        .orderBy('shares.id')
        .execute(),

    /** False when it had ended before. */
    async end(trx: Trx, id: ShareId, ending: { at: Date; by: string }): Promise<boolean> {
      const row = await trx
        .updateTable('sharedReports')
        .set({
          isActive: false,
          endedAt: ending.at,
          endedBy: ending.by,
          endReason: 'deactivated',
        })
        .where('id', '=', id)
        .where('isActive', '=', true)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Newest first, and how many there are in all. */
    async listViews(
      tokenHash: string,
      limit: number,
    ): Promise<{ views: (Omit<ShareView, 'accessedAt'> & { accessedAt: Date })[]; total: number }> {
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

    async sealedTokens(): Promise<{ id: ShareId; sealedToken: string }[]> {
      return db
        .selectFrom('sharedReports')
        .select(['id', 'sealedToken'])
        .$narrowType<{ id: ShareId }>()
        .execute()
    },

    async replaceSealedToken(id: ShareId, sealedToken: string): Promise<void> {
      await db.updateTable('sharedReports').set({ sealedToken }).where('id', '=', id).execute()
    },

    /** Links that ended or expired longer ago than reports are kept, with their views. */
    async deleteOld(now: Date): Promise<void> {
      await sql`
        delete from shared_reports
        where least(expires_at, coalesce(ended_at, expires_at)) < ${now}::timestamptz
          - (select make_interval(months => retention_months) from report_settings)`.execute(db)
    },
  }
}

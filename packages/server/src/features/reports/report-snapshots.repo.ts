import type { ReportSnapshotId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'

import type { Database, Db, Trx } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { HEAD_ENDS } from './document-text.ts'
import type { SnapshotPlace } from './reports.rules.ts'

export type ReportSnapshotsRepo = ReturnType<typeof createReportSnapshotsRepo>

/** A report that was made, without its text. */
export type SnapshotRow = Awaited<ReturnType<ReportSnapshotsRepo['list']>>[number]

const COLUMNS = [
  'id',
  'reportType',
  'format',
  'createdAt',
  'createdBy',
  'isScheduled',
  'dataAsOf',
  'licenseCount',
  'userCount',
  'assignmentCount',
  'score',
  'failedChecks',
  'savingsCents',
  'savingsCurrency',
] as const

/** Reports that were made, each with its text and the look that it was made with. */
export function createReportSnapshotsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async insert(
      trx: Trx,
      { tenantId }: TenantAccess,
      row: Omit<Insertable<Database['reportSnapshots']>, 'tenantId'>,
    ): Promise<void> {
      await trx
        .insertInto('reportSnapshots')
        .values({ ...row, tenantId })
        .execute()
    },

    /** Newest first. */
    list: (
      { tenantId }: TenantAccess,
      { after, limit }: { after: SnapshotPlace | null; limit: number },
    ) =>
      db
        .selectFrom('reportSnapshots')
        .select(COLUMNS)
        .where('tenantId', '=', tenantId)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(created_at < ${after?.createdAt}::timestamptz
              or (created_at = ${after?.createdAt}::timestamptz and id > ${after?.id}::uuid))`,
          ),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),

    find: ({ tenantId }: TenantAccess, id: ReportSnapshotId) =>
      db
        .selectFrom('reportSnapshots')
        .select([...COLUMNS, 'lookId', 'snapshotData as text'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Returns the text without its lists, cut by the database: a report has up to 10,000 users. */
    findHead: async (
      { tenantId }: TenantAccess,
      id: ReportSnapshotId,
    ): Promise<string | undefined> => {
      const row = await db
        .selectFrom('reportSnapshots')
        .select(sql<string>`split_part(snapshot_data, ${headEnd()}, 1)`.as('head'))
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.head
    },

    /** Returns the directory's name of the tenant: customers must not see staff's alias. */
    findTenant: ({ tenantId }: TenantAccess) =>
      db
        .selectFrom('tenants')
        .select(['displayName', 'defaultDomainName'])
        .where('id', '=', tenantId)
        .executeTakeFirst(),

    async deleteOlder(months: number, now: Date): Promise<void> {
      await db
        .deleteFrom('reportSnapshots')
        .where(
          sql<boolean>`created_at < ${now}::timestamptz - make_interval(months => ${months}::int)`,
        )
        .execute()
    },

    /**
     * Removes looks that no report and no setting refers to. One that was followed only since
     * `followedBefore` stays: a report may just be made with it.
     */
    async deleteUnusedLooks(followedBefore: Date): Promise<void> {
      await sql`
        delete from report_looks look
        where exists (select from report_looks next
            where next.id > look.id and next.created_at < ${followedBefore}::timestamptz)
          and not exists (select from report_settings where look_id = look.id)
          and not exists (select from report_snapshots where look_id = look.id)`.execute(db)
    },
  }
}

/** The end of the head by the type of the report. */
const headEnd = () =>
  sql`case report_type ${sql.join(
    Object.entries(HEAD_ENDS).map(([type, end]) => sql`when ${type}::text then ${end}::text`),
    sql` `,
  )} end`

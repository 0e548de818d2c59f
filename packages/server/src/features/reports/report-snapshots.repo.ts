import type { ReportSnapshotId } from '@tenantscope/contract/ids'
import type { ReportFormat, ReportType } from '@tenantscope/contract/report-document'
import { sql } from 'kysely'
import type { Insertable, Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type ReportSnapshotsRepo = ReturnType<typeof createReportSnapshotsRepo>

type Trx = Transaction<Database>

/** A report that was made, without its text. */
export interface SnapshotRow {
  readonly id: ReportSnapshotId
  readonly reportType: ReportType
  readonly format: ReportFormat
  readonly createdAt: Date
  readonly createdBy: string
  readonly isScheduled: boolean
  readonly dataAsOf: Date
  readonly licenseCount: number
  readonly userCount: number
  readonly assignmentCount: number
}

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
] as const

/** Where a page ends: its last row. */
export interface SnapshotPlace {
  readonly createdAt: Date
  readonly id: string
}

/** Reports that were made, each with its text and the look that it was made with. */
export function createReportSnapshotsRepo(db: Kysely<Database>) {
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
    async list(
      { tenantId }: TenantAccess,
      page: { after: SnapshotPlace | null; limit: number },
    ): Promise<SnapshotRow[]> {
      const { after } = page
      return db
        .selectFrom('reportSnapshots')
        .select(COLUMNS)
        .$narrowType<{ id: ReportSnapshotId }>()
        .where('tenantId', '=', tenantId)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(created_at < ${after?.createdAt}::timestamptz
              or (created_at = ${after?.createdAt}::timestamptz and id > ${after?.id}::uuid))`,
          ),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(page.limit)
        .execute()
    },

    async find(
      { tenantId }: TenantAccess,
      id: ReportSnapshotId,
    ): Promise<(SnapshotRow & { text: string; lookId: number | null }) | undefined> {
      return db
        .selectFrom('reportSnapshots')
        .select([...COLUMNS, 'lookId', 'snapshotData as text'])
        .$narrowType<{ id: ReportSnapshotId }>()
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst()
    },

    /** What the directory calls the tenant: staff's alias is not for customers. */
    async findTenant({
      tenantId,
    }: TenantAccess): Promise<
      { displayName: string; defaultDomainName: string | null } | undefined
    > {
      return db
        .selectFrom('tenants')
        .select(['displayName', 'defaultDomainName'])
        .where('id', '=', tenantId)
        .executeTakeFirst()
    },

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

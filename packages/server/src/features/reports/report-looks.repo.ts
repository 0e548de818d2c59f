import type { Db, Trx } from '../../db/tables.ts'
import type { ReportLook } from './formats/report-writer.ts'

export type ReportLooksRepo = ReturnType<typeof createReportLooksRepo>

/** The one row of settings, with the look that it points to; null where none was ever chosen. */
export type StoredReportSettings = Awaited<ReturnType<ReportLooksRepo['read']>>

/** Stores the branding and retention of reports. A row is never changed, only followed by another. */
export function createReportLooksRepo(db: Db) {
  async function read(within: Db = db) {
    const row = await within
      .selectFrom('reportSettings')
      .leftJoin('reportLooks as look', 'look.id', 'reportSettings.lookId')
      .select([
        'reportSettings.lookId',
        'reportSettings.retentionMonths',
        'reportSettings.version',
        'reportSettings.updatedAt',
        'reportSettings.updatedBy',
        'look.name',
        'look.accentColor',
        'look.footer',
        'look.logoPng',
      ])
      .executeTakeFirstOrThrow()
    const { name, accentColor, footer, logoPng, ...settings } = row
    const look = accentColor === null ? null : { name, accentColor, footer, logoPng }
    return { ...settings, look }
  }

  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    read,

    /** Locks the settings until the transaction ends. */
    async readLocked(trx: Trx) {
      await trx.selectFrom('reportSettings').select('id').forUpdate().execute()
      return read(trx)
    },

    findLook: (id: number): Promise<ReportLook | undefined> =>
      db
        .selectFrom('reportLooks')
        .select(['name', 'accentColor', 'footer', 'logoPng'])
        .where('id', '=', id)
        .executeTakeFirst(),

    async insertLook(trx: Trx, look: ReportLook, at: Date): Promise<number> {
      const row = await trx
        .insertInto('reportLooks')
        .values({ ...look, createdAt: at })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    async replace(
      trx: Trx,
      settings: { lookId: number | null; retentionMonths: number; by: string; at: Date },
    ): Promise<void> {
      const { lookId, retentionMonths, by: updatedBy, at: updatedAt } = settings
      await trx
        .updateTable('reportSettings')
        .set((eb) => ({
          lookId,
          retentionMonths,
          updatedBy,
          updatedAt,
          version: eb('version', '+', 1),
        }))
        .execute()
    },
  }
}

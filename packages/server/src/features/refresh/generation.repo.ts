import type { TenantId } from '@tenantscope/contract/ids'
import type { MfaVerdict, PartFailure } from '@tenantscope/contract/tenants'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { storedJson } from '../../lib/stored-text.ts'
import { DIRECTORY_COLUMNS } from './directory-columns.ts'
import type { DirectoryRow, DirectoryTable } from './directory-columns.ts'

export type GenerationRepo = ReturnType<typeof createGenerationRepo>

type Trx = Transaction<Database>

/** What is computed once, when a generation is complete. Null: a part that it needs is missing. */
export interface GenerationFigures {
  readonly people: number | null
  readonly licensedPeople: number | null
  readonly paidSeats: number | null
  readonly assignedPaidSeats: number | null
  readonly unassignedPaidSeats: number | null
  readonly mfa: MfaVerdict
}

export interface DailyCounts {
  readonly people: number | null
  readonly licensedPeople: number | null
  readonly policiesEnabled: number | null
  readonly policiesReportOnly: number | null
  readonly policiesDisabled: number | null
}

/** Rows per statement, so that nobody waits long for a writer: neither a reader nor the event loop. */
const CHUNK = 500

/** Writes a reading of a tenant; nobody reads it before it is complete. */
export function createGenerationRepo(db: Kysely<Database>) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async begin(tenantId: TenantId, startedAt: Date): Promise<number> {
      const row = await db
        .insertInto('generations')
        .values({ tenantId, startedAt })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** Adds rows. Microsoft may repeat a row on a later page; the first one stays. */
    async insert<Table extends DirectoryTable>(
      table: Table,
      generationId: number,
      rows: readonly DirectoryRow<Table>[],
    ): Promise<void> {
      const columns = Object.entries(DIRECTORY_COLUMNS[table])
      const names = columns.map(([name]) => name)
      // Raw, because these are the keys of the JSON text, which keep their case.
      const keys = columns.map(([name, type]) => sql.raw(`"${name}" ${type}`))
      for (let start = 0; start < rows.length; start += CHUNK) {
        const chunk = storedJson(rows.slice(start, start + CHUNK))
        await sql`
          insert into ${sql.table(table)} (generation_id, ${sql.join(names.map((name) => sql.ref(name)))})
          select ${generationId}::bigint, given.*
          from json_to_recordset(${chunk}::json) as given (${sql.join(keys)})
          on conflict do nothing`.execute(db)
      }
    },

    async discard(table: DirectoryTable, generationId: number): Promise<void> {
      await db.deleteFrom(table).where('generationId', '=', generationId).execute()
    },

    /** People of the generation, and those who hold a license: an assignment that failed gives none. */
    async countPeople(generationId: number): Promise<{ people: number; licensedPeople: number }> {
      const { rows } = await sql<{ people: number; licensedPeople: number }>`
        select
          (select count(*) from directory_users
            where generation_id = ${generationId})::int as people,
          (select count(distinct user_id) from directory_license_assignments
            where generation_id = ${generationId}
            and coalesce(state, 'Active') not in ('Error', 'Disabled'))::int as licensed_people
      `.execute(db)
      return rows[0] ?? { people: 0, licensedPeople: 0 }
    },

    async complete(
      trx: Trx,
      generationId: number,
      end: { at: Date; figures: GenerationFigures; partFailures: readonly PartFailure[] },
    ): Promise<void> {
      await trx
        .updateTable('generations')
        .set({ ...end.figures, completedAt: end.at })
        .where('id', '=', generationId)
        .execute()
      if (end.partFailures.length === 0) return
      await trx
        .insertInto('generationPartFailures')
        .values(end.partFailures.map((failure) => ({ ...failure, generationId })))
        .execute()
    },

    /** The day's last reading stands for the day, in UTC. */
    async saveDay(
      trx: Trx,
      { tenantId, generationId, at }: { tenantId: TenantId; generationId: number; at: Date },
      counts: DailyCounts,
    ): Promise<void> {
      const day = at.toISOString().slice(0, 'YYYY-MM-DD'.length)
      await trx
        .insertInto('tenantDailyCounts')
        .values({ tenantId, day, ...counts, readAt: at })
        .onConflict((conflict) =>
          conflict.columns(['tenantId', 'day']).doUpdateSet({ ...counts, readAt: at }),
        )
        .execute()
      await sql`
        insert into tenant_daily_seats as known (tenant_id, day, sku_id, sku_part_number,
          consumed_units, enabled_units, warning_units, suspended_units, locked_out_units)
        select ${tenantId}, ${day}::date, sku_id, sku_part_number,
          consumed_units, enabled_units, warning_units, suspended_units, locked_out_units
        from directory_skus where generation_id = ${generationId}
        on conflict (tenant_id, day, sku_id) do update set
          sku_part_number = excluded.sku_part_number,
          consumed_units = excluded.consumed_units,
          enabled_units = excluded.enabled_units,
          warning_units = excluded.warning_units,
          suspended_units = excluded.suspended_units,
          locked_out_units = excluded.locked_out_units`.execute(trx)
    },
  }
}

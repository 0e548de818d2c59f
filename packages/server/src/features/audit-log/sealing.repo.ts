import type { AuditTrail } from '@tenantscope/contract/audit'
import { sql } from 'kysely'

import { allowAuditChanges } from '../../db/audit-guard.ts'
import type { Db, Trx } from '../../db/tables.ts'
import type { AuditHead, NumberedRecord, SealedRecord } from './audit-macs.ts'
import { AUDIT_TRAILS, recordTexts, tableOf } from './audit-trails.ts'
import type { Removal } from './removals.rules.ts'

export type SealingRepo = ReturnType<typeof createSealingRepo>

export interface UnsealedRecord {
  readonly id: number
  readonly record: NumberedRecord['record']
}

export interface StoredRecord extends SealedRecord {
  readonly timestamp: Date
}

/** An arbitrary 64-bit number, equal in all processes and used by no other lock. */
const AUDIT_LOCK = 7_246_900_713

/** Reads and stores records for sealing and verification. */
export function createSealingRepo(db: Db) {
  return {
    /** Runs in one process at a time; only this work may change records. */
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(AUDIT_LOCK)})`.execute(trx)
        await allowAuditChanges(trx)
        return work(trx)
      }),

    /** Returns the trails with unsealed records. */
    async findUnsealedTrails(): Promise<AuditTrail[]> {
      const looks = AUDIT_TRAILS.map(
        (trail) =>
          sql`select ${sql.lit(trail)} as trail
            where exists (select from ${tableOf(trail)} where number is null)`,
      )
      const { rows } = await sql<{
        trail: AuditTrail
      }>`${sql.join(looks, sql` union all `)}`.execute(db)
      return rows.map(({ trail }) => trail)
    },

    async listUnsealed(trx: Db, trail: AuditTrail, limit: number): Promise<UnsealedRecord[]> {
      const { rows } = await sql<UnsealedRecord>`
        select id, ${recordTexts(trail)} as record from ${tableOf(trail)}
        where number is null order by id limit ${limit}`.execute(trx)
      return rows
    },

    async readHead(trail: AuditTrail, within: Db = db): Promise<AuditHead | null> {
      const row = await within
        .selectFrom('auditHeads')
        .select(['lastNumber as number', 'lastMac as mac'])
        .where('trail', '=', trail)
        .executeTakeFirst()
      return row ?? null
    },

    async readHeads(): Promise<Partial<Record<AuditTrail, AuditHead>>> {
      const rows = await db
        .selectFrom('auditHeads')
        .select(['trail', 'lastNumber as number', 'lastMac as mac'])
        .execute()
      return Object.fromEntries(rows.map(({ trail, number, mac }) => [trail, { number, mac }]))
    },

    /** Returns records after a number, in order. */
    async listAfter(
      trail: AuditTrail,
      { number, limit }: { number: number; limit: number },
      within: Db = db,
    ): Promise<StoredRecord[]> {
      const { rows } = await sql<StoredRecord>`
        select number, mac, timestamp, ${recordTexts(trail)} as record from ${tableOf(trail)}
        where number > ${number}::bigint order by number limit ${limit}`.execute(within)
      return rows
    },

    /** For a trail that was just filled: without statistics, each batch would scan the complete table. */
    async analyze(trx: Trx, trail: AuditTrail): Promise<void> {
      await sql`analyze ${tableOf(trail)}`.execute(trx)
    },

    async idsOf(
      trx: Db,
      trail: AuditTrail,
      numbers: readonly number[],
    ): Promise<Map<number, number>> {
      const { rows } = await sql<{ id: number; number: number }>`
        select id, number from ${tableOf(trail)}
        where number = any(${[...numbers]}::bigint[])`.execute(trx)
      return new Map(rows.map(({ id, number }) => [number, id]))
    },

    /** Returns records up to a number, which retention should have removed. */
    async listUpTo(
      trail: AuditTrail,
      { number, limit }: { number: number; limit: number },
    ): Promise<number[]> {
      const { rows } = await sql<{ number: number }>`
        select number from ${tableOf(trail)}
        where number <= ${number}::bigint order by number limit ${limit}`.execute(db)
      return rows.map((row) => row.number)
    },

    async macOf(trx: Db, trail: AuditTrail, number: number): Promise<string | undefined> {
      const { rows } = await sql<{ mac: string }>`
        select mac from ${tableOf(trail)} where number = ${number}::bigint`.execute(trx)
      return rows[0]?.mac
    },

    async lastNumberOf(trx: Db, trail: AuditTrail): Promise<number> {
      const { rows } = await sql<{ number: number | null }>`
        select max(number) as number from ${tableOf(trail)}`.execute(trx)
      return rows[0]?.number ?? 0
    },

    /** Stores a batch and its head in one statement. */
    async store(
      trx: Db,
      trail: AuditTrail,
      batch: { sealed: readonly { id: number; number: number; mac: string }[]; at: Date },
    ): Promise<void> {
      const { sealed, at } = batch
      const last = sealed.at(-1)
      if (last === undefined) return
      await sql`
        with stored as (
          update ${tableOf(trail)} as entry set number = batch.number, mac = batch.mac
          from unnest(
            ${sealed.map(({ id }) => id)}::integer[],
            ${sealed.map(({ number }) => number)}::bigint[],
            ${sealed.map(({ mac }) => mac)}::text[]) as batch (id, number, mac)
          where entry.id = batch.id
        )
        insert into audit_heads (trail, last_number, last_mac, updated_at)
        values (${trail}, ${last.number}, ${last.mac}, ${at}::timestamptz)
        on conflict (trail) do update set
          last_number = excluded.last_number, last_mac = excluded.last_mac,
          updated_at = excluded.updated_at`.execute(trx)
    },

    listRemovals: (trail: AuditTrail, within: Db = db): Promise<Removal[]> =>
      within
        .selectFrom('auditRemovals')
        .selectAll()
        .where('trail', '=', trail)
        .orderBy('firstNumber')
        .execute(),

    async remove(trx: Db, trail: AuditTrail, removal: Removal): Promise<void> {
      await sql`delete from ${tableOf(trail)}
        where number between ${removal.firstNumber}::bigint and ${removal.lastNumber}::bigint`.execute(
        trx,
      )
      await trx.insertInto('auditRemovals').values(removal).execute()
    },
  }
}

import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { storedJson } from '../../lib/stored-text.ts'
import type { ActivityPart } from './activity.rules.ts'

export type ActivityRepo = ReturnType<typeof createActivityRepo>

/** Parts whose rows belong to a reading; the secure score is a row a day. */
export type ReadPart = Exclude<ActivityPart, 'secureScore'>

/** The columns of a reading's rows as json_to_recordset names and types them. */
const COLUMNS = {
  signIns: {
    table: 'activity_sign_ins',
    columns: {
      userId: 'text',
      lastSignInAt: 'timestamptz',
      lastNonInteractiveSignInAt: 'timestamptz',
      lastSuccessfulSignInAt: 'timestamptz',
    },
  },
  registrations: {
    table: 'activity_registrations',
    columns: {
      userId: 'text',
      isAdmin: 'boolean',
      isMfaRegistered: 'boolean',
      isMfaCapable: 'boolean',
      isPasswordlessCapable: 'boolean',
      isSsprRegistered: 'boolean',
      methodsRegistered: 'text[]',
    },
  },
  usage: {
    table: 'activity_usage',
    columns: {
      userPrincipalName: 'text',
      isDeleted: 'boolean',
      exchangeLastUsedOn: 'date',
      oneDriveLastUsedOn: 'date',
      sharePointLastUsedOn: 'date',
      skypeLastUsedOn: 'date',
      yammerLastUsedOn: 'date',
      teamsLastUsedOn: 'date',
    },
  },
} as const

/** A row to be stored: every column of its part, whatever JSON can say of it. */
export type ActivityRow<Part extends ReadPart> = {
  readonly [Column in keyof (typeof COLUMNS)[Part]['columns']]: unknown
}

export interface DayScore {
  /** ISO 8601, in UTC. */
  readonly day: string
  readonly currentScore: number
  readonly maxScore: number
  readonly averageScores: unknown
  readonly controlScores: unknown
}

export interface CompletedReading {
  readonly readingId: number
  readonly at: Date
  readonly reportDate: string | null
  readonly isConcealed: boolean
}

const CHUNK = 500

/** What is read at night. Nobody reads a reading before it is the current one of its part. */
export function createActivityRepo(db: Kysely<Database>) {
  return {
    /** Tenants that have been read once, with what decides which parts are to be had. */
    async findCandidates() {
      return db
        .selectFrom('tenants')
        .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('tenantActivity')
              .select(['tenantId', (tried) => tried.fn.max('triedAt').as('triedAt')])
              .groupBy('tenantId')
              .as('tried'),
          (join) => join.onRef('tried.tenantId', '=', 'tenants.id'),
        )
        .select(['tenants.id', 'tried.triedAt'])
        .$narrowType<{ id: TenantId }>()
        .where('tenants.relationship', '<>', 'ended')
        .where('tenants.goneAt', 'is', null)
        .where('tenants.readingStoppedAt', 'is', null)
        .where('tenants.awaitingApprovalSince', 'is', null)
        .where('tenants.isConsented', '=', true)
        .orderBy(sql`tried.tried_at`, (order) => order.asc().nullsFirst())
        .execute()
    },

    async findFacts(tenantId: TenantId) {
      return (
        db
          .selectFrom('tenants')
          .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
          .select(['tenants.grantedPermissions', 'generations.hasEntraP1'])
          .where('tenants.id', '=', tenantId)
          // Its job may have been sent before an administrator stopped it.
          .where('tenants.readingStoppedAt', 'is', null)
          .where('tenants.awaitingApprovalSince', 'is', null)
          .executeTakeFirst()
      )
    },

    async begin(tenantId: TenantId, part: ReadPart, startedAt: Date): Promise<number> {
      const row = await db
        .insertInto('activityReadings')
        .values({ tenantId, part, startedAt })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** Adds rows. Microsoft may repeat one on a later page; the first one stays. */
    async insert<Part extends ReadPart>(
      part: Part,
      readingId: number,
      rows: readonly ActivityRow<Part>[],
    ): Promise<void> {
      const { table, columns } = COLUMNS[part]
      const names = Object.keys(columns)
      // Raw, because these are the keys of the JSON text, which keep their case.
      const keys = Object.entries(columns).map(([name, type]) => sql.raw(`"${name}" ${type}`))
      for (let start = 0; start < rows.length; start += CHUNK) {
        const chunk = storedJson(rows.slice(start, start + CHUNK))
        await sql`
          insert into ${sql.table(table)} (reading_id, ${sql.join(names.map((name) => sql.ref(name)))})
          select ${readingId}::bigint, given.*
          from json_to_recordset(${chunk}::json) as given (${sql.join(keys)})
          on conflict do nothing`.execute(db)
      }
    },

    /** The reading becomes the current one, unless a later one is. */
    async publish(tenantId: TenantId, part: ReadPart, reading: CompletedReading): Promise<void> {
      const { readingId, at, reportDate, isConcealed } = reading
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('activityReadings')
          .set({ completedAt: at, reportDate, isConcealed })
          .where('id', '=', readingId)
          .execute()
        const current = { currentReadingId: readingId, asOf: at, triedAt: at, failureCode: null }
        await trx
          .insertInto('tenantActivity')
          .values({ tenantId, part, ...current })
          .onConflict((conflict) =>
            conflict
              .columns(['tenantId', 'part'])
              .doUpdateSet(current)
              .where((eb) =>
                eb.or([
                  eb('tenantActivity.currentReadingId', 'is', null),
                  eb('tenantActivity.currentReadingId', '<', readingId),
                ]),
              ),
          )
          .execute()
      })
    },

    /** What was read before stays. */
    async recordFailure(
      tenantId: TenantId,
      part: ActivityPart,
      failure: { code: string; at: Date },
    ): Promise<void> {
      const tried = { triedAt: failure.at, failureCode: failure.code }
      await db
        .insertInto('tenantActivity')
        .values({ tenantId, part, ...tried })
        .onConflict((conflict) => conflict.columns(['tenantId', 'part']).doUpdateSet(tried))
        .execute()
    },

    /** Null: Microsoft has no score of this tenant yet. */
    async saveScore(
      tenantId: TenantId,
      { at, score }: { at: Date; score: DayScore | null },
    ): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (score !== null) {
          const { day, averageScores, controlScores, ...scores } = score
          const values = {
            ...scores,
            averageScores: storedJson(averageScores),
            controlScores: storedJson(controlScores),
            readAt: at,
          }
          await trx
            .insertInto('tenantSecureScores')
            .values({ tenantId, day, ...values })
            .onConflict((conflict) => conflict.columns(['tenantId', 'day']).doUpdateSet(values))
            .execute()
        }
        const tried = { asOf: at, triedAt: at, failureCode: null }
        await trx
          .insertInto('tenantActivity')
          .values({ tenantId, part: 'secureScore', ...tried })
          .onConflict((conflict) => conflict.columns(['tenantId', 'part']).doUpdateSet(tried))
          .execute()
      })
    },

    /** Readings that were replaced, or begun and left by a process that died; with their rows. */
    async sweep(abandonedBefore: Date, signal: AbortSignal): Promise<void> {
      const old = await db
        .selectFrom('activityReadings')
        .select(['id', 'part'])
        .where((eb) =>
          eb.or([
            eb.and([eb('completedAt', 'is', null), eb('startedAt', '<', abandonedBefore)]),
            eb.and([
              eb('completedAt', 'is not', null),
              eb('completedAt', '<', abandonedBefore),
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('tenantActivity')
                    .select('tenantActivity.part')
                    .whereRef('tenantActivity.currentReadingId', '=', 'activityReadings.id'),
                ),
              ),
            ]),
          ]),
        )
        .execute()
      for (const { id, part } of old) {
        let deleted = CHUNK
        while (deleted === CHUNK) {
          signal.throwIfAborted()
          deleted = await deleteRows(part, id)
        }
        await db.deleteFrom('activityReadings').where('id', '=', id).execute()
      }
    },
  }

  /** Some rows only: with a large reading whole the embedded database would do nothing else for seconds. */
  async function deleteRows(part: ReadPart, readingId: number): Promise<number> {
    const table = sql.table(COLUMNS[part].table)
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where reading_id = ${readingId} limit ${sql.lit(CHUNK)}))`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  }
}

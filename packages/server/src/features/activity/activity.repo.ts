import type { TenantId } from '@tenantscope/contract/ids'
import type { MalformedRows } from '@tenantscope/contract/parts'
import { sql } from 'kysely'

import { rowsOf } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { IS_READ } from '../../db/tenant-scope.ts'
import { jsonChunks } from '../../lib/json-chunks.ts'
import { storedJson } from '../../lib/stored-text.ts'
import type { ActivityPart } from './activity.rules.ts'

export type ActivityRepo = ReturnType<typeof createActivityRepo>

/** Parts whose rows belong to a reading; the secure score has one row per day. */
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
  devices: {
    table: 'activity_devices',
    columns: {
      deviceId: 'text',
      displayName: 'text',
      accountEnabled: 'boolean',
      lastSignInAt: 'timestamptz',
      operatingSystem: 'text',
      trustType: 'text',
    },
  },
  owners: { table: 'activity_owners', columns: { objectId: 'text', ownerIds: 'text[]' } },
  perUserMfa: { table: 'activity_per_user_mfa', columns: { userId: 'text', state: 'text' } },
  dns: {
    table: 'activity_dns',
    columns: {
      domain: 'text',
      mx: 'text[]',
      txt: 'text[]',
      dmarc: 'text[]',
      isDkimRead: 'boolean',
      dkimSelector1: 'text',
      dkimSelector2: 'text',
    },
  },
} as const

/** A row to store: every column of its part, as JSON values. */
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
  /** All rows of the usage report name no user. */
  readonly isConcealed: boolean
  /** Rows of the usage report that name no user. */
  readonly unattributedRows: number
  /** Rows that were left out; null: none. */
  readonly malformedRows: Omit<MalformedRows, 'part'> | null
}

const CHUNK = 500

/** Stores the data of nightly reads. A reading is visible only after it is published for its part. */
export function createActivityRepo(db: Db) {
  return {
    /**
     * Returns tenants that have been read at least once, with the facts that decide which parts are
     * available.
     */
    findCandidates: () =>
      db
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
        .where(IS_READ)
        .where('tenants.isConsented', '=', true)
        .orderBy(sql`tried.tried_at`, (order) => order.asc().nullsFirst())
        .execute(),

    findFacts: (tenantId: TenantId) =>
      db
        .selectFrom('tenants')
        .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
        .select(['tenants.grantedPermissions', 'generations.hasEntraP1'])
        .where('tenants.id', '=', tenantId)
        // The job may have been sent before an administrator stopped the reading.
        .where('tenants.readingStoppedAt', 'is', null)
        .where('tenants.awaitingApprovalSince', 'is', null)
        .executeTakeFirst(),

    /** Returns the domains of the current generation. */
    findDomains: async (tenantId: TenantId) => {
      const generationId = await currentGenerationOf(tenantId)
      if (generationId === null) return []
      return rowsOf(db, 'directoryDomains', { tenantId, generationId })
        .select(['name', 'isVerified'])
        .orderBy('name')
        .execute()
    },

    /** Returns whether the current generation found that MFA is required of everybody; null: not known. */
    isMfaRequired: async (tenantId: TenantId): Promise<boolean | null> => {
      const current = await db
        .selectFrom('tenants')
        .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
        .select('generations.mfa')
        .where('tenants.id', '=', tenantId)
        .executeTakeFirst()
      if (current === undefined || current.mfa === null || current.mfa === 'notKnown') return null
      return current.mfa === 'required' || current.mfa === 'requiredBySecurityDefaults'
    },

    /** Returns ids of members whose sign-in is not blocked, at most so many. */
    async findEnabledMembers(tenantId: TenantId, limit: number): Promise<string[]> {
      const generationId = await currentGenerationOf(tenantId)
      if (generationId === null) return []
      const rows = await rowsOf(db, 'directoryUsers', { tenantId, generationId })
        .select('id')
        .where(sql<boolean>`account_enabled is distinct from false`)
        .where(sql<boolean>`lower(user_type) is distinct from 'guest'`)
        .where(sql<boolean>`lower(object_type) is distinct from 'agentuser'`)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },

    isPublicDnsRead: async (): Promise<boolean> => {
      const { publicDnsRead } = await db
        .selectFrom('settings')
        .select('publicDnsRead')
        .executeTakeFirstOrThrow()
      return publicDnsRead
    },

    async begin(tenantId: TenantId, part: ReadPart, startedAt: Date): Promise<number> {
      const row = await db
        .insertInto('activityReadings')
        .values({ tenantId, part, startedAt })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** Adds rows. Microsoft may repeat a row on a later page; the first one is kept. */
    async insert<Part extends ReadPart>(
      part: Part,
      readingId: number,
      rows: readonly ActivityRow<Part>[],
    ): Promise<void> {
      const { table, columns } = COLUMNS[part]
      const names = Object.keys(columns)
      // Raw SQL, because these are keys of the JSON text, whose case is kept.
      const keys = Object.entries(columns).map(([name, type]) => sql.raw(`"${name}" ${type}`))
      for await (const chunk of jsonChunks(rows)) {
        await sql`
          insert into ${sql.table(table)} (reading_id, ${sql.join(names.map((name) => sql.ref(name)))})
          select ${readingId}::bigint, given.*
          from json_to_recordset(${chunk}::json) as given (${sql.join(keys)})
          on conflict do nothing`.execute(db)
      }
    },

    /** Makes the reading current, unless a later one is. */
    async publish(tenantId: TenantId, part: ReadPart, reading: CompletedReading): Promise<void> {
      const { readingId, at, reportDate, isConcealed, unattributedRows } = reading
      const malformedRows = reading.malformedRows && storedJson(reading.malformedRows)
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('activityReadings')
          .set({ completedAt: at, reportDate, isConcealed, unattributedRows, malformedRows })
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

    /** Stores the failure; earlier data is kept. */
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

    /** Null when Microsoft has no score of this tenant yet. */
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

    /** Deletes replaced readings, and unfinished ones of crashed processes, with their rows. */
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

  async function currentGenerationOf(tenantId: TenantId): Promise<number | null> {
    const { currentGenerationId } = await db
      .selectFrom('tenants')
      .select('currentGenerationId')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow()
    return currentGenerationId
  }

  /** Deletes rows in batches: a large reading would otherwise block the embedded database for seconds. */
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

import type { TenantId } from '@tenantscope/contract/ids'
import type { MalformedRows, PartFailure } from '@tenantscope/contract/parts'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'

import { DIRECTORY_TABLES } from '../../db/directory-tables.ts'
import { isInGeneration, rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Database, Db, Trx } from '../../db/tables.ts'
import { storedJson } from '../../lib/stored-text.ts'
import { createDirectoryRowsRepo, fence, GenerationLost } from './directory-rows.repo.ts'
import { createMfaJudge, hasInputs, saveNotCovered } from './mfa-judging.ts'
import { saveRenewalOutcomes } from './renewal-outcomes.ts'

export type GenerationRepo = ReturnType<typeof createGenerationRepo>

/** The generation to write, and the current one for readers. */
export interface BegunGeneration extends GenerationOfTenant {
  readonly currentId: number | null
  /** Number of users of the current one; null when unknown. */
  readonly currentPeople: number | null
}

/** A delta link with the state that it belongs to. */
export type DeltaLink = Pick<
  Selectable<Database['tenantDeltaLinks']>,
  'link' | 'selected' | 'takenAt' | 'fullReadAt'
>

const DELTA_RESOURCES = ['users', 'groups'] as const

/** A collection without a link is read in full. */
export type DeltaLinks = Readonly<Partial<Record<(typeof DELTA_RESOURCES)[number], DeltaLink>>>

/** Figures computed once when a generation is complete. Null: a required part is missing. */
export type GenerationFigures = Pick<
  Selectable<Database['generations']>,
  'people' | 'licensedPeople' | 'mfa' | 'mfaCoverage' | 'hasEntraP1'
>

export type DailyCounts = Omit<
  Selectable<Database['tenantDailyCounts']>,
  'tenantId' | 'day' | 'readAt'
>

/** Rows per statement when an abandoned reading is reverted. */
const BATCH = 1_000

/** Writes a reading of a tenant; it is visible only when it is complete. */
export function createGenerationRepo(db: Db) {
  return {
    ...createDirectoryRowsRepo(db),

    judgeMfa: createMfaJudge(db),
    hasInputs,
    saveNotCovered,
    saveRenewalOutcomes,

    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /**
     * Takes the tenant over from any earlier writer, and reverts an unpublished reading. From then
     * on, the earlier writer gets GenerationLost.
     */
    async begin(tenantId: TenantId, startedAt: Date): Promise<BegunGeneration> {
      const { generationId, currentId, currentPeople, isClean } = await db
        .transaction()
        .execute(async (trx) => {
          const tenant = await trx
            .selectFrom('tenants')
            .leftJoin('generations', 'generations.id', 'tenants.currentGenerationId')
            .select(['currentGenerationId', 'readingGenerationId', 'people'])
            .where('tenants.id', '=', tenantId)
            .forNoKeyUpdate('tenants')
            .executeTakeFirstOrThrow()
          const begun = await trx
            .insertInto('generations')
            .values({ tenantId, startedAt })
            .returning('id')
            .executeTakeFirstOrThrow()
          await trx
            .updateTable('tenants')
            .set({ readingGenerationId: begun.id })
            .where('id', '=', tenantId)
            .execute()
          const { currentGenerationId, readingGenerationId } = tenant
          return {
            generationId: begun.id,
            currentId: currentGenerationId,
            currentPeople: tenant.people,
            isClean: currentGenerationId !== null && readingGenerationId === null,
          }
        })
      const target = { tenantId, generationId }
      if (!isClean) await undoAfter(currentId ?? 0, target)
      return { ...target, currentId, currentPeople }
    },

    /** Returns the delta links of this app registration for each collection. */
    async findDeltaLinks(tenantId: TenantId, clientId: string): Promise<DeltaLinks> {
      const rows = await db
        .selectFrom('tenantDeltaLinks')
        .select(['resource', 'link', 'selected', 'takenAt', 'fullReadAt'])
        .where('tenantId', '=', tenantId)
        .where('clientId', '=', clientId)
        .execute()
      return Object.fromEntries(rows.map(({ resource, ...link }) => [resource, link]))
    },

    /** They belong to the generation that the same transaction publishes. */
    async saveDeltaLinks(
      trx: Trx,
      { tenantId, clientId }: { tenantId: TenantId; clientId: string },
      links: DeltaLinks,
    ): Promise<void> {
      await trx.deleteFrom('tenantDeltaLinks').where('tenantId', '=', tenantId).execute()
      const rows = DELTA_RESOURCES.flatMap((resource) => {
        const link = links[resource]
        return link ? [{ tenantId, clientId, resource, ...link }] : []
      })
      if (rows.length > 0) await trx.insertInto('tenantDeltaLinks').values(rows).execute()
    },

    async findGroupsWithLicenses(generation: GenerationOfTenant): Promise<string[]> {
      const rows = await rowsOf(db, 'directoryGroups', generation)
        .select('id')
        .where('assignedSkuIds', '<>', sql<string[]>`'{}'::text[]`)
        .execute()
      return rows.map(({ id }) => id)
    },

    /**
     * Returns the users whose assignments can change without a change of what they hold, and the
     * number of all users. Where members of a group with licenses are unknown, that is everybody.
     */
    async findUnreportedHolders(
      generation: GenerationOfTenant,
      { isEveryGroupKnown }: { isEveryGroupKnown: boolean },
    ): Promise<{ ids: readonly string[]; people: number }> {
      const { rows } = await sql<{ ids: string[] | null; people: number }>`
        with licensed as (
          select id, coalesce(lower(visibility), '') = 'hiddenmembership' as is_hidden
          from directory_groups
          where ${isInGeneration('directoryGroups', generation)} and assigned_sku_ids <> '{}'
        ),
        concerned as (
          select user_id as id from directory_license_assignments
          where ${isInGeneration('directoryLicenseAssignments', generation)}
            and (assigned_by_group <> '' or error is not null
              or coalesce(state, 'Active') <> 'Active')
          union
          select member_id from directory_group_members
          where ${isInGeneration('directoryGroupMembers', generation)}
            and group_id in (select id from licensed)
        )
        select
          (array_agg(people.id) filter (where ${!isEveryGroupKnown}::boolean
            or exists (select from licensed where is_hidden)
            or people.id in (select id from concerned))) as ids,
          count(*)::int as people
        from directory_users as people
        where ${isInGeneration('people', generation)}`.execute(db)
      return { ids: rows[0]?.ids ?? [], people: rows[0]?.people ?? 0 }
    },

    /** Counts users and license holders of the generation: a failed assignment grants no license. */
    async countPeople(
      generation: GenerationOfTenant,
    ): Promise<{ people: number; licensedPeople: number }> {
      const { rows } = await sql<{ people: number; licensedPeople: number }>`
        select
          (select count(*) from directory_users
            where ${isInGeneration('directoryUsers', generation)})::int as people,
          (select count(distinct user_id) from directory_license_assignments
            where ${isInGeneration('directoryLicenseAssignments', generation)}
            and coalesce(state, 'Active') not in ('Error', 'Disabled'))::int as licensed_people
      `.execute(db)
      return rows[0] ?? { people: 0, licensedPeople: 0 }
    },

    async complete(
      trx: Trx,
      generationId: number,
      end: {
        at: Date
        figures: GenerationFigures
        partFailures: readonly PartFailure[]
        malformedRows: readonly MalformedRows[]
      },
    ): Promise<void> {
      await trx
        .updateTable('generations')
        .set({
          ...end.figures,
          mfaCoverage: end.figures.mfaCoverage && storedJson(end.figures.mfaCoverage),
          completedAt: end.at,
        })
        .where('id', '=', generationId)
        .execute()
      if (end.partFailures.length > 0)
        await trx
          .insertInto('generationPartFailures')
          .values(end.partFailures.map((failure) => ({ ...failure, generationId })))
          .execute()
      if (end.malformedRows.length > 0)
        await trx
          .insertInto('generationMalformedRows')
          .values(
            end.malformedRows.map(({ named, ...rows }) => ({
              ...rows,
              generationId,
              named: storedJson(named),
            })),
          )
          .execute()
    },

    /**
     * Counts the holders of each SKU: direct and group assignments of one user count once, failed
     * ones never. Runs outside the publishing transaction, because it takes long for a hundred
     * thousand users.
     */
    async saveHolders({ tenantId, generationId }: GenerationOfTenant): Promise<void> {
      const generation = { tenantId, generationId }
      await sql`
        insert into generation_sku_holders (generation_id, tenant_id, sku_id, holders,
          blocked_holders, guest_holders)
        select ${generationId}::bigint, ${tenantId}, lower(held.sku_id),
          count(distinct held.user_id),
          count(distinct held.user_id) filter (where people.account_enabled = false),
          count(distinct held.user_id) filter (where people.account_enabled is distinct from false
            and lower(people.user_type) = 'guest')
        from directory_license_assignments as held
        join directory_users as people on people.id = held.user_id
          and ${isInGeneration('people', generation)}
        where ${isInGeneration('held', generation)}
          and coalesce(held.state, 'Active') not in ('Error', 'Disabled')
        group by lower(held.sku_id)`.execute(db)
    },

    /** The last reading of a day (UTC) replaces earlier ones. */
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
      // Deletes SKUs of an earlier reading of the day that no longer exist.
      await trx
        .deleteFrom('tenantDailySeats')
        .where('tenantId', '=', tenantId)
        .where('day', '=', day)
        .execute()
      await sql`
        insert into tenant_daily_seats (tenant_id, day, sku_id, sku_part_number, applies_to,
          consumed_units, enabled_units, warning_units, suspended_units, locked_out_units)
        select ${tenantId}, ${day}::date, sku_id, sku_part_number, applies_to,
          consumed_units, enabled_units, warning_units, suspended_units, locked_out_units
        from directory_skus
        where ${isInGeneration('directorySkus', { tenantId, generationId })}`.execute(trx)
    },
  }

  async function undoAfter(currentId: number, target: GenerationOfTenant): Promise<void> {
    const { tenantId } = target
    for (const table of DIRECTORY_TABLES) {
      const begunLater = sql`from_generation > ${currentId}::bigint`
      await inBatches(
        target,
        sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)}
          where tenant_id = ${tenantId} and ${begunLater} and exists (select from fence)
          limit ${sql.lit(BATCH)}))`,
      )
      const endedLater = sql`to_generation > ${currentId}::bigint`
      await inBatches(
        target,
        sql`update ${sql.table(table)} set to_generation = null where ctid = any(array(
          select ctid from ${sql.table(table)}
          where tenant_id = ${tenantId} and ${endedLater} and exists (select from fence)
          limit ${sql.lit(BATCH)}))`,
      )
    }
  }

  async function inBatches(target: GenerationOfTenant, change: RawBuilder<unknown>) {
    let changed = BATCH
    while (changed === BATCH) {
      const { rows } = await sql<{ isHeld: boolean; changed: number }>`
        with ${fence(target)}, changed as (${change} returning 1)
        select exists (select from fence) as is_held, (select count(*) from changed)::int as changed
      `.execute(db)
      if (rows[0]?.isHeld !== true) throw new GenerationLost(target)
      changed = rows[0].changed
    }
  }
}

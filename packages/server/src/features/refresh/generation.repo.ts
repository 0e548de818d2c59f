import type { TenantId } from '@tenantscope/contract/ids'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { MfaVerdict } from '@tenantscope/contract/tenants'
import { sql } from 'kysely'
import type { Kysely, RawBuilder, Transaction } from 'kysely'

import { isInGeneration, rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Database } from '../../db/tables.ts'
import { DIRECTORY_TABLES } from './directory-columns.ts'
import { createDirectoryRowsRepo, fence } from './directory-rows.repo.ts'
import { GenerationLost } from './generation-lost.ts'

export type GenerationRepo = ReturnType<typeof createGenerationRepo>

type Trx = Transaction<Database>

/** The generation to write into, and the one that readers see meanwhile. */
export interface BegunGeneration extends GenerationOfTenant {
  readonly currentId: number | null
  /** How many people that one has; null when nobody knows. */
  readonly currentPeople: number | null
}

/** What Microsoft gives to read on from, and what it stands for. */
export interface DeltaLink {
  readonly link: string
  /** The properties that its rows hold; another version of the product may select more. */
  readonly selected: string
  readonly takenAt: Date
  readonly fullReadAt: Date
}

const DELTA_RESOURCES = ['users', 'groups'] as const

/** Without one the collection is read whole. */
export type DeltaLinks = Readonly<Partial<Record<(typeof DELTA_RESOURCES)[number], DeltaLink>>>

/** What is computed once, when a generation is complete. Null: a part that it needs is missing. */
export interface GenerationFigures {
  readonly people: number | null
  readonly licensedPeople: number | null
  readonly mfa: MfaVerdict
  readonly hasEntraP1: boolean | null
}

export interface DailyCounts {
  readonly hasLicenses: boolean
  readonly people: number | null
  readonly licensedPeople: number | null
  readonly policiesEnabled: number | null
  readonly policiesReportOnly: number | null
  readonly policiesDisabled: number | null
}

/** Rows per statement when an abandoned reading is undone. */
const BATCH = 1_000

/** Writes a reading of a tenant; nobody reads it before it is complete. */
export function createGenerationRepo(db: Kysely<Database>) {
  return {
    ...createDirectoryRowsRepo(db),

    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /**
     * Takes the tenant over from whoever wrote it, and undoes what a reading left that was never
     * published. An earlier writer gets GenerationLost from then on.
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

    /** Where this app registration reads on, for each collection that can be read on. */
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

    /** People of the generation, and those who hold a license: an assignment that failed gives none. */
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

    /**
     * Counts who holds each SKU: a license that comes directly and by a group is one, one that failed
     * none. Not within the publishing transaction: of a hundred thousand people it takes a while.
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
      // A SKU that is gone since the day's reading before this one is none of the day's any more.
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

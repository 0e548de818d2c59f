import { TenantUser } from '@tenantscope/contract/licenses'
import type { HolderKind } from '@tenantscope/contract/licenses'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import { shapeOf } from '../../db/directory-tables.ts'
import { isInGeneration, rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import { SHOWN_PERSON } from '../../db/person-name.ts'
import type { Db } from '../../db/tables.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { HolderRow, PersonRow } from './tenant-people.rules.ts'

export type TenantPeopleRepo = ReturnType<typeof createTenantPeopleRepo>

/** Agents are users of Microsoft's own type, which says more than that they are members. */
const USER_TYPE = sql`case when lower(object_type) = 'agentuser' then 'Agent user' else user_type end
  as user_type`

/** The stored columns of a user: those that the contract names, and those that it shows under another name. */
const USER_COLUMNS = sql.join(
  shapeOf('directoryUsers')
    .columns.map(({ name }) => name)
    .filter((name) => name in TenantUser.shape || ['mail', 'onPremisesSyncEnabled'].includes(name))
    .map((name) => (name === 'userType' ? USER_TYPE : sql.ref(name))),
)

/** Users of a generation with their shown name. */
const namedPeople = (generation: GenerationOfTenant) => sql`(
  select *, ${SHOWN_PERSON} as name
  from directory_users where ${isInGeneration('directoryUsers', generation)}) as people`
/** The ids decide between equal names. */
const BY_NAME = sql`${byAlphabet(sql`name`)}, id collate "C"`
/** An assignment that failed grants no license. */
const GIVES_LICENSE = sql`coalesce(held.state, 'Active') not in ('Error', 'Disabled')`

/** Selects users' licenses as indexes in `skuIds`; `isAsked` is the condition for `held`. */
const heldPlaces = (
  generation: GenerationOfTenant,
  { skuIds, isAsked }: { skuIds: readonly string[]; isAsked: RawBuilder<unknown> },
) => sql`(
  select held.user_id, array_agg(distinct sku.place::int order by sku.place::int) as held
  from directory_license_assignments held
  join unnest(${skuIds}::text[]) with ordinality as sku (id, place)
    on sku.id = lower(held.sku_id)
  where ${isInGeneration('held', generation)} and ${GIVES_LICENSE}
    and ${isAsked}
  group by held.user_id)`

const IS_OF_KIND = {
  all: sql`true`,
  blocked: sql`account_enabled = false`,
  // Blocked guests count as blocked only.
  guests: sql`account_enabled is distinct from false and lower(user_type) = 'guest'`,
} as const satisfies Record<HolderKind, RawBuilder<unknown>>

/** Reads a tenant's users with their licenses, each license once for all its assignments. */
export function createTenantPeopleRepo(db: Db) {
  return {
    /** `skuIds` in lower case are the licenses to return, in this order. */
    async readPage(
      { tenantId }: TenantAccess,
      generationId: number,
      page: { skuIds: readonly string[]; offset: number; limit: number },
    ): Promise<{ people: PersonRow[]; total: number }> {
      const generation = { tenantId, generationId }
      const isAsked = sql`held.user_id in (select id from page)`
      const [{ rows: people }, { total }] = await Promise.all([
        sql<PersonRow>`
          with page as (
            select ${USER_COLUMNS}, name from ${namedPeople(generation)}
            order by ${BY_NAME} offset ${page.offset} limit ${page.limit}),
          licenses as ${heldPlaces(generation, { skuIds: page.skuIds, isAsked })}
          select page.*, coalesce(licenses.held, '{}') as held
          from page left join licenses on licenses.user_id = page.id
          order by ${BY_NAME}`.execute(db),
        rowsOf(db, 'directoryUsers', generation)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { people, total }
    },

    /** Returns those of `userIds` that exist, unordered; `skuIds` as above. */
    async readSome(
      { tenantId }: TenantAccess,
      generationId: number,
      asked: { skuIds: readonly string[]; userIds: readonly string[] },
    ): Promise<PersonRow[]> {
      const generation = { tenantId, generationId }
      const { skuIds, userIds } = asked
      const isAsked = sql`held.user_id = any(${userIds}::text[])`
      // Two queries: before a large tenant's tables are analyzed, a join may take minutes.
      const [{ rows: people }, { rows: holders }] = await Promise.all([
        sql<Omit<PersonRow, 'held'>>`
          select ${USER_COLUMNS}, name from ${namedPeople(generation)} where id = any(${userIds}::text[])`.execute(
          db,
        ),
        sql<{ userId: string; held: number[] }>`
          select * from ${heldPlaces(generation, { skuIds, isAsked })} as licenses`.execute(db),
      ])
      const heldById = new Map(holders.map(({ userId, held }) => [userId, held]))
      return people.map((person) => ({ ...person, held: heldById.get(person.id) ?? [] }))
    },

    /** Returns the next users after an id, by id, with any of `skuIds` in lower case. */
    async findHolders(
      { tenantId }: TenantAccess,
      generationId: number,
      asked: { skuIds: readonly string[]; after: string; limit: number },
    ): Promise<string[]> {
      const generation = { tenantId, generationId }
      const { rows } = await sql<{ id: string }>`
        select distinct held.user_id as id from directory_license_assignments held
        where ${isInGeneration('held', generation)} and ${GIVES_LICENSE}
          and lower(held.sku_id) = any(${asked.skuIds}::text[]) and held.user_id > ${asked.after}
          and exists (select from directory_users people
            where people.id = held.user_id and ${isInGeneration('people', generation)})
        order by held.user_id limit ${asked.limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Returns a SKU's holders by name; `skuId` in lower case. */
    async readHolders(
      { tenantId }: TenantAccess,
      generationId: number,
      asked: { skuId: string; kind: HolderKind; limit: number; signInsId: number | null },
    ): Promise<{ holders: HolderRow[]; total: number }> {
      const generation = { tenantId, generationId }
      const { rows } = await sql<HolderRow & { total: number }>`
        with assigned as (
          select held.user_id, bool_or(held.assigned_by_group = '') as is_directly_assigned,
            array_agg(held.assigned_by_group) filter (where held.assigned_by_group <> '') as group_ids
          from directory_license_assignments held
          where ${isInGeneration('held', generation)} and ${GIVES_LICENSE}
            and lower(held.sku_id) = ${asked.skuId}
          group by held.user_id),
        shown as (
          select id, name, user_principal_name, account_enabled, user_type,
            is_directly_assigned, group_ids, count(*) over ()::int as total
          from assigned join ${namedPeople(generation)} on people.id = assigned.user_id
          where ${IS_OF_KIND[asked.kind]}
          order by ${BY_NAME} limit ${asked.limit})
        select shown.*, array(
            select coalesce(nullif(btrim(named.display_name), ''), given.id)
            from unnest(shown.group_ids) as given (id)
            left join directory_groups named
              on named.id = given.id and ${isInGeneration('named', generation)}
            order by 1) as groups,
          -- Tries that failed are no sign-ins, but older dates were stored without this distinction.
          coalesce(last_successful_sign_in_at,
            greatest(last_sign_in_at, last_non_interactive_sign_in_at)) as last_sign_in_at,
          activity.user_id is not null as is_sign_in_known
        from shown left join activity_sign_ins activity
          on activity.reading_id = ${asked.signInsId}::bigint and activity.user_id = shown.id
        order by ${BY_NAME}`.execute(db)
      const total = rows[0]?.total ?? 0
      return { holders: rows.map(({ total: _total, ...holder }) => holder), total }
    },

    /** The reading with sign-in dates; null when there is none. */
    async findSignIns({
      tenantId,
    }: TenantAccess): Promise<{ readingId: number | null; asOf: Date | null }> {
      const row = await db
        .selectFrom('tenantActivity')
        .select(['currentReadingId as readingId', 'asOf'])
        .where('tenantId', '=', tenantId)
        .where('part', '=', 'signIns')
        .where('currentReadingId', 'is not', null)
        .executeTakeFirst()
      return row ?? { readingId: null, asOf: null }
    },
  }
}

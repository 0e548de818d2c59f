import type { SearchResult } from '@tenantscope/contract/search'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { Query } from './search.rules.ts'

export type SearchRepo = ReturnType<typeof createSearchRepo>

/** What is searched for, where, and how much of it is wanted. */
export interface Asked extends Query {
  readonly scope: TenantScope
  readonly limit: number
}

type Found<Kind extends keyof SearchResult> = SearchResult[Kind]['items'][number]

/** Finds what stands in the current generations of the scope's tenants; what was read last of one that has ended too. */
export function createSearchRepo(db: Kysely<Database>) {
  return {
    async tenants(asked: Asked): Promise<Found<'tenants'>[]> {
      const text = lines(
        'settings.alias',
        'tenants.displayName',
        'tenants.defaultDomainName',
        'tenants.id',
      )
      const { rows } = await sql<Found<'tenants'>>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          tenants.default_domain_name
        from tenants left join tenant_settings settings on settings.tenant_id = tenants.id
        where ${isInScope('tenants.id', asked.scope)} and ${hasWords(asked, text)}
        order by ${rank(asked, text)}, lower(${text}), tenants.id
        limit ${asked.limit}`.execute(db)
      return rows
    },

    async people(asked: Asked): Promise<Found<'people'>[]> {
      const name = sql`coalesce(nullif(btrim(found.display_name), ''),
        nullif(btrim(found.user_principal_name), ''), found.id)`
      const text = lines('found.displayName', 'found.userPrincipalName', 'found.mail')
      const { rows } = await sql<Found<'people'>>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          found.id as user_id, ${name} as name, found.user_principal_name
        from directory_users found join tenants on ${isCurrent('found')}
        where ${isInScope('tenants.id', asked.scope)} and ${hasWords(asked, text)}
        order by ${rank(asked, text)}, lower(${text}), tenants.id, found.id
        limit ${asked.limit}`.execute(db)
      return rows
    },

    /** Which tenants have the SKUs, whose ids are in lower case and in the order that is wanted. */
    async licenses(
      { scope, limit }: Asked,
      skuIds: readonly string[],
    ): Promise<Omit<Found<'licenses'>, 'displayName'>[]> {
      const { rows } = await sql<Omit<Found<'licenses'>, 'displayName'>>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          found.sku_id, found.sku_part_number
        from directory_skus found join tenants on ${isCurrent('found')}
        join unnest(${skuIds}::text[]) with ordinality as wanted (sku_id, place)
          on wanted.sku_id = lower(found.sku_id)
        where ${isInScope('tenants.id', scope)}
        order by wanted.place, lower(${shownName('tenants')}), tenants.id, found.sku_id
        limit ${limit}`.execute(db)
      return rows
    },

    async policies(asked: Asked): Promise<Found<'policies'>[]> {
      const text = lines('found.displayName')
      const { rows } = await sql<Found<'policies'>>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          found.id as policy_id, found.display_name, found.state
        from directory_policies found join tenants on ${isCurrent('found')}
        where ${isInScope('tenants.id', asked.scope)} and ${hasWords(asked, text)}
        order by ${rank(asked, text)}, lower(${text}), tenants.id, found.id
        limit ${asked.limit}`.execute(db)
      return rows
    },
  }
}

/** Whether the row is in its tenant's current generation; `rows` is the name that the query gives the table. */
function isCurrent(rows: string): RawBuilder<boolean> {
  const ended = sql.ref(`${rows}.toGeneration`)
  return sql<boolean>`(tenants.id = ${sql.ref(`${rows}.tenantId`)}
    and ${sql.ref(`${rows}.fromGeneration`)} <= tenants.current_generation_id
    and (${ended} is null or ${ended} > tenants.current_generation_id))`
}

/**
 * The columns as one text, each on a line of its own. The first one is what a row is shown by, so rows
 * in the order of this text are in that of their names.
 */
function lines(...columns: readonly string[]): RawBuilder<string> {
  return sql<string>`concat_ws(e'\n', '', ${sql.join(columns.map((column) => sql.ref(column)))}, '')`
}

/**
 * Whether every word stands somewhere in the text. By position and not by LIKE, so that no character
 * of a word means anything but itself.
 */
function hasWords({ words }: Asked, text: RawBuilder<string>): RawBuilder<boolean> {
  const tests = words.map((word) => sql`${placeOf(word, text)} > 0`)
  return sql<boolean>`(${sql.join(tests, sql` and `)})`
}

/** 0 where a column is what was searched for, 1 where one begins with it, 2 elsewhere. */
function rank({ text: wanted }: Asked, text: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`case
    when ${placeOf(`\n${wanted}\n`, text)} > 0 then 0
    when ${placeOf(`\n${wanted}`, text)} > 0 then 1
    else 2 end`
}

/** Where the one stands in the other, whatever their case; 0: nowhere. */
function placeOf(wanted: string, text: RawBuilder<string>): RawBuilder<number> {
  // To fold A to Z alone takes half the time, and is all that an ASCII text asks for.
  const folding = IS_ASCII.test(wanted) ? sql`collate "C"` : sql``
  return sql<number>`strpos(lower(${text} ${folding}), lower(${wanted}::text))`
}

const IS_ASCII = /^\p{ASCII}*$/u

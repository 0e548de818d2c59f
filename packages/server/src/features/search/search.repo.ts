import type { SearchResult } from '@tenantscope/contract/search'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import { isInGeneration } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { Query } from './search.rules.ts'

export type SearchRepo = ReturnType<typeof createSearchRepo>

/** The search text, the scope, and the wanted part of the results. */
export interface Asked extends Query {
  readonly scope: TenantScope
  readonly limit: number
  readonly offset: number
  /** The time before which the data of a tenant are outdated. */
  readonly outdatedBefore: Date
  /** The time before which verdicts are not known. */
  readonly oldBefore: Date
}

/** `skuIds`: ids in lower case, in the wanted order. */
export interface AskedLicenses extends Asked {
  readonly skuIds: readonly string[]
}

type Found<Kind extends keyof SearchResult> = SearchResult[Kind]['items'][number]

interface InTenant {
  readonly isInactive: boolean
}

/** A tenant and its current generation; null before the first refresh. */
type FoundTenant = Omit<Found<'tenants'>, 'issues'> &
  InTenant & { readonly generationId: number | null }

type FoundLicense = Pick<
  Found<'licenses'>,
  'tenantId' | 'tenantName' | 'skuId' | 'skuPartNumber' | 'isOutdated'
> &
  InTenant & { readonly generationId: number }

/** Searches the current generations of the scope's tenants, including the last one of ended tenants. */
export function createSearchRepo(db: Db) {
  async function countOf(rows: RawBuilder<unknown>): Promise<number> {
    const counted = await sql<{ total: number }>`select count(*)::int as total ${rows}`.execute(db)
    return counted.rows[0]?.total ?? 0
  }

  return {
    async tenants(asked: Asked): Promise<FoundTenant[]> {
      const { rows } = await sql<FoundTenant>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          tenants.default_domain_name, ${IS_INACTIVE} as is_inactive,
          ${isOutdated(asked)} as is_outdated,
          tenants.current_generation_id as generation_id
        ${tenantsWith(asked)}
        order by ${rank(asked, TENANT)}, ${byAlphabet(TENANT)}, tenants.id
        ${part(asked)}`.execute(db)
      return rows
    },

    async people(asked: Asked): Promise<Found<'people'>[]> {
      const name = sql`coalesce(nullif(btrim(found.display_name), ''),
        nullif(btrim(found.user_principal_name), ''), found.id)`
      const { rows } = await sql<Found<'people'>>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          found.id as user_id, ${name} as name, found.user_principal_name,
          ${isOutdated(asked)} as is_outdated,
          not ${IS_INACTIVE} and tenants.data_as_of >= ${asked.oldBefore}::timestamptz
            and exists (select from people_not_covered as open
            where open.tenant_id = found.tenant_id and open.user_id = found.id) as is_not_covered
        ${peopleWith(asked)}
        order by ${rank(asked, PERSON)}, ${byAlphabet(PERSON)}, tenants.id, found.id
        ${part(asked)}`.execute(db)
      return rows
    },

    /** Returns the tenants with the SKUs. */
    async licenses(asked: AskedLicenses): Promise<FoundLicense[]> {
      const { rows } = await sql<FoundLicense>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          found.sku_id, found.sku_part_number, ${IS_INACTIVE} as is_inactive,
          ${isOutdated(asked)} as is_outdated,
          tenants.current_generation_id as generation_id
        ${licensesOf(asked)}
        order by wanted.place, ${byAlphabet(shownName('tenants'))}, tenants.id, found.sku_id
        ${part(asked)}`.execute(db)
      return rows
    },

    async policies(asked: Asked): Promise<Found<'policies'>[]> {
      const { rows } = await sql<Found<'policies'>>`
        select tenants.id as tenant_id, ${shownName('tenants')} as tenant_name,
          found.id as policy_id, found.display_name, found.state
        ${policiesWith(asked)}
        order by ${rank(asked, POLICY)}, ${byAlphabet(POLICY)}, tenants.id, found.id
        ${part(asked)}`.execute(db)
      return rows
    },

    // The number of all results, whichever part is wanted.
    countTenants: (asked: Asked) => countOf(tenantsWith(asked)),
    countPeople: (asked: Asked) => countOf(peopleWith(asked)),
    countLicenses: (asked: AskedLicenses) => countOf(licensesOf(asked)),
    countPolicies: (asked: Asked) => countOf(policiesWith(asked)),
  }
}

/** An Inactive tenant has no findings. */
const IS_INACTIVE = sql<boolean>`(tenants.status = 'Inactive')`

const isOutdated = ({ outdatedBefore }: Asked) =>
  sql<boolean>`(not ${IS_INACTIVE}
    and coalesce(tenants.data_as_of < ${outdatedBefore}::timestamptz, false))`

const TENANT = lines(
  'settings.alias',
  'tenants.displayName',
  'tenants.defaultDomainName',
  'tenants.id',
)
const PERSON = lines('found.displayName', 'found.userPrincipalName', 'found.mail')
const POLICY = lines('found.displayName')

const tenantsWith = (asked: Asked) => sql`
  from tenants left join tenant_settings settings on settings.tenant_id = tenants.id
  where ${isInScope('tenants.id', asked.scope)} and ${hasWords(asked, TENANT)}`

const peopleWith = (asked: Asked) => sql`
  from directory_users found join tenants on ${isCurrent('found')}
  where ${isInScope('tenants.id', asked.scope)} and ${hasWords(asked, PERSON)}`

const licensesOf = ({ scope, skuIds }: AskedLicenses) => sql`
  from directory_skus found join tenants on ${isCurrent('found')}
  join unnest(${skuIds}::text[]) with ordinality as wanted (sku_id, place)
    on wanted.sku_id = lower(found.sku_id)
  where ${isInScope('tenants.id', scope)}`

const policiesWith = (asked: Asked) => sql`
  from directory_policies found join tenants on ${isCurrent('found')}
  where ${isInScope('tenants.id', asked.scope)} and ${hasWords(asked, POLICY)}`

const part = ({ limit, offset }: Asked) => sql`limit ${limit} offset ${offset}`

/** The condition that a row is in its tenant's current generation; `rows` is the table's alias. */
const isCurrent = (rows: string): RawBuilder<boolean> =>
  isInGeneration(rows, {
    tenantId: sql.ref('tenants.id'),
    generationId: sql.ref('tenants.currentGenerationId'),
  })

/**
 * Returns the columns as one text, each on its own line. The first is the shown name, so ordering
 * by this text orders by name.
 */
function lines(...columns: readonly string[]): RawBuilder<string> {
  return sql<string>`concat_ws(e'\n', '', ${sql.join(columns.map((column) => sql.ref(column)))}, '')`
}

/**
 * The condition that every word occurs in the text. By position and not by LIKE, so that no
 * character has a special meaning.
 */
function hasWords({ words }: Asked, text: RawBuilder<string>): RawBuilder<boolean> {
  const tests = words.map((word) => sql`${placeOf(word, text)} > 0`)
  return sql<boolean>`(${sql.join(tests, sql` and `)})`
}

/** 0 when a column equals the search text, 1 when one begins with it, 2 otherwise. */
function rank({ text: wanted }: Asked, text: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`case
    when ${placeOf(`\n${wanted}\n`, text)} > 0 then 0
    when ${placeOf(`\n${wanted}`, text)} > 0 then 1
    else 2 end`
}

/** Returns the case-insensitive position of one text in the other; 0: absent. */
function placeOf(wanted: string, text: RawBuilder<string>): RawBuilder<number> {
  // Folding only A to Z takes half the time and suffices for ASCII text.
  const folding = IS_ASCII.test(wanted) ? sql`collate "C"` : sql``
  return sql<number>`strpos(lower(${text} ${folding}), lower(${wanted}::text))`
}

const IS_ASCII = /^\p{ASCII}*$/u

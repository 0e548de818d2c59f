import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { DIRECTORY_TABLES, shapeOf } from '../../db/directory-tables.ts'
import { isInGeneration } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import { readPriceFacts } from '../../db/price-facts.ts'
import type { Db } from '../../db/tables.ts'
import { isReadingUsable } from '../../lib/nightly-reading.ts'
import { NIGHTLY_TABLES } from './nightly-tables.ts'
import { readSmallTables } from './small-tables.ts'
import { DIRECTORY_COLUMNS } from './stored-rows.ts'
import type {
  NightlyPart,
  NightlyReading,
  ReadOutcome,
  StoredFrame,
  StoredPage,
  StoredTable,
  TableText,
} from './stored-rows.ts'

export type StoredFactsRepo = ReturnType<typeof createStoredFactsRepo>

/** Rows per statement, so that the event loop is free between them. */
const ROWS = 1_000

/** Fewer than the connections of a process: requests need some too. */
const TABLES_AT_ONCE = 4

/** Reads what is stored of a tenant for its checks. */
export function createStoredFactsRepo(db: Db) {
  /** Reads the rows of a generation and of the nightly readings, a page at a time; `only` some tables. */
  async function* pages(
    generation: GenerationOfTenant,
    { nightly }: Pick<StoredFrame, 'nightly'>,
    only: readonly StoredTable[] | null = null,
  ): AsyncGenerator<StoredPage, void, undefined> {
    const isWanted = (table: StoredTable) => only?.includes(table) ?? true
    const ofDirectory = DIRECTORY_TABLES.filter(isWanted).map((table) =>
      pagesOf(db, table, {
        columns: DIRECTORY_COLUMNS[table],
        keys: shapeOf(table).keys,
        condition: isInGeneration(table, generation),
      }),
    )
    const atNight = NIGHTLY_TABLES.flatMap(({ part, table, key, columns }) => {
      const reading = nightly[part]
      if ('failureCode' in reading || !isWanted(table)) return []
      const condition = sql<boolean>`reading_id = ${reading.readingId}::bigint`
      return [pagesOf(db, table, { columns, keys: [key], condition })]
    })
    const tables = [...ofDirectory, ...atNight]
    for (let start = 0; start < tables.length; start += TABLES_AT_ONCE)
      yield* firstPagesTogether(tables.slice(start, start + TABLES_AT_ONCE))
  }

  return {
    /** Reads the versions and accounts in one statement, so that a later change is noticed. */
    async readFrame(
      tenantId: TenantId,
      outcome: ReadOutcome,
    ): Promise<StoredFrame & { readonly accountsVersion: number }> {
      const { rows } = await sql<{ version: number; accounts: string[]; readings: ReadingRow[] }>`
        select emergency_accounts_version as version,
          array(select user_id from emergency_accounts where tenant_id = tenants.id) as accounts,
          array(select json_build_object('part', activity.part, 'asOf', activity.as_of,
              'triedAt', activity.tried_at, 'failureCode', activity.failure_code,
              'readingId', reading.id, 'isConcealed', reading.is_concealed,
              'unattributedRows', coalesce(reading.unattributed_rows, 0),
              'reportDate', reading.report_date,
              'hasMalformedRows', reading.malformed_rows is not null)
            from tenant_activity as activity
            left join activity_readings as reading on reading.id = activity.current_reading_id
            where activity.tenant_id = tenants.id) as readings
        from tenants where id = ${tenantId}`.execute(db)
      const [tenant] = rows
      if (tenant === undefined) throw new Error(`Tenant ${tenantId} does not exist`)
      return {
        ...outcome,
        nightly: nightlyOf(tenant.readings),
        emergencyAccounts: tenant.accounts,
        licenseChoices: await findLicenseChoices(db),
        prices: { ...(await readPriceFacts(db, tenantId)), tenantId },
        accountsVersion: tenant.version,
      }
    },

    /** Returns the current generation with its outcome; undefined when the tenant has none. */
    async findCurrent(
      tenantId: TenantId,
    ): Promise<{ generationId: number; outcome: ReadOutcome } | undefined> {
      const { rows } = await sql<Current>`
        select generations.id, completed_at,
          array(select json_build_object('part', part, 'code', code)
            from generation_part_failures where generation_id = generations.id) as failures,
          array(select json_build_object('part', part)
            from generation_malformed_rows where generation_id = generations.id) as malformed
        from tenants join generations on generations.id = tenants.current_generation_id
        where tenants.id = ${tenantId}`.execute(db)
      const [current] = rows
      if (current === undefined || current.completedAt === null) return undefined
      const { id: generationId, completedAt: asOf, failures, malformed: malformedRows } = current
      return { generationId, outcome: { asOf, failures, malformedRows } }
    },

    /** Reads all rows for judging: the small tables as texts at once, the others a page at a time. */
    async *chunks(
      generation: GenerationOfTenant,
      frame: Pick<StoredFrame, 'nightly'>,
    ): AsyncGenerator<StoredPage | readonly TableText[], void, undefined> {
      const { texts, large } = await readSmallTables(db, generation, frame)
      yield texts
      if (large.length > 0) yield* pages(generation, frame, large)
    },

    pages,
  }
}

/** Returns the SKUs of the installation for which an administrator set something. */
function findLicenseChoices(db: Db): Promise<StoredFrame['licenseChoices']> {
  return db
    .selectFrom('licenseVisibility')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('isVisible', '=', false),
        eb('ownType', 'is not', null),
        eb('friendlyName', 'is not', null),
        eb('productName', 'is not', null),
      ]),
    )
    .orderBy('skuId')
    .execute()
}

interface ReadingRow {
  readonly part: NightlyPart
  readonly asOf: string | null
  readonly triedAt: string
  readonly failureCode: string | null
  readonly readingId: number | null
  readonly isConcealed: boolean | null
  readonly unattributedRows: number
  readonly reportDate: string | null
  readonly hasMalformedRows: boolean
}

interface Current {
  readonly id: number
  readonly completedAt: Date | null
  readonly failures: ReadOutcome['failures']
  readonly malformed: ReadOutcome['malformedRows']
}

function nightlyOf(rows: readonly ReadingRow[]): StoredFrame['nightly'] {
  function readingOf(part: NightlyPart): NightlyReading {
    const row = rows.find((each) => each.part === part)
    if (row === undefined) return { failureCode: null }
    const { readingId, failureCode, hasMalformedRows, reportDate } = row
    const asOf = row.asOf === null ? null : new Date(row.asOf)
    const isUsable = isReadingUsable({ asOf, triedAt: new Date(row.triedAt), failureCode })
    if (readingId === null || asOf === null || !isUsable) return { failureCode }
    return {
      readingId,
      asOf,
      isConcealed: row.isConcealed === true,
      unattributedRows: row.unattributedRows,
      reportDate,
      hasMalformedRows,
    }
  }
  return {
    signIns: readingOf('signIns'),
    registrations: readingOf('registrations'),
    usage: readingOf('usage'),
    devices: readingOf('devices'),
    owners: readingOf('owners'),
    dns: readingOf('dns'),
    perUserMfa: readingOf('perUserMfa'),
  }
}

/** Most tables have a single page, so these are read at the same time. */
async function* firstPagesTogether(
  tables: readonly AsyncGenerator<StoredPage, void, undefined>[],
): AsyncGenerator<StoredPage, void, undefined> {
  const firsts = await Promise.all(tables.map((table) => table.next()))
  for (const first of firsts) if (first.done !== true) yield first.value
  for (const table of tables) yield* table
}

interface PagedRows {
  readonly columns: readonly string[]
  /** Identify a row among those of the condition. */
  readonly keys: readonly [string, ...string[]]
  readonly condition: RawBuilder<boolean>
}

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))

async function* pagesOf(
  db: Db,
  table: StoredTable,
  { columns, keys, condition }: PagedRows,
): AsyncGenerator<StoredPage, void, undefined> {
  let isAfter = sql<boolean>`true`
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${refs(columns)} from ${sql.table(table)} where ${condition} and ${isAfter}
      order by ${refs(keys)} limit ${sql.lit(ROWS)}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns are those of the table
    yield { table, rows } as unknown as StoredPage
    if (rows.length < ROWS) return
    const values = keys.map((key) => sql`${String(last[key])}::text`)
    isAfter = sql<boolean>`(${refs(keys)}) > (${sql.join(values)})`
  }
}

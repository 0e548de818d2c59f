import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { DIRECTORY_TABLES, shapeOf } from '../../db/directory-tables.ts'
import { isInGeneration } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { DIRECTORY_COLUMNS } from './stored-rows.ts'
import type {
  NightlyPart,
  NightlyReading,
  ReadOutcome,
  StoredFrame,
  StoredPage,
  StoredTable,
} from './stored-rows.ts'

export type StoredFactsRepo = ReturnType<typeof createStoredFactsRepo>

/** Rows per statement, so that the event loop is free between them. */
const ROWS = 1_000

/** Fewer than the connections of a process: requests need some too. */
const TABLES_AT_ONCE = 4

/** After this time a reading that could not be repeated is no longer used. */
const OUTDATED_MS = 7 * 86_400_000

/** An earlier reading is not used either: it is not wanted, or says nothing of the people of today. */
const UNUSED: ReadonlySet<string> = new Set(['SWITCHED_OFF', 'NOT_NEEDED', 'TOO_MANY'])

interface NightlyTable {
  readonly part: NightlyPart
  readonly table:
    | 'activityRegistrations'
    | 'activitySignIns'
    | 'activityUsage'
    | 'activityDevices'
    | 'activityOwners'
    | 'activityDns'
    | 'activityPerUserMfa'
  readonly key: string
  readonly columns: readonly string[]
}

const NIGHTLY: readonly NightlyTable[] = [
  {
    part: 'registrations',
    table: 'activityRegistrations',
    key: 'userId',
    columns: ['userId', 'isAdmin', 'isMfaRegistered', 'isMfaCapable'],
  },
  {
    part: 'signIns',
    table: 'activitySignIns',
    key: 'userId',
    columns: ['userId', 'lastSignInAt', 'lastNonInteractiveSignInAt', 'lastSuccessfulSignInAt'],
  },
  {
    part: 'usage',
    table: 'activityUsage',
    key: 'userPrincipalName',
    columns: [
      'userPrincipalName',
      'isDeleted',
      'exchangeLastUsedOn',
      'oneDriveLastUsedOn',
      'sharePointLastUsedOn',
      'skypeLastUsedOn',
      'yammerLastUsedOn',
      'teamsLastUsedOn',
    ],
  },
  {
    part: 'devices',
    table: 'activityDevices',
    key: 'deviceId',
    columns: ['deviceId', 'displayName', 'accountEnabled', 'lastSignInAt'],
  },
  { part: 'owners', table: 'activityOwners', key: 'objectId', columns: ['objectId', 'ownerIds'] },
  {
    part: 'perUserMfa',
    table: 'activityPerUserMfa',
    key: 'userId',
    columns: ['userId', 'state'],
  },
  {
    part: 'dns',
    table: 'activityDns',
    key: 'domain',
    columns: ['domain', 'mx', 'txt', 'dmarc', 'isDkimRead', 'dkimSelector1', 'dkimSelector2'],
  },
]

/** Reads what is stored of a tenant for its checks. */
export function createStoredFactsRepo(db: Db) {
  async function readNightly(tenantId: TenantId): Promise<StoredFrame['nightly']> {
    const rows = await db
      .selectFrom('tenantActivity as activity')
      .leftJoin('activityReadings as reading', 'reading.id', 'activity.currentReadingId')
      .select(['activity.part', 'activity.asOf', 'activity.triedAt', 'activity.failureCode'])
      .select(['reading.id as readingId', 'isConcealed', 'unattributedRows', 'reportDate'])
      .select('malformedRows')
      .where('activity.tenantId', '=', tenantId)
      .execute()

    function readingOf(part: NightlyPart): NightlyReading {
      const row = rows.find((each) => each.part === part)
      if (row === undefined) return { failureCode: null }
      const { readingId, asOf, triedAt, failureCode, malformedRows, reportDate } = row
      if (readingId === null || asOf === null || UNUSED.has(failureCode ?? ''))
        return { failureCode }
      const isOutdated = triedAt.getTime() - asOf.getTime() > OUTDATED_MS
      if (failureCode !== null && isOutdated) return { failureCode }
      const hasMalformedRows = malformedRows !== null
      return {
        readingId,
        asOf,
        isConcealed: row.isConcealed === true,
        unattributedRows: row.unattributedRows ?? 0,
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

  return {
    /** The version of the emergency accounts is read before them, so that a later change is noticed. */
    async readFrame(
      tenantId: TenantId,
      outcome: ReadOutcome,
    ): Promise<StoredFrame & { readonly accountsVersion: number }> {
      const tenant = await db
        .selectFrom('tenants')
        .select('emergencyAccountsVersion')
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow()
      const accounts = await db
        .selectFrom('emergencyAccounts')
        .select('userId')
        .where('tenantId', '=', tenantId)
        .execute()
      return {
        ...outcome,
        nightly: await readNightly(tenantId),
        emergencyAccounts: accounts.map(({ userId }) => userId),
        accountsVersion: tenant.emergencyAccountsVersion,
      }
    },

    /** Returns the current generation with its outcome; undefined when the tenant has none. */
    async findCurrent(
      tenantId: TenantId,
    ): Promise<{ generationId: number; outcome: ReadOutcome } | undefined> {
      const current = await db
        .selectFrom('tenants')
        .innerJoin('generations', 'generations.id', 'tenants.currentGenerationId')
        .select(['generations.id', 'generations.completedAt'])
        .where('tenants.id', '=', tenantId)
        .executeTakeFirst()
      if (current === undefined || current.completedAt === null) return undefined
      const { id: generationId, completedAt: asOf } = current
      const [failures, malformed] = await Promise.all([
        db
          .selectFrom('generationPartFailures')
          .select(['part', 'code'])
          .where('generationId', '=', generationId)
          .execute(),
        db
          .selectFrom('generationMalformedRows')
          .select('part')
          .where('generationId', '=', generationId)
          .execute(),
      ])
      return { generationId, outcome: { asOf, failures, malformedRows: malformed } }
    },

    /** Reads the rows of a generation and of the nightly readings, a page at a time; `only` some tables. */
    async *pages(
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
      const atNight = NIGHTLY.flatMap(({ part, table, key, columns }) => {
        const reading = nightly[part]
        if ('failureCode' in reading || !isWanted(table)) return []
        const condition = sql<boolean>`reading_id = ${reading.readingId}::bigint`
        return [pagesOf(db, table, { columns, keys: [key], condition })]
      })
      const tables = [...ofDirectory, ...atNight]
      for (let start = 0; start < tables.length; start += TABLES_AT_ONCE)
        yield* firstPagesTogether(tables.slice(start, start + TABLES_AT_ONCE))
    },
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

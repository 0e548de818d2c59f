import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { byAlphabet } from '../../../db/alphabet.ts'
import type { Db, Trx } from '../../../db/tables.ts'
import { shownName } from '../../../db/tenant-names.ts'
import { isInGroup, isInScope } from '../../../db/tenant-scope.ts'
import type { TenantScope } from '../../../db/tenant-scope.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import { hashOf } from './billing-months.rules.ts'
import type { FrozenMonth, StoredMonth } from './billing-months.rules.ts'

export type BillingMonthsRepo = ReturnType<typeof createBillingMonthsRepo>

interface AskedTenants {
  readonly scope: TenantScope
  readonly groupId: TenantGroupId | null
}

/** Reads and appends frozen months. */
export function createBillingMonthsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Appends a record and returns its hash. The caller holds the lock of the tenant. */
    async append(trx: Trx, row: FrozenMonth): Promise<string> {
      const before = await trx
        .selectFrom('billingMonths')
        .select('hash')
        .where('tenantId', '=', row.tenantId)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      const hash = hashOf(row, before?.hash ?? null)
      // Named one by one: the row may be a stored one, with further columns.
      await trx
        .insertInto('billingMonths')
        .values({
          tenantId: row.tenantId,
          month: row.month,
          number: row.number,
          timeZone: row.timeZone,
          startsAt: row.startsAt,
          endsAt: row.endsAt,
          readAt: row.readAt,
          billedPeople: row.billedPeople,
          blockedPeople: row.blockedPeople,
          guests: row.guests,
          malformedRows: row.malformedRows,
          licenses: JSON.stringify(row.licenses),
          frozenAt: row.frozenAt,
          hash,
        })
        .execute()
      return hash
    },

    findReading: (trx: Trx, generationId: number) =>
      trx
        .selectFrom('billingReadings')
        .select(['billedPeople', 'blockedPeople', 'guests', 'malformedRows', 'licenses'])
        .where('generationId', '=', generationId)
        .executeTakeFirst(),

    /** Keeps the ids of the licensed people of a frozen month. */
    async keepPeople(
      trx: Trx,
      month: { tenantId: TenantId; month: string; endsAt: Date; generationId: number },
    ): Promise<void> {
      const { tenantId, endsAt, generationId } = month
      await sql`
        insert into billing_people (tenant_id, month, ends_at, person_ids)
        select ${tenantId}, ${month.month}, ${endsAt}::timestamptz, person_ids
        from billing_readings where generation_id = ${generationId}::bigint`.execute(trx)
    },

    /** Removes the ids of months that ended before the retention. */
    async removeOldPeople(now: Date): Promise<void> {
      await sql`
        delete from billing_people using settings
        where ends_at < ${now}::timestamptz - make_interval(months => settings.billing_people_months)`.execute(
        db,
      )
    },

    /** The sums of each month over the tenants, the latest first. */
    async totals({ scope, groupId }: AskedTenants) {
      const { rows } = await sql<{
        month: string
        tenants: number
        notRead: number
        billedPeople: number
        blockedPeople: number
        guests: number
      }>`
        with counted as (
          select distinct on (tenant_id, month) month, billed_people, blocked_people, guests
          from billing_months
          where ${isInScope('tenantId', scope)} and ${isInGroup('tenantId', groupId)}
          order by tenant_id, month, number desc)
        select month, count(billed_people)::int as tenants,
          (count(*) - count(billed_people))::int as not_read,
          coalesce(sum(billed_people), 0)::bigint as billed_people,
          coalesce(sum(blocked_people), 0)::bigint as blocked_people,
          coalesce(sum(guests), 0)::bigint as guests
        from counted group by month order by month desc`.execute(db)
      return rows
    },

    /** The records of a month that count, by name of the tenant; erased tenants last. */
    async ofMonth(month: string, { scope, groupId }: AskedTenants, before: string) {
      const { rows } = await sql<
        StoredMonth & { tenantName: string | null; before: number | null }
      >`
        with counted as (
          select distinct on (tenant_id) * from billing_months
          where month = ${month} and ${isInScope('tenantId', scope)}
            and ${isInGroup('tenantId', groupId)}
          order by tenant_id, number desc)
        select counted.*, ${previousHash('counted')} as previous_hash,
          case when tenants.id is null then null else ${shownName('tenants')} end as tenant_name,
          (select earlier.billed_people from billing_months as earlier
            where earlier.tenant_id = counted.tenant_id and earlier.month = ${before}
            order by earlier.number desc limit 1) as before
        from counted left join tenants on tenants.id = counted.tenant_id
        order by tenants.id is null, ${byAlphabet(shownName('tenants'))}, counted.tenant_id`.execute(
        db,
      )
      return rows
    },

    /** The open month that ends first. */
    nextEnd: ({ scope, groupId }: AskedTenants) =>
      db
        .selectFrom('billingOpenMonths')
        .select(['month', 'timeZone', 'endsAt'])
        .where(isInScope('tenantId', scope))
        .where(isInGroup('tenantId', groupId))
        .orderBy('endsAt')
        .orderBy('tenantId')
        .limit(1)
        .executeTakeFirst(),

    /** All records of a tenant, or those of one month; the latest month and record first. */
    async ofTenant(
      { tenantId }: TenantAccess,
      month: string | null = null,
      within: Db = db,
    ): Promise<(StoredMonth & { reason: string | null; correctedBy: string | null })[]> {
      const { rows } = await sql<
        StoredMonth & { reason: string | null; correctedBy: string | null }
      >`
        select frozen.*, ${previousHash('frozen')} as previous_hash,
          correction.reason, correction.corrected_by
        from billing_months as frozen left join billing_corrections as correction
          using (tenant_id, month, number)
        where frozen.tenant_id = ${tenantId} and (${month}::text is null or frozen.month = ${month})
        order by frozen.month desc, frozen.number desc`.execute(within)
      return rows
    },

    async nameOf({ tenantId }: TenantAccess): Promise<string> {
      const { name } = await db
        .selectFrom('tenants')
        .select(shownName('tenants').as('name'))
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow()
      return name
    },

    async saveCorrection(
      trx: Trx,
      correction: {
        tenantId: TenantId
        month: string
        number: number
        reason: string
        correctedBy: string
      },
    ): Promise<void> {
      await trx.insertInto('billingCorrections').values(correction).execute()
    },
  }
}

const previousHash = (row: string) => sql<string | null>`(
  select earlier.hash from billing_months as earlier
  where earlier.tenant_id = ${sql.ref(`${row}.tenantId`)} and earlier.id < ${sql.ref(`${row}.id`)}
  order by earlier.id desc limit 1)`

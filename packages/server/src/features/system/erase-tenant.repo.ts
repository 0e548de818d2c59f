import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import type { Db, Trx } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { hasQueue } from '../../jobs/pending-jobs.ts'

export type EraseTenantRepo = ReturnType<typeof createEraseTenantRepo>

/**
 * Tables in which tenantId is a directory and not stored tenant data: users, the connection, the trails.
 * Frozen billing months are numbers without names and stay.
 */
const KEPT = ['users', 'microsoft_connection', 'security_audit_log', 'billing_months']

/** Read of Microsoft and reachable only through the tenant's pointers: by far the most rows. */
const BULK = /^(?:directory_|generation|activity_readings$)/

/** Rows per statement, so that the database is not blocked for long. */
const BATCH = 2_000

export function createEraseTenantRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** Locks the tenant until the transaction ends. */
    async lock(trx: Trx, tenantId: TenantId) {
      return trx
        .selectFrom('tenants')
        .select(['isPartnerTenant', 'hasContract', 'hasDelegatedRelationship'])
        .select(['readingStoppedAt', 'status'])
        .select(shownName('tenants').as('shownName'))
        .where('id', '=', tenantId)
        .forUpdate('tenants')
        .executeTakeFirst()
    },

    /** Tenants that went away longer ago than their data are kept (settings); some at a time. */
    async overdue(now: Date): Promise<TenantId[]> {
      const { rows } = await sql<{ id: TenantId }>`
        select tenants.id from tenants, settings
        where tenants.status = 'Inactive' and not tenants.is_partner_tenant
          and greatest(tenants.last_seen_at, tenants.data_as_of, tenants.gone_at)
            < ${now}::timestamptz - make_interval(months => settings.inactive_tenant_retention_months)
        order by tenants.id limit 20`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Removes everything through which the tenant is shown, shared or read. */
    async detach(trx: Trx, tenantId: TenantId, by: { name: string; at: Date }): Promise<void> {
      await trx
        .updateTable('tenants')
        .set({
          readingStoppedAt: by.at,
          readingStoppedBy: by.name,
          awaitingApprovalSince: null,
          currentGenerationId: null,
          readingGenerationId: null,
          dataAsOf: null,
          createdDateTime: null,
          defaultDomainName: null,
          grantedPermissions: null,
          isConsented: false,
          consentedAt: null,
          consentLostAt: null,
          goneAt: null,
          failureCode: null,
          failureMessage: null,
          failureAt: null,
          failureMicrosoftCode: null,
          failureRequestId: null,
          failureCorrelationId: null,
          status: 'Pending',
        })
        .where('id', '=', tenantId)
        .execute()
      for (const table of await tablesOf(trx))
        if (!BULK.test(table))
          await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(trx)
      await trx.deleteFrom('consents').where('expectedTenantId', '=', tenantId).execute()
      await deleteJobs(trx, tenantId)
    },

    /** Returns true while background work on the tenant is running. */
    async isBusy(tenantId: TenantId): Promise<boolean> {
      if (!(await hasQueue(db))) return false
      const { rows } = await sql`
        select 1 from pgboss.job where state = 'active' and name <> 'erase-tenant'
          and data ->> 'tenantId' = ${tenantId} limit 1`.execute(db)
      return rows.length > 0
    },

    /** Deletes its stored data, a bounded number of rows at a time. */
    async deleteBulk(tenantId: TenantId, signal: AbortSignal): Promise<void> {
      for (const table of ACTIVITY_ROWS)
        await inBatches(signal, () =>
          deleteBatch(
            db,
            table,
            sql`reading_id in (select id from activity_readings where tenant_id = ${tenantId})`,
          ),
        )
      // Generations last: rows of others name them.
      const bulk = (await tablesOf(db)).filter((table) => BULK.test(table))
      const ordered = [...bulk.filter((table) => table !== 'generations'), 'generations']
      for (const table of ordered)
        await inBatches(signal, () => deleteBatch(db, table, sql`tenant_id = ${tenantId}`))
    },

    async remove(trx: Trx, tenantId: TenantId): Promise<void> {
      await trx.deleteFrom('tenants').where('id', '=', tenantId).execute()
    },
  }
}

/** Rows of readings, which name the reading instead of the tenant. */
const ACTIVITY_ROWS = [
  'activity_sign_ins',
  'activity_registrations',
  'activity_usage',
  'activity_devices',
  'activity_owners',
  'activity_dns',
  'activity_per_user_mfa',
]

async function tablesOf(within: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(within)
  return rows.map(({ name }) => name).filter((name) => !KEPT.includes(name))
}

async function deleteJobs(trx: Trx, tenantId: TenantId): Promise<void> {
  if (!(await hasQueue(trx))) return
  await sql`
    delete from pgboss.job
    where data ->> 'tenantId' = ${tenantId} and state <> 'active' and name <> 'erase-tenant'`.execute(
    trx,
  )
}

async function inBatches(signal: AbortSignal, remove: () => Promise<number>): Promise<void> {
  let removed = BATCH
  while (removed === BATCH) {
    signal.throwIfAborted()
    removed = await remove()
  }
}

async function deleteBatch(
  db: Db,
  table: string,
  condition: ReturnType<typeof sql>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${sql.lit(BATCH)}))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

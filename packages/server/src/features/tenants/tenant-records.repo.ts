import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import type { Database, Db, Trx } from '../../db/tables.ts'
import { IS_READ, isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import { storedJson } from '../../lib/stored-text.ts'
import { CONSENT_WRITES, NO_FAILURE, seenAt } from './tenant-consent.repo.ts'

export type TenantRecordsRepo = ReturnType<typeof createTenantRecordsRepo>

/** A customer as the partner's own directory lists it. */
export interface ListedCustomer {
  readonly tenantId: TenantId
  readonly displayName: string
  readonly defaultDomainName: string | null
  readonly contractType: string | null
}

/** The partner's two lists of customers. */
export type CustomerSource = 'hasContract' | 'hasDelegatedRelationship'

/** A GDAP relationship with a customer, as listed by the own directory. */
export interface DelegatedRelationship {
  readonly id: string
  readonly tenantId: TenantId
  readonly displayName: string | null
  readonly status: string | null
  readonly createdDateTime: string | null
  readonly endDateTime: string | null
  readonly duration: string | null
  readonly autoExtendDuration: string | null
  readonly roleTemplateIds: readonly string[]
}

type StoredTenant = Selectable<Database['tenants']>

/** Stores the facts of discovery, refreshes and consents about tenants. */
export function createTenantRecordsRepo(db: Db) {
  return {
    ...CONSENT_WRITES,

    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    async upsertPartner(trx: Trx, tenantId: TenantId, { name, now }: { name: string; now: Date }) {
      await trx
        .updateTable('tenants')
        .set({ isPartnerTenant: false })
        .where('isPartnerTenant', '=', true)
        .where('id', '<>', tenantId)
        .execute()
      await trx
        .insertInto('tenants')
        .values({
          id: tenantId,
          displayName: name,
          isPartnerTenant: true,
          status: 'Pending',
          ...seenAt(now),
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ isPartnerTenant: true, lastSeenAt: now }),
        )
        .execute()
    },

    /** Names stay those of the organization itself once it has been read. */
    async upsertCustomers(
      trx: Trx,
      source: CustomerSource,
      { customers, now }: { customers: readonly ListedCustomer[]; now: Date },
    ): Promise<void> {
      await sql`
        insert into tenants as known
          (id, display_name, default_domain_name, contract_type, ${sql.ref(source)}, status,
           first_seen_at, last_seen_at)
        select "tenantId", "displayName", "defaultDomainName", "contractType", true, 'Pending',
          ${now}::timestamptz, ${now}::timestamptz
        from json_to_recordset(${storedJson(customers)}::json) as listed (
          "tenantId" text, "displayName" text, "defaultDomainName" text, "contractType" text)
        on conflict (id) do update set
          ${sql.ref(source)} = true,
          contract_type = coalesce(excluded.contract_type, known.contract_type),
          last_seen_at = excluded.last_seen_at,
          display_name = case when known.data_as_of is null
            then excluded.display_name else known.display_name end,
          default_domain_name = case when known.data_as_of is null
            then coalesce(excluded.default_domain_name, known.default_domain_name)
            else known.default_domain_name end`.execute(trx)
    },

    /** Every customer that this source no longer lists. */
    async setUnlisted(
      trx: Trx,
      source: CustomerSource,
      listed: readonly TenantId[],
    ): Promise<void> {
      await trx
        .updateTable('tenants')
        .set({ [source]: false })
        .where(source, '=', true)
        .where(sql<boolean>`not (id = any(${listed}::text[]))`)
        .execute()
    },

    /** A relationship lives while any source lists the customer, and has ended when none does any more. */
    async settleRelationships(trx: Trx): Promise<void> {
      await sql`
        update tenants set relationship =
          case when has_contract or has_delegated_relationship then 'active' else 'ended' end
        where (has_contract or has_delegated_relationship) <> (relationship = 'active')`.execute(
        trx,
      )
    },

    /**
     * Replaces the list, or only the given relationships when the list is partial. Relationships
     * without a known customer are omitted.
     */
    async replaceDelegatedRelationships(
      trx: Trx,
      given: { relationships: readonly DelegatedRelationship[]; isPartial: boolean },
    ): Promise<void> {
      const { relationships, isPartial } = given
      const ids = relationships.map(({ id }) => id)
      await trx
        .deleteFrom('delegatedRelationships')
        .$if(isPartial, (query) => query.where(sql<boolean>`id = any(${ids}::text[])`))
        .execute()
      await sql`
        insert into delegated_relationships (id, tenant_id, display_name, status,
          created_date_time, end_date_time, duration, auto_extend_duration, role_template_ids)
        select given.*
        from json_to_recordset(${storedJson(relationships)}::json) as given (
          "id" text, "tenantId" text, "displayName" text, "status" text,
          "createdDateTime" timestamptz, "endDateTime" timestamptz, "duration" text,
          "autoExtendDuration" text, "roleTemplateIds" text[])
        join tenants on tenants.id = given."tenantId"
        on conflict do nothing`.execute(trx)
    },

    /** A fact of its own, because the partner's list may name a directory that is gone. */
    async setGone(trx: Trx, tenantId: TenantId, goneAt: Date): Promise<void> {
      await trx.updateTable('tenants').set({ goneAt }).where('id', '=', tenantId).execute()
    },

    async upsertDirect(
      trx: Trx,
      { id, displayName, now }: { id: TenantId; displayName: string; now: Date },
    ): Promise<void> {
      await trx
        .insertInto('tenants')
        .values({ id, displayName, isConsented: true, status: 'Pending', ...seenAt(now) })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({
            isConsented: true,
            goneAt: null,
            readingStoppedAt: null,
            readingStoppedBy: null,
            awaitingApprovalSince: null,
            lastSeenAt: now,
            // An ended tenant is read again as direct; an active contract is unchanged.
            relationship: sql`case when tenants.relationship = 'ended' then 'none'
              else tenants.relationship end`,
          }),
        )
        .execute()
    },

    /** Unless a later attempt has succeeded. */
    async setFailure(
      trx: Trx,
      { tenantId, startedAt }: { tenantId: TenantId; startedAt: Date },
      failure: Pick<StoredTenant, keyof typeof NO_FAILURE>,
    ): Promise<void> {
      await trx
        .updateTable('tenants')
        .set(failure)
        .where('id', '=', tenantId)
        .where((eb) => eb.or([eb('dataAsOf', 'is', null), eb('dataAsOf', '<', startedAt)]))
        .execute()
    },

    /** Sets the current generation; returns false when another reading has started. */
    async setCurrentGeneration(
      trx: Trx,
      tenantId: TenantId,
      read: {
        currentGenerationId: number
        dataAsOf: Date
        displayName: string
        defaultDomainName: string | null
        createdDateTime: Date | null
      },
    ): Promise<boolean> {
      const row = await trx
        .updateTable('tenants')
        .set({ ...read, ...NO_FAILURE, readingGenerationId: null })
        .where('id', '=', tenantId)
        .where('readingGenerationId', '=', read.currentGenerationId)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** The facts that standing is decided from. */
    findFacts: (trx: Trx, tenantIds: readonly TenantId[] | 'all') =>
      trx
        .selectFrom('tenants')
        .select(['id', 'relationship', 'isConsented', 'goneAt', 'dataAsOf'])
        .select(['status', 'accessMethod'])
        .$if(tenantIds !== 'all', (query) =>
          query.where(sql<boolean>`id = any(${tenantIds}::text[])`),
        )
        .execute(),

    async setStandings(
      trx: Trx,
      changes: readonly Pick<StoredTenant, 'id' | 'status' | 'accessMethod'>[],
    ): Promise<void> {
      await sql`
        update tenants set status = changed.status, access_method = changed."accessMethod"
        from json_to_recordset(${storedJson(changes)}::json) as changed (
          id text, status text, "accessMethod" text)
        where tenants.id = changed.id`.execute(trx)
    },

    /** Returns the tenants of the scope that are read. */
    findReadable: (scope: TenantScope) =>
      db
        .selectFrom('tenants')
        .select(['id', 'isPartnerTenant', 'dataAsOf', 'failureAt', 'failureMicrosoftCode'])
        .where(IS_READ)
        .where(isInScope('tenants.id', scope))
        .orderBy('id')
        .execute(),

    /** All the others. */
    async findUnread(): Promise<TenantId[]> {
      const rows = await db
        .selectFrom('tenants')
        .select('id')
        .where(sql<boolean>`not ${IS_READ}`)
        .execute()
      return rows.map((row) => row.id)
    },

    /** True for the own directory. */
    async isPartner(tenantId: TenantId): Promise<boolean> {
      const row = await db
        .selectFrom('tenants')
        .select('isPartnerTenant')
        .where('id', '=', tenantId)
        .executeTakeFirst()
      return row?.isPartnerTenant === true
    },

    async isReadingStopped(tenantId: TenantId): Promise<boolean> {
      const row = await db
        .selectFrom('tenants')
        .select('readingStoppedAt')
        .where('id', '=', tenantId)
        .executeTakeFirst()
      return row !== undefined && row.readingStoppedAt !== null
    },
  }
}

import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { PostureExceptionId } from '@tenantscope/contract/posture-exceptions'
import { sql } from 'kysely'
import type { Insertable, RawBuilder } from 'kysely'

import type { Database, Db, Trx } from '../../../db/tables.ts'
import { shownName } from '../../../db/tenant-names.ts'
import { isInScope } from '../../../db/tenant-scope.ts'
import type { TenantScope } from '../../../db/tenant-scope.ts'
import type { ExceptionScope, HistoryRow, StoredException } from './exceptions.rules.ts'

export type ExceptionsRepo = ReturnType<typeof createExceptionsRepo>

export function createExceptionsRepo(db: Db) {
  return {
    transaction: <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work),

    /** The exceptions that concern tenants of the scope, the newest first. */
    list: (
      scope: TenantScope,
      { tenantId, checkId }: { tenantId?: TenantId | undefined; checkId?: string | undefined },
    ): Promise<StoredException[]> =>
      rows(db)
        .where(concerns(scope))
        .$if(checkId !== undefined, (query) => query.where('checkId', '=', checkId ?? ''))
        .$if(tenantId !== undefined, (query) => query.where(coversTenant(tenantId ?? '')))
        .orderBy('createdAt', 'desc')
        .orderBy('exception.id', 'desc')
        .execute(),

    find: (
      id: PostureExceptionId,
      { scope, within = db }: { scope: TenantScope; within?: Db },
    ): Promise<StoredException | undefined> =>
      rows(within).where('exception.id', '=', id).where(concerns(scope)).executeTakeFirst(),

    /** Changes of one exception come one after the other. */
    async lock(trx: Trx, id: PostureExceptionId): Promise<void> {
      await trx
        .selectFrom('postureExceptions')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute()
    },

    /** The history of exceptions, the newest first. */
    readHistory: (ids: readonly number[], within: Db = db): Promise<HistoryRow[]> =>
      within
        .selectFrom('postureExceptionChanges')
        .select(['exceptionId', 'kind', 'changedBy', 'changedAt', 'endsAt'])
        .where(sql<boolean>`exception_id = any(${ids}::int[])`)
        .orderBy('id', 'desc')
        .execute(),

    async insert(
      trx: Trx,
      values: Insertable<Database['postureExceptions']>,
    ): Promise<PostureExceptionId> {
      const row = await trx
        .insertInto('postureExceptions')
        .values(values)
        .returning('id')
        .$narrowType<{ id: PostureExceptionId }>()
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** A new end is notified again. */
    async update(
      trx: Trx,
      id: PostureExceptionId,
      values: { reason: string; endsAt: Date; notifiedAt: Date | null },
    ): Promise<void> {
      await trx
        .updateTable('postureExceptions')
        .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    async addHistory(trx: Trx, row: HistoryRow): Promise<void> {
      await trx.insertInto('postureExceptionChanges').values(row).execute()
    },

    async hasGroup(trx: Trx, groupId: TenantGroupId): Promise<boolean> {
      const row = await trx
        .selectFrom('tenantGroups')
        .select('id')
        .where('id', '=', groupId)
        .forKeyShare()
        .executeTakeFirst()
      return row !== undefined
    },

    /** The evidence that contains an object, of the tenants that an exception would cover. */
    async findObject(
      trx: Trx,
      scope: ExceptionScope,
      { checkId, objectId }: { checkId: string; objectId: string },
    ): Promise<{ name: string | null; more: number }[]> {
      const { rows: found } = await sql<{ name: string | null; more: number }>`
        select object ->> 'name' as name, evidence.more
        from posture_evidence as evidence, jsonb_array_elements(evidence.objects) as object
        where evidence.check_id = ${checkId} and ${isCovered(scope)}
          and evidence.objects @> ${JSON.stringify([{ id: objectId }])}::jsonb
          and object ->> 'id' = ${objectId}
        order by evidence.more limit 1`.execute(trx)
      return found
    },
  }
}

const rows = (within: Db) =>
  within
    .selectFrom('postureExceptions as exception')
    .leftJoin('tenants', 'tenants.id', 'exception.tenantId')
    .leftJoin('tenantGroups as groups', 'groups.id', 'exception.groupId')
    .selectAll('exception')
    .select(
      sql<string | null>`case when exception.tenant_id is not null
        then ${shownName('tenants')} else groups.name end`.as('scopeName'),
    )

function isCovered(scope: ExceptionScope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  if (scope.kind === 'tenant') return sql<boolean>`evidence.tenant_id = ${scope.tenantId}`
  return sql<boolean>`evidence.tenant_id in (
    select tenant_id from tenant_group_members where group_id = ${scope.groupId})`
}

const coversTenant = (tenantId: string): RawBuilder<boolean> =>
  sql<boolean>`(exception.tenant_id = ${tenantId}
    or exception.group_id in (select group_id from tenant_group_members where tenant_id = ${tenantId})
    or (exception.tenant_id is null and exception.group_id is null))`

/**
 * The condition that an exception concerns a tenant of the scope. One for an object of several
 * tenants names the object, so it concerns only tenants that have it.
 */
function concerns(scope: TenantScope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  return sql<boolean>`(case
    when exception.tenant_id is not null then ${isInScope('exception.tenantId', scope)}
    else exists (
      select from tenants as visible
      where ${isInScope('visible.id', scope)}
        and (exception.group_id is null or visible.id in (
          select tenant_id from tenant_group_members where group_id = exception.group_id))
        and (exception.object_id is null or exists (
          select from posture_evidence as evidence
          where evidence.tenant_id = visible.id and evidence.check_id = exception.check_id
            and evidence.objects @> jsonb_build_array(jsonb_build_object('id', exception.object_id)))))
    end)`
}

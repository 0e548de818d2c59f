import type { TenantId } from '@tenantscope/contract/ids'
import type { MfaCounts } from '@tenantscope/contract/mfa'
import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { ChangeRow, StoredEvidence } from './presented-posture.rules.ts'
import type { ActiveException } from './shown-verdicts.rules.ts'

export type PostureRepo = ReturnType<typeof createPostureRepo>

export type JudgedTenant = Awaited<ReturnType<PostureRepo['list']>>[number]

/** Reads the stored judgements of tenants. */
export function createPostureRepo(db: Db) {
  const tenants = () =>
    db
      .selectFrom('tenants')
      .leftJoin('tenantPostures as posture', 'posture.tenantId', 'tenants.id')
      .leftJoin('generations', 'generations.id', 'tenants.currentGenerationId')
      .select([
        'tenants.id as tenantId',
        shownName('tenants').as('displayName'),
        'tenants.emergencyAccountsVersion',
        'posture.judgedAt',
        'posture.rules',
        'posture.verdicts',
        sql<MfaCounts | null>`generations.mfa_coverage -> 'counts'`.as('mfaCounts'),
        sql<Date | null>`coalesce(posture.data_as_of, tenants.data_as_of)`.as('dataAsOf'),
      ])

  return {
    /** The tenants of the scope that are not Inactive, in the order of their names. */
    list: (scope: TenantScope) =>
      tenants()
        .where('tenants.status', '<>', 'Inactive')
        .where(isInScope('tenants.id', scope))
        .orderBy(byAlphabet(shownName('tenants')))
        .orderBy('tenants.id')
        .execute(),

    async countInactive(scope: TenantScope): Promise<number> {
      const { tenants: count } = await db
        .selectFrom('tenants')
        .select(sql<number>`count(*)::int`.as('tenants'))
        .where('status', '=', 'Inactive')
        .where(isInScope('tenants.id', scope))
        .executeTakeFirstOrThrow()
      return count
    },

    find: ({ tenantId }: TenantAccess) =>
      tenants().where('tenants.id', '=', tenantId).executeTakeFirst(),

    /** Exceptions that apply now; for one check or for every one. */
    async activeExceptions(now: Date, checkId?: string): Promise<ActiveException[]> {
      const { rows } = await sql<ActiveException>`
        select exception.check_id, exception.object_id,
          case when tenant_id is not null then array[tenant_id]
            when group_id is not null then array(select member.tenant_id
              from tenant_group_members as member where member.group_id = exception.group_id)
          end as tenant_ids
        from posture_exceptions as exception
        where ends_at > ${now}::timestamptz
          and (${checkId ?? null}::text is null or check_id = ${checkId ?? null}::text)`.execute(db)
      return rows
    },

    /** The ids of the stored objects of checks on tenants. */
    async readObjectIds(
      asked: readonly { readonly tenantId: TenantId; readonly checkId: string }[],
    ): Promise<{ tenantId: TenantId; checkId: string; ids: string[]; more: number }[]> {
      const { rows } = await sql<{
        tenantId: TenantId
        checkId: string
        ids: string[]
        more: number
      }>`
        select evidence.tenant_id, evidence.check_id, evidence.more,
          array(select each ->> 'id' from jsonb_array_elements(evidence.objects) as each) as ids
        from unnest(${asked.map(({ tenantId }) => tenantId)}::text[],
          ${asked.map(({ checkId }) => checkId)}::text[]) as asked (tenant_id, check_id)
        join posture_evidence as evidence using (tenant_id, check_id)`.execute(db)
      return rows
    },

    /** The evidence of a tenant's checks, each with its first objects; for one check or every one. */
    async readEvidence(
      { tenantId }: TenantAccess,
      { limit, checkId = null }: { limit: number; checkId?: string | null },
    ): Promise<StoredEvidence[]> {
      const { rows } = await sql<StoredEvidence>`
        select check_id, data_as_of, reason, counts, more, jsonb_array_length(objects) as stored,
          jsonb_path_query_array(objects, ${`$[0 to ${limit - 1}]`}::jsonpath) as objects
        from posture_evidence
        where tenant_id = ${tenantId} and (${checkId}::text is null or check_id = ${checkId}::text)
        `.execute(db)
      return rows
    },

    /** The evidence of one check on every tenant of the scope, without its objects. */
    async readEvidenceOfCheck(scope: TenantScope, checkId: string) {
      const rows = await db
        .selectFrom('postureEvidence as evidence')
        .select(['tenantId', 'reason'])
        .select(sql<number>`jsonb_array_length(objects) + more`.as('objectCount'))
        .where('checkId', '=', checkId)
        .where(isInScope('evidence.tenantId', scope))
        .execute()
      return rows
    },

    /** The open intervals of a tenant's checks, or of one check on the tenants of the scope. */
    openIntervals: (where: { access: TenantAccess } | { scope: TenantScope; checkId: string }) =>
      db
        .selectFrom('postureIntervals as interval')
        .select(['tenantId', 'checkId', 'verdict', 'since'])
        .where('until', 'is', null)
        .where((eb) =>
          'access' in where
            ? eb('tenantId', '=', where.access.tenantId)
            : eb.and([
                eb('checkId', '=', where.checkId),
                isInScope('interval.tenantId', where.scope),
              ]),
        )
        .execute(),

    /** The intervals of one check of a tenant, the newest first. */
    history: ({ tenantId }: TenantAccess, checkId: string) =>
      db
        .selectFrom('postureIntervals')
        .select(['verdict', 'since', 'until', 'change'])
        .where('tenantId', '=', tenantId)
        .where('checkId', '=', checkId)
        .orderBy('since', 'desc')
        .orderBy('id', 'desc')
        .execute(),

    /** When the first interval of the tenant began. */
    async historyBegin({ tenantId }: TenantAccess): Promise<Date | null> {
      const row = await db
        .selectFrom('postureIntervals')
        .select((eb) => eb.fn.min('since').as('begin'))
        .where('tenantId', '=', tenantId)
        .executeTakeFirst()
      return row?.begin ?? null
    },

    /** Changes since a time, the newest first; those of unknown checks are left out. */
    async changes(
      where: { access: TenantAccess } | { scope: TenantScope },
      asked: { since: Date; checkIds: readonly string[]; limit: number },
    ): Promise<ChangeRow[]> {
      const ofTenants =
        'access' in where
          ? sql`tenants.id = ${where.access.tenantId}`
          : sql`tenants.status <> 'Inactive' and ${isInScope('tenants.id', where.scope)}`
      const { rows } = await sql<ChangeRow>`
        select interval.tenant_id, ${shownName('tenants')} as display_name, interval.check_id,
          interval.change, interval.verdict, interval.since, interval.total
        from (
          select found.*, count(*) over ()::int as total
          from posture_intervals as found join tenants on tenants.id = found.tenant_id
          where ${ofTenants} and found.change <> 'baseline'
            and found.since >= ${asked.since}::timestamptz
            and found.check_id = any(${asked.checkIds}::text[])
          order by found.since desc, found.id desc limit ${asked.limit}
        ) as interval join tenants on tenants.id = interval.tenant_id
        order by interval.since desc, interval.id desc`.execute(db)
      return rows
    },
  }
}

import type { ReportedService } from '@tenantscope/contract/license-use'
import { sql } from 'kysely'

import { isInGeneration, rowsOf } from '../../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../../db/generation-rows.ts'
import { SHOWN_PERSON } from '../../../db/person-name.ts'
import type { Db } from '../../../db/tables.ts'
import { shownName } from '../../../db/tenant-names.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { SourceRow, UseReadings } from './license-use.rules.ts'

export type LicenseUseRepo = ReturnType<typeof createLicenseUseRepo>

/** A holder of some of the asked licenses. */
export interface HolderOfUse {
  readonly id: string
  /** Null: an assignment of an account that the reading does not contain. */
  readonly name: string | null
  readonly userPrincipalName: string | null
  readonly isBlocked: boolean
  readonly isGuest: boolean
  readonly createdAt: Date | null
  /** Each assignment: the place of the license, from 1, and the plans that it switches off. */
  readonly assigned: readonly (readonly [place: number, disabledPlanIds: readonly string[]])[]
  readonly isSignInKnown: boolean
  readonly lastSignInAt: Date | null
  /** Null: the report does not contain the person. */
  readonly lastUsedOn: Readonly<Record<ReportedService, string | null>> | null
}

/** More would hold the event loop for too long. */
const PAGE = 1_000

/** An assignment that failed grants no license. */
const GIVES_LICENSE = sql`coalesce(held.state, 'Active') not in ('Error', 'Disabled')`

/** Reads licensed people with what is known of their sign-ins and use. */
export function createLicenseUseRepo(db: Db) {
  return {
    async nameOf({ tenantId }: TenantAccess): Promise<string> {
      const { name } = await db
        .selectFrom('tenants')
        .select(shownName('tenants').as('name'))
        .where('id', '=', tenantId)
        .executeTakeFirstOrThrow()
      return name
    },

    /** Returns the last reading of sign-ins and of use, and the last attempt to read them. */
    sources: ({ tenantId }: TenantAccess): Promise<SourceRow[]> =>
      db
        .selectFrom('tenantActivity')
        .leftJoin('activityReadings', 'activityReadings.id', 'tenantActivity.currentReadingId')
        .select([
          'tenantActivity.part',
          'currentReadingId as readingId',
          'asOf',
          'triedAt',
          'failureCode',
          'reportDate',
          'isConcealed',
        ])
        .where('tenantActivity.tenantId', '=', tenantId)
        .where('tenantActivity.part', 'in', ['signIns', 'usage'])
        .$narrowType<{ part: SourceRow['part'] }>()
        .execute(),

    /** Returns the service plans of the tenant's SKUs. */
    plans: ({ tenantId }: TenantAccess, generationId: number) =>
      rowsOf(db, 'directorySkus', { tenantId, generationId })
        .select(['skuId', 'servicePlans'])
        .execute(),

    /** The holders of any of `skuIds` (in lower case) by pages, each person once. */
    async *holders(
      { tenantId }: TenantAccess,
      generationId: number,
      asked: UseReadings & { skuIds: readonly string[] },
    ): AsyncGenerator<HolderOfUse[], void, undefined> {
      for (let after = ''; ;) {
        const rows = await holdersAfter(db, { tenantId, generationId }, { ...asked, after })
        yield rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        after = last.id
      }
    },
  }
}

async function holdersAfter(
  db: Db,
  generation: GenerationOfTenant,
  asked: UseReadings & { skuIds: readonly string[]; after: string },
): Promise<HolderOfUse[]> {
  const { rows } = await sql<HolderOfUse>`
    with sku as (
      select id, place::int as place
      from unnest(${asked.skuIds}::text[]) with ordinality as sku (id, place)),
    page as (
      select distinct held.user_id from directory_license_assignments held
      where ${isInGeneration('held', generation)} and ${GIVES_LICENSE}
        and lower(held.sku_id) in (select id from sku) and held.user_id > ${asked.after}
      order by held.user_id limit ${PAGE}),
    assigned as (
      select held.user_id,
        jsonb_agg(jsonb_build_array(sku.place, held.disabled_plans) order by sku.place) as assigned
      from directory_license_assignments held join sku on sku.id = lower(held.sku_id)
      where ${isInGeneration('held', generation)} and ${GIVES_LICENSE}
        and held.user_id in (select user_id from page)
      group by held.user_id),
    people as (
      select *, ${SHOWN_PERSON} as name from directory_users
      where ${isInGeneration('directoryUsers', generation)}
        and id in (select user_id from page)),
    used as (
      select distinct on (lower(user_principal_name)) lower(user_principal_name) as sign_in_name, *
      from activity_usage where reading_id = ${asked.usageId}::bigint and not is_deleted)
    select page.user_id as id, people.name, people.user_principal_name,
      people.account_enabled is not distinct from false as is_blocked,
      coalesce(lower(people.user_type), '') = 'guest' as is_guest,
      people.created_date_time as created_at, assigned.assigned,
      sign_in.user_id is not null as is_sign_in_known,
      -- Tries that failed are no sign-ins, but older dates were stored without this distinction.
      coalesce(sign_in.last_successful_sign_in_at,
        greatest(sign_in.last_sign_in_at, sign_in.last_non_interactive_sign_in_at)) as last_sign_in_at,
      case when used.sign_in_name is not null then jsonb_build_object(
        'exchange', used.exchange_last_used_on,
        'files', greatest(used.one_drive_last_used_on, used.share_point_last_used_on),
        'teams', greatest(used.teams_last_used_on, used.skype_last_used_on),
        'yammer', used.yammer_last_used_on) end as last_used_on
    from page join assigned using (user_id)
    left join people on people.id = page.user_id
    left join activity_sign_ins sign_in
      on sign_in.reading_id = ${asked.signInsId}::bigint and sign_in.user_id = page.user_id
    left join used on used.sign_in_name = lower(people.user_principal_name)
    order by page.user_id`.execute(db)
  return rows
}

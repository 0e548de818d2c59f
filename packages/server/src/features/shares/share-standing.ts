import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'

/** Conditions of queries that call shared_reports `shares`. They ask anew each time: what is lost, is lost at once. */

/** Whether the maker of a link may still see its tenant. */
export const MAKER_SEES_TENANT: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from users as maker where maker.id = shares.created_by_user_id and (
    maker.role = 'admin' or maker.tenant_access = 'all' or exists (
      select 1 from ${GRANTED_TENANTS} as granted
      where granted.user_id = maker.id and granted.tenant_id = shares.tenant_id)))`

/** Whether the maker may still sign in, unless an administrator keeps the link without that. */
export const MAKER_REMAINS: RawBuilder<boolean> = sql<boolean>`(shares.is_kept or exists (
  select 1 from users as maker
  where maker.id = shares.created_by_user_id and not maker.is_disabled))`

/** Neither ended nor bereft of its maker; expiry and the limit of views stand apart. */
export const IS_ACTIVE: RawBuilder<boolean> = sql<boolean>`(
  shares.is_active and ${MAKER_REMAINS} and ${MAKER_SEES_TENANT})`

export const HAS_VIEWS_LEFT: RawBuilder<boolean> = sql<boolean>`(
  shares.max_access is null or shares.access_count < shares.max_access)`

/** Whether whoever has a pass gets the report. */
export const isOpen = (at: Date): RawBuilder<boolean> =>
  sql<boolean>`(shares.expires_at > ${at}::timestamptz and ${IS_ACTIVE})`

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import { GRANTED_TENANTS } from '../../db/tenant-scope.ts'

/** Conditions of queries with shared_reports as `shares`. Evaluated each time: lost access applies at once. */

/** The creator of the link may still see its tenant. */
export const CREATOR_SEES_TENANT: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from users as creator where creator.id = shares.created_by_user_id and (
    creator.role = 'admin' or creator.tenant_access = 'all' or exists (
      select 1 from ${GRANTED_TENANTS} as granted
      where granted.user_id = creator.id and granted.tenant_id = shares.tenant_id)))`

/** The creator may still sign in, unless an administrator keeps the link. */
export const CREATOR_REMAINS: RawBuilder<boolean> = sql<boolean>`(shares.is_kept or exists (
  select 1 from users as creator
  where creator.id = shares.created_by_user_id and not creator.is_disabled))`

/** Active: not ended, and its creator still has access; expiry and view limit are separate. */
export const IS_ACTIVE: RawBuilder<boolean> = sql<boolean>`(
  shares.is_active and ${CREATOR_REMAINS} and ${CREATOR_SEES_TENANT})`

export const HAS_VIEWS_LEFT: RawBuilder<boolean> = sql<boolean>`(
  shares.max_access is null or shares.access_count < shares.max_access)`

/** True when a visitor with a pass gets the report. */
export const isOpen = (at: Date): RawBuilder<boolean> =>
  sql<boolean>`(shares.expires_at > ${at}::timestamptz and ${IS_ACTIVE})`

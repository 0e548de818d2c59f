import type { TenantGroupId, TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Actor } from '../lib/actor.ts'

/** The tenants that a query may see: all, or those granted to one user (decisions.md, Roles). */
export type TenantScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'granted'; readonly userId: UserId }

/** For work without a user: jobs and operators' commands. */
export const ALL_TENANTS: TenantScope = { kind: 'all' }

/** Returns all tenants for administrators and users with all tenants; otherwise the granted ones. */
export function scopeOf(actor: Pick<Actor, 'seesAllTenants' | 'userId'>): TenantScope {
  return actor.seesAllTenants ? ALL_TENANTS : { kind: 'granted', userId: actor.userId }
}

/** All grants of tenants to users, by list or tenant group, each pair once. */
export const GRANTED_TENANTS = sql<{ userId: UserId; tenantId: TenantId }>`(
  select user_id, tenant_id from user_tenant_access
  union
  select access.user_id, member.tenant_id from user_group_access as access
    join tenant_group_members as member on member.group_id = access.group_id)`

/** The condition that refreshes read a tenant: not ended, not gone, not stopped, not waiting for approval. */
export const IS_READ = sql<boolean>`(tenants.relationship <> 'ended' and tenants.gone_at is null
  and tenants.reading_stopped_at is null and tenants.awaiting_approval_since is null)`

/**
 * Returns the condition that limits a query to the scope; `column` contains a tenant's id, such as
 * 'tenants.id'.
 */
export function isInScope(column: string, scope: TenantScope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  // Part of the statement itself, so that a revoked grant applies at once.
  return sql<boolean>`${sql.ref(column)} in (
    select tenant_id from ${GRANTED_TENANTS} as granted where user_id = ${scope.userId})`
}

/** Returns the condition that a tenant is in the group; true without a group. */
export function isInGroup(column: string, groupId: TenantGroupId | null): RawBuilder<boolean> {
  if (groupId === null) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(column)} in (
    select tenant_id from tenant_group_members where group_id = ${groupId})`
}

import type { TenantId, UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

import type { Actor } from '../lib/actor.ts'

/** Whose tenants a query may see: everybody's, or those granted to one person (decisions.md, Roles). */
export type TenantScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'granted'; readonly userId: UserId }

/** For work that answers to nobody: jobs and operators' commands. */
export const ALL_TENANTS: TenantScope = { kind: 'all' }

/** Administrators and people with all tenants see all; others what is granted to them. */
export function scopeOf(actor: Pick<Actor, 'seesAllTenants' | 'userId'>): TenantScope {
  return actor.seesAllTenants ? ALL_TENANTS : { kind: 'granted', userId: actor.userId }
}

/** Who was granted which tenant, by a list or by tenant groups, each pair once. */
export const GRANTED_TENANTS = sql<{ userId: UserId; tenantId: TenantId }>`(
  select user_id, tenant_id from user_tenant_access
  union
  select access.user_id, member.tenant_id from user_group_access as access
    join tenant_group_members as member on member.group_id = access.group_id)`

/** The condition that cuts a query to the scope; `column` holds a tenant's id, such as 'tenants.id'. */
export function isInScope(column: string, scope: TenantScope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  // In the statement itself, so that a grant that is taken away counts at once.
  return sql<boolean>`${sql.ref(column)} in (
    select tenant_id from ${GRANTED_TENANTS} as granted where user_id = ${scope.userId})`
}

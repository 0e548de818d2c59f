import type { UserId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whose tenants a query may see: everybody's, or those granted to one person (decisions.md, Roles). */
export type TenantScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'granted'; readonly userId: UserId }

/** For work that answers to nobody: jobs and operators' commands. */
export const ALL_TENANTS: TenantScope = { kind: 'all' }

/** The condition that cuts a query to the scope; `column` holds a tenant's id, such as 'tenants.id'. */
export function isInScope(column: string, scope: TenantScope): RawBuilder<boolean> {
  if (scope.kind === 'all') return sql<boolean>`true`
  // In the statement itself, so that a grant that is taken away counts at once.
  return sql<boolean>`${sql.ref(column)} in (
    select tenant_id from user_tenant_access where user_id = ${scope.userId})`
}

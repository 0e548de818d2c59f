import { searchEstate, searchOneKind } from '@tenantscope/contract/search'
import type { SearchPage, SearchResult } from '@tenantscope/contract/search'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SearchService } from './search.service.ts'

export function mountSearch(
  server: HttpServer,
  deps: { search: SearchService; auditLog: Pick<AuditLogService, 'seen'> },
): void {
  mount(server, searchEstate, async ({ query, actor, by }) => {
    const found = await deps.search.search(query.q, actor)
    const tenantIds = tenantsShown(found)
    await deps.auditLog.seen({ ...by, action: 'tenant searched', tenantIds })
    return found
  })

  mount(server, searchOneKind, async ({ query, actor, by }) => {
    const found = await deps.search.searchOneKind(query, actor)
    const tenantIds = tenantsOf(found)
    await deps.auditLog.seen({ ...by, action: 'tenant searched', tenantIds })
    return found
  })
}

/** Tenants whose data was found; a tenant's name alone is on every list. */
const tenantsShown = ({ people, licenses, policies }: SearchResult): string[] =>
  [people, licenses, policies].flatMap(({ items }) => items.map(({ tenantId }) => tenantId))

const tenantsOf = ({ kind, items }: SearchPage): string[] =>
  kind === 'tenants' || kind === 'checks' ? [] : items.map(({ tenantId }) => tenantId)

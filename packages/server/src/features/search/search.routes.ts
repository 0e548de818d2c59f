import { searchEstate } from '@tenantscope/contract/search'
import type { SearchResult } from '@tenantscope/contract/search'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { SearchService } from './search.service.ts'

export function mountSearch(
  server: HttpServer,
  deps: { search: SearchService; auditLog: Pick<AuditLogService, 'seen'> },
): void {
  mount(server, searchEstate, async ({ query, actor, caller }) => {
    const found = await deps.search.search(query.q, actor)
    const tenantIds = tenantsShown(found)
    await deps.auditLog.seen({ ...byOf(actor, caller), action: 'tenant searched', tenantIds })
    return found
  })
}

/** Of which something of their own was found; their names alone are on every list. */
const tenantsShown = ({ people, licenses, policies }: SearchResult): string[] =>
  [people, licenses, policies].flatMap(({ items }) => items.map(({ tenantId }) => tenantId))

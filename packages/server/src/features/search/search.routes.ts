import { searchEstate } from '@tenantscope/contract/search'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { SearchService } from './search.service.ts'

export function mountSearch(server: HttpServer, { search }: { search: SearchService }): void {
  mount(server, searchEstate, ({ query, actor }) => search.search(query.q, actor))
}

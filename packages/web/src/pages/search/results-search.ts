import { SEARCH } from '@tenantscope/contract/limits'
import { SEARCH_PAGES, SearchKind } from '@tenantscope/contract/search'
import { z } from 'zod'

/** The view, as the address holds it. Unknown values are ignored. */
export const ResultsSearch = z.object({
  // The router reads ?q=365 as a number.
  q: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined),
  kind: SearchKind.optional().catch(undefined),
  /** From 2 on; the address leaves the first page out. */
  page: z.number().int().min(2).max(SEARCH_PAGES.last).optional().catch(undefined),
})
export type ResultsSearch = z.infer<typeof ResultsSearch>

/** Returns the view of an address; without a kind it is that of the tenants. */
export function viewIn(search: unknown) {
  const { q = '', kind = 'tenants', page = 1 } = ResultsSearch.parse(search)
  return { q: q.trim().slice(0, SEARCH.maxLength), kind, page }
}

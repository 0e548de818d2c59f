import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { SEARCH } from './limits.ts'

const ofTenant = { tenantId: TenantId, tenantName: z.string() }

/** At most SEARCH.shownPerKind, the best first; `isMore`: there are others. */
function found<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), isMore: z.boolean() })
}

export const SearchResult = z.object({
  tenants: found(z.object({ ...ofTenant, defaultDomainName: z.string().nullable() })),
  people: found(
    z.object({
      ...ofTenant,
      userId: z.string(),
      name: z.string(),
      userPrincipalName: z.string().nullable(),
    }),
  ),
  licenses: found(
    z.object({
      ...ofTenant,
      skuId: z.string(),
      displayName: z.string(),
      skuPartNumber: z.string(),
    }),
  ),
  policies: found(
    z.object({ ...ofTenant, policyId: z.string(), displayName: z.string(), state: z.string() }),
  ),
})
export type SearchResult = z.infer<typeof SearchResult>

export const searchEstate = endpoint({
  name: 'searchEstate',
  summary: "Tenants, people, licenses and policies of the caller's tenants that hold the words",
  method: 'GET',
  path: '/api/search',
  access: 'signedIn',
  query: z.object({
    q: z
      .string('Type what to search for')
      .trim()
      .min(SEARCH.minLength, 'Type at least 2 characters')
      .max(SEARCH.maxLength, 'Type at most 100 characters'),
  }),
  reply: SearchResult,
})

import { z } from 'zod'

import { guid, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** A customer with whom the partner has, or had, a delegated relationship. */
export const DelegatedCustomer = z.object({ tenantId: guid, displayName: text })
export type DelegatedCustomer = z.infer<typeof DelegatedCustomer>

const PATH = '/tenantRelationships/delegatedAdminCustomers?$top=300'

/**
 * `GET /tenantRelationships/delegatedAdminCustomers` in the partner's own directory, a page at a
 * time; null: this cloud has no delegated administration. Needs DelegatedAdminRelationship.Read.All.
 */
export function readDelegatedCustomers(
  graph: TenantGraph,
): AsyncGenerator<DelegatedCustomer[], void, undefined> | null {
  return graph.lacks('delegatedAdmin') ? null : graph.pages(DelegatedCustomer, PATH)
}

import { z } from 'zod'

import { domainOrNull, guid, id, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

/** A customer of a partner; exists in the partner's own directory only. */
export const Contract = z.object({
  /** Of the contract, not of the customer. */
  id,
  /** The customer's tenant id. */
  customerId: guid,
  /** SyndicationPartner, BreadthPartner or ResellerPartner. */
  contractType: text,
  defaultDomainName: domainOrNull,
  displayName: text,
})
export type Contract = z.infer<typeof Contract>

const PATH = `/contracts?$top=999&$select=${Object.keys(Contract.shape).join(',')}`

/** `GET /contracts`, a page at a time. */
export function readContracts(graph: TenantGraph): AsyncGenerator<Contract[], void, undefined> {
  return graph.pages(Contract, PATH)
}

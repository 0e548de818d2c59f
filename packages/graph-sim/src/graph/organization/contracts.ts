import type { Tenant } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'

const PROPERTIES = {
  id: (customer: Tenant) => customer.contractId,
  contractType: () => 'ResellerPartner',
  customerId: (customer: Tenant) => customer.id,
  defaultDomainName: (customer: Tenant) => customer.defaultDomainName,
  displayName: (customer: Tenant) => customer.contractDisplayName,
}

const CONTRACT: EntityShape<Tenant> = {
  typeName: 'microsoft.graph.contract',
  properties: PROPERTIES,
  defaults: Object.keys(PROPERTIES),
}

/** The partner's customers; a directory that is no partner has none. */
export function listContracts(call: GraphCall): GraphAnswer {
  const { tenant, world } = call
  const rows =
    tenant.kind === 'partner' ? world.tenants.filter((customer) => customer.isListedAsContract) : []
  return answerList(call, {
    set: 'contracts',
    shape: CONTRACT,
    rows,
    pageDefault: 100,
    pageMax: 999,
  })
}

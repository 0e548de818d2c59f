import type { DelegatedRelationship, DelegatedStatus, Tenant } from '../../world/types.ts'
import type { GraphAnswer, GraphCall } from '../engine/call.ts'
import { dayFrom } from '../engine/dates.ts'
import { answerList } from '../query/listing.ts'
import type { EntityShape } from '../query/projection.ts'

const PAGES = { pageDefault: 300, pageMax: 300 } as const
/** Approved by the customer once, whatever came of it later. */
const ONCE_ACTIVE: readonly DelegatedStatus[] = [
  'active',
  'expired',
  'expiring',
  'terminated',
  'terminating',
  'terminationRequested',
]
/** The partner administers the customer as long as it is in one of these. */
const IN_FORCE: readonly DelegatedStatus[] = [
  'active',
  'expiring',
  'terminating',
  'terminationRequested',
]

const CUSTOMER: EntityShape<Tenant> = {
  typeName: 'microsoft.graph.delegatedAdminCustomer',
  annotations: { '@odata.type': () => '#microsoft.graph.delegatedAdminCustomer' },
  defaults: ['id', 'tenantId', 'displayName'],
  properties: {
    id: (customer) => customer.id,
    tenantId: (customer) => customer.id,
    displayName: (customer) => customer.displayName,
  },
}

/** Whom the partner may administer now; a directory that is no partner has none. */
export function listDelegatedCustomers(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'tenantRelationships/delegatedAdminCustomers',
    shape: CUSTOMER,
    rows: customersOf(call).filter((customer) =>
      customer.delegatedRelationships.some(({ status }) => IN_FORCE.includes(status)),
    ),
    ...PAGES,
  })
}

interface OfCustomer {
  readonly customer: Tenant
  readonly relationship: DelegatedRelationship
}

const RELATIONSHIP_PROPERTIES = {
  id: ({ relationship }: OfCustomer) => relationship.id,
  displayName: ({ relationship }: OfCustomer) => relationship.displayName,
  duration: ({ relationship }: OfCustomer) => relationship.duration,
  customer: ({ customer }: OfCustomer) => ({
    tenantId: customer.id,
    displayName: customer.displayName,
  }),
  accessDetails: ({ relationship }: OfCustomer) => ({
    unifiedRoles: relationship.roleTemplateIds.map((roleDefinitionId) => ({ roleDefinitionId })),
  }),
  status: ({ relationship }: OfCustomer) => relationship.status,
  autoExtendDuration: ({ relationship }: OfCustomer) => relationship.autoExtendDuration,
  createdDateTime: ({ relationship }: OfCustomer) => relationship.createdDateTime,
  activatedDateTime: ({ relationship }: OfCustomer) =>
    ONCE_ACTIVE.includes(relationship.status) ? relationship.createdDateTime : null,
  endDateTime: ({ relationship }: OfCustomer, { now }: GraphCall) =>
    ONCE_ACTIVE.includes(relationship.status) ? dayFrom(now, relationship.endsInDays) : null,
}

const RELATIONSHIP: EntityShape<OfCustomer> = {
  typeName: 'microsoft.graph.delegatedAdminRelationship',
  annotations: { '@odata.type': () => '#microsoft.graph.delegatedAdminRelationship' },
  properties: RELATIONSHIP_PROPERTIES,
  defaults: Object.keys(RELATIONSHIP_PROPERTIES),
}

/** Every relationship, ended ones too. */
export function listDelegatedRelationships(call: GraphCall): GraphAnswer {
  return answerList(call, {
    set: 'tenantRelationships/delegatedAdminRelationships',
    shape: RELATIONSHIP,
    rows: customersOf(call).flatMap((customer) =>
      customer.delegatedRelationships.map((relationship) => ({ customer, relationship })),
    ),
    ...PAGES,
  })
}

function customersOf({ tenant, world }: GraphCall): readonly Tenant[] {
  return tenant.kind === 'partner' ? world.tenants.filter((each) => each.id !== tenant.id) : []
}

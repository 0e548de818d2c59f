import { TenantId } from '@tenantscope/contract/ids'
import type { MalformedRow } from '@tenantscope/graph-client/malformed-rows'
import type { Contract } from '@tenantscope/graph-client/read/contracts'
import type { DelegatedCustomer } from '@tenantscope/graph-client/read/delegated-customers'
import type { DelegatedRelationship as ToldRelationship } from '@tenantscope/graph-client/read/delegated-relationships'

import { storedTime } from '../../lib/stored-text.ts'
import type {
  DelegatedRelationship,
  ListedCustomer,
  ListedCustomers,
} from '../tenants/tenant-records.service.ts'

const CONTRACTS = '/contracts'
const DELEGATED_CUSTOMERS = '/tenantRelationships/delegatedAdminCustomers'
const DELEGATED_RELATIONSHIPS = '/tenantRelationships/delegatedAdminRelationships'

/** Returns the list that the rows of one of Microsoft's paths belong to. */
export const partOfList = (path: string): 'contracts' | 'delegatedAdministration' =>
  path === CONTRACTS ? 'contracts' : 'delegatedAdministration'

/** Returns contracts whose customer id is no tenant id: they are malformed too. */
export const contractsWithoutDirectory = (contracts: readonly Contract[]): MalformedRow[] =>
  contracts
    .filter(({ customerId }) => isNoTenant(customerId))
    .map(({ id }) => ({ path: CONTRACTS, id, field: 'customerId' }))

/** Returns delegations whose tenant id is none. A relationship without a customer is not malformed. */
export function delegationsWithoutDirectory(
  listed: readonly DelegatedCustomer[],
  found: readonly ToldRelationship[],
): MalformedRow[] {
  const customers = listed.filter(({ tenantId }) => isNoTenant(tenantId))
  const relationships = found.filter(
    ({ customerTenantId }) => customerTenantId !== null && isNoTenant(customerTenantId),
  )
  return [
    ...customers.map(({ tenantId: id }) => ({ path: DELEGATED_CUSTOMERS, id, field: 'tenantId' })),
    ...relationships.map(({ id }) => ({
      path: DELEGATED_RELATIONSHIPS,
      id,
      field: 'customer.tenantId',
    })),
  ]
}

const isNoTenant = (text: string): boolean => !TenantId.safeParse(text).success

/** Returns the customer of a contract; none when Microsoft names no directory. */
export function customerOf(contract: Contract): ListedCustomer[] {
  const { displayName, defaultDomainName, contractType } = contract
  return tenantIdsOf(contract.customerId).map((tenantId) => ({
    tenantId,
    displayName: displayName ?? defaultDomainName ?? tenantId,
    defaultDomainName,
    contractType,
  }))
}

/**
 * Statuses in which the partner may still administer the customer (Microsoft's
 * delegatedAdminRelationshipStatus).
 */
const LIVING = new Set(['active', 'expiring', 'terminationRequested', 'terminating'])

/**
 * Returns customers with an active relationship. Microsoft also lists customers whose relationships
 * have all ended. A listed customer without any relationship is accepted.
 */
export function delegatedOf(
  listed: readonly DelegatedCustomer[],
  found: readonly ToldRelationship[],
): NonNullable<ListedCustomers['delegated']> {
  const relationships = found.flatMap(relationshipOf)
  const byTenant = Map.groupBy(relationships, ({ tenantId }) => tenantId)
  const customers = listed.flatMap(({ tenantId: id, displayName }) =>
    tenantIdsOf(id)
      .filter((tenantId) => byTenant.get(tenantId)?.some(isLiving) ?? true)
      .map((tenantId) => ({
        tenantId,
        displayName: displayName ?? tenantId,
        defaultDomainName: null,
        contractType: null,
      })),
  )
  return { customers, relationships }
}

function isLiving({ status }: DelegatedRelationship): boolean {
  return status !== null && LIVING.has(status)
}

function relationshipOf(listed: ToldRelationship): DelegatedRelationship[] {
  const { customerTenantId, roleIds: roleTemplateIds, ...rest } = listed
  const { id, displayName, status, duration, autoExtendDuration } = rest
  return tenantIdsOf(customerTenantId ?? '').map((tenantId) => ({
    id,
    tenantId,
    displayName,
    status,
    createdDateTime: storedTime(rest.createdDateTime),
    endDateTime: storedTime(rest.endDateTime),
    duration,
    autoExtendDuration,
    roleTemplateIds,
  }))
}

function tenantIdsOf(text: string): TenantId[] {
  const tenantId = TenantId.safeParse(text)
  return tenantId.success ? [tenantId.data] : []
}

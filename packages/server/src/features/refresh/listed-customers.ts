import { TenantId } from '@tenantscope/contract/ids'
import type { Contract } from '@tenantscope/graph-client/read-contracts'
import type { DelegatedCustomer } from '@tenantscope/graph-client/read-delegated-customers'
import type { DelegatedRelationship as ToldRelationship } from '@tenantscope/graph-client/read-delegated-relationships'

import { storedTime } from '../../lib/stored-text.ts'
import type {
  DelegatedRelationship,
  ListedCustomer,
  ListedCustomers,
} from '../tenants/tenant-records.service.ts'

/** The customer of a contract; none when Microsoft names no directory. */
export function customerOf(contract: Contract): ListedCustomer[] {
  const { displayName, defaultDomainName, contractType } = contract
  return tenantIdsOf(contract.customerId).map((tenantId) => ({
    tenantId,
    displayName: displayName ?? defaultDomainName ?? tenantId,
    defaultDomainName,
    contractType,
  }))
}

/** Statuses in which the partner may still administer the customer (Microsoft's delegatedAdminRelationshipStatus). */
const LIVING = new Set(['active', 'expiring', 'terminationRequested', 'terminating'])

/**
 * Customers with whom a relationship lives. Microsoft lists those whose relationships have all ended
 * as well; who is listed without any relationship is believed.
 */
export function delegatedOf(
  listed: readonly DelegatedCustomer[],
  told: readonly ToldRelationship[],
): NonNullable<ListedCustomers['delegated']> {
  const relationships = told.flatMap(relationshipOf)
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

function relationshipOf(told: ToldRelationship): DelegatedRelationship[] {
  const { customerTenantId, roleIds: roleTemplateIds, ...rest } = told
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

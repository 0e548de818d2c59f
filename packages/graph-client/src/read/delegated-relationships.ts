import { z } from 'zod'

import { date, guid, guidOrNull, id, list, maybe, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

const Customer = z.object({ tenantId: guidOrNull, displayName: text })

const AccessDetails = z.object({ unifiedRoles: list(z.object({ roleDefinitionId: guid })) })

/** An agreement that lets the partner administer a customer's directory for a time (GDAP). */
export const DelegatedRelationship = z
  .object({
    id,
    displayName: text,
    /**
     * created, approvalPending, approved, activating, active, expiring, expired,
     * terminationRequested, terminating or terminated.
     */
    status: text,
    createdDateTime: date,
    activatedDateTime: date,
    endDateTime: date,
    /** ISO 8601: P730D. */
    duration: text,
    /** P180D when it goes on by itself; PT0S or P0D when it does not. */
    autoExtendDuration: text,
    customer: maybe(Customer),
    accessDetails: maybe(AccessDetails),
  })
  .transform(({ customer, accessDetails, ...relationship }) => ({
    ...relationship,
    /** Null until a customer has accepted, where none was named before. */
    customerTenantId: customer?.tenantId ?? null,
    customerDisplayName: customer?.displayName ?? null,
    /** Template ids of the roles that the partner may use. */
    roleIds: (accessDetails?.unifiedRoles ?? []).map(({ roleDefinitionId }) => roleDefinitionId),
  }))
export type DelegatedRelationship = z.infer<typeof DelegatedRelationship>

const PATH = '/tenantRelationships/delegatedAdminRelationships?$top=300'

/**
 * `GET /tenantRelationships/delegatedAdminRelationships` in the partner's own directory, a page at a
 * time, ended ones too; null: this cloud has no delegated administration. Needs
 * DelegatedAdminRelationship.Read.All.
 */
export function readDelegatedRelationships(
  graph: TenantGraph,
): AsyncGenerator<DelegatedRelationship[], void, undefined> | null {
  return graph.lacks('delegatedAdmin') ? null : graph.pages(DelegatedRelationship, PATH)
}

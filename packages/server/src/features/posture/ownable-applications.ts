import { ownableObjects } from '@tenantscope/analysis/checks/app/owners-on-privileged'
import type { TenantId } from '@tenantscope/contract/ids'
import type { OwnedObject } from '@tenantscope/graph-client/read/application-owners'

import { createRowCollector } from './judging/collected-rows.ts'
import type { StoredFactsRepo } from './stored-facts.repo.ts'
import { factsOfStored } from './stored-facts.rules.ts'

/** Finds the applications whose owners the nightly reading asks for. */
export const createOwnableApplications = (facts: StoredFactsRepo) => ({
  /** Returns none for a tenant that was never read. */
  async find(tenantId: TenantId): Promise<OwnedObject[]> {
    const current = await facts.findCurrent(tenantId)
    if (current === undefined) return []
    const { generationId, outcome } = current
    const frame = await facts.readFrame(tenantId, outcome)
    const rows = createRowCollector()
    for await (const page of facts.pages({ tenantId, generationId }, frame, TABLES)) rows.add(page)
    return ownableObjects(factsOfStored(frame, rows.all())).flatMap(({ kind, id }) =>
      kind === 'application' || kind === 'servicePrincipal' ? [{ kind, id }] : [],
    )
  },
})

/** What says which applications have a tier-0 role or permission. */
const TABLES = [
  'directoryRoleAssignments',
  'directoryRoleDefinitions',
  'directoryGroups',
  'directoryGroupMembers',
  'directoryServicePrincipals',
  'directoryApplications',
  'directoryApplicationGrants',
] as const

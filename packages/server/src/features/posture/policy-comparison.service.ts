import type { PolicyFacts } from '@tenantscope/analysis/conditional-access'
import { comparePolicies } from '@tenantscope/analysis/policy-comparison'
import type { PoliciesOfTenant } from '@tenantscope/analysis/policy-comparison'
import { namedIds } from '@tenantscope/analysis/policy-sections'
import type { PolicyObjectKind } from '@tenantscope/analysis/policy-sections'
import type { ComparedTenant, PolicyComparison } from '@tenantscope/contract/policy-comparison'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Actor } from '../../lib/actor.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import type { PolicyComparisonRepo } from './policy-comparison.repo.ts'
import { nameOfStored } from './policy-names.rules.ts'
import type { PolicyPageRepo } from './policy-page.repo.ts'
import { isoOf } from './presented-posture.rules.ts'

export type PolicyComparisonService = ReturnType<typeof createPolicyComparisonService>

/** Compares the Conditional Access policies of two tenants that the user may see. */
export function createPolicyComparisonService(deps: {
  repo: PolicyComparisonRepo
  names: Pick<PolicyPageRepo, 'readNames'>
  tenants: Pick<TenantsService, 'accessFor'>
}) {
  const { repo, names, tenants } = deps

  async function read(access: TenantAccess) {
    const found = await repo.findTenant(access)
    if (found === undefined) throw tenantNotFound()
    const { tenantId, displayName, dataAsOf, generationId, hasFailed, malformed } = found
    const isRead = generationId !== null && !hasFailed
    const tenant: ComparedTenant = {
      tenantId,
      displayName,
      dataAsOf: isoOf(dataAsOf),
      isRead,
      malformed,
    }
    return { tenant, policies: isRead ? await policiesOf({ tenantId, generationId }) : null }
  }

  async function policiesOf(generation: GenerationOfTenant): Promise<PoliciesOfTenant> {
    const policies = await repo.readPolicies(generation)
    return { policies, nameOf: nameOfStored(await names.readNames(generation, idsIn(policies))) }
  }

  return {
    async compare(
      access: TenantAccess,
      { actor, compareWith }: { actor: Actor; compareWith: string },
    ): Promise<PolicyComparison> {
      const other = await tenants.accessFor(actor, compareWith)
      // The same refusal as for a tenant that does not exist.
      if (other === null) throw tenantNotFound()
      const [here, there] = await Promise.all([read(access), read(other)])
      return {
        here: here.tenant,
        there: there.tenant,
        policies: here.policies && there.policies && comparePolicies(here.policies, there.policies),
      }
    },
  }
}

/** Returns the ids whose names are shown, of all policies. */
function idsIn(policies: readonly PolicyFacts[]): Record<PolicyObjectKind, string[]> {
  const ids = policies.map(namedIds)
  const idsOf = (kind: PolicyObjectKind) => [...new Set(ids.flatMap((each) => each[kind]))]
  return {
    user: idsOf('user'),
    group: idsOf('group'),
    role: idsOf('role'),
    application: idsOf('application'),
    location: idsOf('location'),
  }
}

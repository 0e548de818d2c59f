import { namedIds, policySections } from '@tenantscope/analysis/policy-sections'
import type { TenantPolicyPage } from '@tenantscope/contract/policy-page'

import { AppError, tenantNotFound } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { CoverageRepo } from './coverage.repo.ts'
import type { CoverageService } from './coverage.service.ts'
import { nameOfStored } from './policy-names.rules.ts'
import type { PolicyPageRepo } from './policy-page.repo.ts'
import type { PostureService } from './posture.service.ts'
import { isoOf } from './presented-posture.rules.ts'

export type PolicyPageService = ReturnType<typeof createPolicyPageService>

/** Shows one Conditional Access policy of the current generation of a tenant in words. */
export function createPolicyPageService(deps: {
  repo: PolicyPageRepo
  tenants: Pick<CoverageRepo, 'findCurrent'>
  coverage: Pick<CoverageService, 'reachOf'>
  posture: Pick<PostureService, 'tenant'>
}) {
  const { repo, tenants, coverage, posture } = deps

  async function checksOf(
    access: TenantAccess,
    policyId: string,
  ): Promise<TenantPolicyPage['checks']> {
    const checkIds = new Set(await repo.readCheckIds(access, policyId))
    if (checkIds.size === 0) return []
    const { checks } = await posture.tenant(access)
    return checks
      .filter(({ id }) => checkIds.has(id))
      .map(({ id: checkId, title, severity, verdict }) => ({ checkId, title, severity, verdict }))
  }

  return {
    async find(access: TenantAccess, policyId: string): Promise<TenantPolicyPage> {
      const current = await tenants.findCurrent(access)
      if (current === undefined) throw tenantNotFound()
      const { generationId, dataAsOf } = current
      if (generationId === null) throw policyNotFound()
      const generation = { tenantId: access.tenantId, generationId }
      const policy = await repo.findPolicy(generation, policyId)
      if (policy === undefined) throw policyNotFound()
      const [names, reach, checks] = await Promise.all([
        repo.readNames(generation, namedIds(policy)),
        coverage.reachOf(generation, current, policyId),
        checksOf(access, policyId),
      ])
      const { id, displayName, state, createdDateTime, modifiedDateTime } = policy
      return {
        id,
        displayName,
        state,
        createdAt: isoOf(createdDateTime),
        changedAt: isoOf(modifiedDateTime),
        dataAsOf: isoOf(dataAsOf),
        sections: policySections(policy, nameOfStored(names)),
        reach,
        checks,
      }
    },
  }
}

const policyNotFound = (): AppError => new AppError('NOT_FOUND', 'Policy not found')

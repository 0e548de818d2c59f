import type { getAzurePermissions, TenantPermissionCheck } from '@tenantscope/contract/azure'
import type { CallReply } from '@tenantscope/contract/endpoint'

import type { TenantScope } from '../../db/tenant-scope.ts'
import { AppError, awaitingApproval } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { ChecksService } from '../azure/checks.service.ts'
import type { PermissionsRepo } from './permissions.repo.ts'
import { describePermissions } from './permissions.rules.ts'

export type PermissionsService = ReturnType<typeof createPermissionsService>

/** What is granted to the application: in the tenants of a reader, and in the own directory. */
export function createPermissionsService(deps: { repo: PermissionsRepo; checks: ChecksService }) {
  const { repo, checks } = deps

  return {
    /** Both shapes of the specification's section 3 in one; Microsoft is only asked for a fresh one. */
    async read(
      scope: TenantScope,
      { isFresh, signal }: { isFresh: boolean; signal: AbortSignal },
    ): Promise<CallReply<typeof getAzurePermissions>> {
      if (isFresh) await checks.check(signal)
      const [tenants, verifying, registration] = await Promise.all([
        repo.list(scope),
        repo.countVerifying(scope),
        checks.describe(),
      ])
      return { ...describePermissions(tenants), verifying, ...registration }
    },

    /** Asks Microsoft what one tenant grants. */
    async check(access: TenantAccess, signal: AbortSignal): Promise<TenantPermissionCheck> {
      const { readingStoppedAt, awaitingApprovalSince, dataAsOf } = await repo.findCheckable(access)
      if (readingStoppedAt !== null)
        throw new AppError('CONFLICT', 'Reading of this tenant is stopped')
      if (awaitingApprovalSince !== null) throw awaitingApproval()
      // Each reading begins with a new token.
      return checks.checkTenant(access.tenantId, { lastToken: dataAsOf, signal })
    },
  }
}

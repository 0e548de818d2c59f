import type { getAzurePermissions, TenantPermissionCheck } from '@tenantscope/contract/azure'
import type { CallReply } from '@tenantscope/contract/endpoint'

import type { TenantScope } from '../../db/tenant-scope.ts'
import { AppError, awaitingApproval } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AzureService } from '../azure/azure.service.ts'
import type { ChecksService } from '../azure/checks.service.ts'
import type { PermissionsRepo } from './permissions.repo.ts'
import { describePermissions } from './permissions.rules.ts'

export type PermissionsService = ReturnType<typeof createPermissionsService>

/** Returns the application's permissions in the reader's tenants and in the own directory. */
export function createPermissionsService(deps: {
  repo: PermissionsRepo
  checks: ChecksService
  azure: Pick<AzureService, 'current'>
}) {
  const { repo, checks, azure } = deps

  return {
    /** Both formats of the specification's section 3 in one; Microsoft is asked only for fresh data. */
    async read(
      scope: TenantScope,
      { isFresh, signal }: { isFresh: boolean; signal: AbortSignal },
    ): Promise<CallReply<typeof getAzurePermissions>> {
      if (isFresh) await checks.check(signal)
      const [connection, tenants, verifying, registration] = await Promise.all([
        azure.current(),
        repo.list(scope),
        repo.countVerifying(scope),
        checks.describe(),
      ])
      return {
        ...describePermissions(tenants, connection?.refusal ?? null),
        verifying,
        ...registration,
      }
    },

    /** Reads the permissions of one tenant from Microsoft. */
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

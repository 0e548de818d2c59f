import type { Logger } from 'pino'

import { AppError } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { RefreshService } from '../refresh/refresh.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'
import type { By } from '../users/users.service.ts'

export type TenantApprovalService = ReturnType<typeof createTenantApprovalService>

/** Accepts or declines tenants that consented through an invitation. */
export function createTenantApprovalService(deps: {
  records: Pick<TenantRecordsService, 'decideApproval'>
  refresh: Pick<RefreshService, 'refreshConsented'>
  auditLog: Pick<AuditLogService, 'change'>
  logger: Logger
}) {
  const { records, refresh, auditLog, logger } = deps

  return {
    async decide(
      { tenantId }: TenantAccess,
      isAccepted: boolean,
      { actor, source }: By,
    ): Promise<{ isAccepted: boolean }> {
      const decision = { isAccepted, by: actor.name }
      const isDecided = await records.decideApproval(tenantId, decision, (trx) =>
        auditLog.change(
          {
            type: 'tenant',
            action: isAccepted ? 'tenant approved' : 'tenant declined',
            changedBy: actor,
            target: null,
            oldValue: 'waiting for approval',
            newValue: isAccepted ? 'approved' : 'declined',
            tenantId,
            source,
          },
          trx,
        ),
      )
      if (!isDecided) throw new AppError('CONFLICT', 'This tenant does not wait for approval')
      // It is decided whether or not its reading begins at once.
      if (isAccepted)
        await refresh.refreshConsented(actor.name, tenantId).catch((error: unknown) => {
          logger.error({ err: error, tenantId }, 'an accepted tenant is not read before its turn')
        })
      return { isAccepted }
    },
  }
}

import type { Logger } from 'pino'

import { AppError } from '../../lib/app-error.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { RefreshService } from '../refresh/refresh.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'

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
            oldValue: 'waiting for approval',
            newValue: isAccepted ? 'approved' : 'declined',
            tenantId,
            source,
          },
          trx,
        ),
      )
      if (!isDecided) throw new AppError('CONFLICT', 'This tenant is not waiting for approval')
      // The decision remains valid even if the refresh cannot be started.
      if (isAccepted)
        await refresh.refreshConsented(actor.name, tenantId).catch((error: unknown) => {
          logger.error({ err: error, tenantId }, 'starting a refresh of the approved tenant failed')
        })
      return { isAccepted }
    },
  }
}

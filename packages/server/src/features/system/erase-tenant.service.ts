import { setTimeout as delay } from 'node:timers/promises'

import type { TenantId } from '@tenantscope/contract/ids'
import type { Transaction } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError, tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { NO_SOURCE, PRODUCT } from '../../lib/operator.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { By } from '../users/users.service.ts'
import type { EraseTenantRepo } from './erase-tenant.repo.ts'

export type EraseTenantService = ReturnType<typeof createEraseTenant>

const BUSY_POLL_MS = 1_000

/**
 * Erases what is stored of a tenant: at once everything that anybody could see or open, in one
 * transaction, and the many rows that nothing names any more in the background.
 */
export function createEraseTenant(deps: {
  repo: EraseTenantRepo
  auditLog: AuditLogService
  clock: Clock
  /** Removes the rest in the background, once the transaction commits. */
  send: (tenantId: TenantId, transaction: Transaction<Database>) => Promise<void>
}) {
  const { repo, auditLog, clock } = deps

  return {
    async erase(
      { tenantId }: TenantAccess,
      { name, by }: { name: string; by: By },
    ): Promise<{ message: string }> {
      return repo.transaction(async (trx) => {
        const tenant = await repo.lock(trx, tenantId)
        if (tenant === undefined) throw tenantNotFound()
        if (tenant.shownName.trim() !== name.trim()) throw wrongName()
        if (tenant.isPartnerTenant)
          throw new AppError(
            'CONFLICT',
            'This is your own directory: Tenantscope finds your customers and signs people in by it, so its data would come back at once. It cannot be erased.',
          )
        const comesBack = tenant.hasContract || tenant.hasDelegatedRelationship
        await repo.detach(trx, tenantId, { name: by.actor.name, at: clock.now() })
        await deps.send(tenantId, trx)
        await auditLog.change(
          {
            type: 'tenant',
            action: 'tenant erased',
            changedBy: by.actor,
            target: null,
            oldValue: null,
            newValue: null,
            tenantId,
            details: comesBack ? 'stays listed, not read: a contract names it' : 'whole',
            source: by.source,
          },
          trx,
        )
        return {
          message: comesBack
            ? 'The data of this tenant are erased. It stays on the list, not read, because your directory still has a contract or relationship with it.'
            : 'This tenant and all its data are erased.',
        }
      })
    },

    /** The retention of tenants that went away (decisions.md, Tenants and data). */
    async eraseOverdue(): Promise<void> {
      for (const tenantId of await repo.overdue(clock.now()))
        await repo.transaction(async (trx) => {
          // Somebody may have taken it in again meanwhile.
          if (!(await repo.isInactive(trx, tenantId))) return
          await repo.detach(trx, tenantId, { name: PRODUCT.name, at: clock.now() })
          await deps.send(tenantId, trx)
          await auditLog.change(
            {
              type: 'tenant',
              action: 'tenant erased',
              changedBy: PRODUCT,
              target: null,
              oldValue: null,
              newValue: null,
              tenantId,
              details: 'the retention of inactive tenants is over',
              source: NO_SOURCE,
            },
            trx,
          )
        })
    },

    /** The background part; done again from the beginning after it was cut short. */
    async finish(tenantId: TenantId, signal: AbortSignal): Promise<void> {
      while (await repo.isBusy(tenantId)) await delay(BUSY_POLL_MS, null, { signal })
      const isWanted = await repo.transaction(async (trx) => {
        const tenant = await repo.lock(trx, tenantId)
        // Somebody has begun to read it again: what is there now is new.
        if (tenant === undefined || tenant.readingStoppedAt === null) return false
        // Whatever was written by work that was still under way.
        await repo.detach(trx, tenantId, {
          name: 'erased',
          at: tenant.readingStoppedAt,
        })
        return true
      })
      if (!isWanted) return
      await repo.deleteBulk(tenantId, signal)
      await repo.transaction(async (trx) => {
        const tenant = await repo.lock(trx, tenantId)
        if (tenant === undefined || tenant.readingStoppedAt === null) return
        if (!tenant.hasContract && !tenant.hasDelegatedRelationship)
          await repo.remove(trx, tenantId)
      })
    },
  }
}

function wrongName(): AppError {
  const message = "This is not the tenant's name"
  return new AppError('BAD_REQUEST', message, { fields: [{ field: 'body.name', message }] })
}

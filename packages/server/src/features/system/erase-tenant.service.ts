import { setTimeout as delay } from 'node:timers/promises'

import type { TenantId } from '@tenantscope/contract/ids'

import type { Trx } from '../../db/tables.ts'
import { AppError, fieldError, tenantNotFound } from '../../lib/app-error.ts'
import { recordedBy } from '../../lib/audit-entry.ts'
import type { Clock } from '../../lib/clock.ts'
import { BY_PRODUCT, PRODUCT } from '../../lib/operator.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import type { EraseTenantRepo } from './erase-tenant.repo.ts'

export type EraseTenantService = ReturnType<typeof createEraseTenant>

const BUSY_POLL_MS = 1_000

/**
 * Erases a tenant's stored data: everything visible at once in one transaction, and the many
 * unreferenced rows in the background.
 */
export function createEraseTenant(deps: {
  repo: EraseTenantRepo
  auditLog: AuditLogService
  clock: Clock
  /** Removes the rest in the background, once the transaction commits. */
  send: (tenantId: TenantId, transaction: Trx) => Promise<void>
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
        if (tenant.shownName.trim() !== name.trim())
          throw fieldError('body.name', "This is not the tenant's name")
        if (tenant.isPartnerTenant)
          throw new AppError(
            'CONFLICT',
            'This is your own directory: Tenantscope uses it to find your customers and sign users in, so its data would return at once. It cannot be erased.',
          )
        const comesBack = tenant.hasContract || tenant.hasDelegatedRelationship
        await repo.detach(trx, tenantId, { name: by.actor.name, at: clock.now() })
        await deps.send(tenantId, trx)
        await auditLog.change(
          {
            ...erased(tenantId, by),
            details: comesBack
              ? 'remains in the list and is not read, because of a contract or relationship'
              : 'removed from the list',
          },
          trx,
        )
        return {
          message: comesBack
            ? 'The data of this tenant is erased. The tenant stays on the list but is not read, because your directory still has a contract or relationship with it.'
            : 'This tenant and all its data are erased.',
        }
      })
    },

    /** The retention of tenants that went away (decisions.md, Tenants and data). */
    async eraseOverdue(): Promise<void> {
      for (const tenantId of await repo.overdue(clock.now()))
        await repo.transaction(async (trx) => {
          // The tenant may have been added again in the meantime.
          if ((await repo.lock(trx, tenantId))?.status !== 'Inactive') return
          await repo.detach(trx, tenantId, { name: PRODUCT.name, at: clock.now() })
          await deps.send(tenantId, trx)
          await auditLog.change(
            {
              ...erased(tenantId, BY_PRODUCT),
              details: 'the retention period of inactive tenants has passed',
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
        // A new reading has started: existing data is new.
        if (tenant === undefined || tenant.readingStoppedAt === null) return false
        // Whatever was written by work that was still under way.
        await repo.detach(trx, tenantId, { name: 'erased', at: tenant.readingStoppedAt })
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

const erased = (tenantId: TenantId, by: By) =>
  ({ type: 'tenant', action: 'tenant erased', tenantId, ...recordedBy(by) }) as const

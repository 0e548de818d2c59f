import type { correctBillingMonth, setBillingTimeZone } from '@tenantscope/contract/billing-months'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { z } from 'zod'

import { AppError, badField, tenantNotFound } from '../../../lib/app-error.ts'
import { recordedBy } from '../../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../../lib/changed-meanwhile.ts'
import type { Clock } from '../../../lib/clock.ts'
import { visibleText } from '../../../lib/stored-text.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { AuditLogService, By } from '../../audit-log/audit-log.service.ts'
import type { BillingMonthsRepo } from './billing-months.repo.ts'
import { peopleOf, peopleText } from './billing-months.rules.ts'
import type { BillingOpenRepo } from './billing-open.repo.ts'
import type { BillingOpening } from './billing-opening.service.ts'
import type { BillingZonesRepo } from './billing-zones.repo.ts'

export type BillingChangesService = ReturnType<typeof createBillingChangesService>

type Correction = z.output<typeof correctBillingMonth.body>

/** What administrators change: corrections of frozen months, and the time zone of a tenant. */
export function createBillingChangesService(deps: {
  repo: BillingMonthsRepo
  open: BillingOpenRepo
  opening: Pick<BillingOpening, 'openUntil'>
  zones: BillingZonesRepo
  auditLog: Pick<AuditLogService, 'change'>
  clock: Clock
}) {
  const { repo, open, opening, zones, auditLog, clock } = deps
  return {
    /** Adds a record with other numbers. The frozen one stays. */
    correct(
      access: TenantAccess,
      { month, number: seen, ...given }: Correction & { month: string },
      by: By,
    ): Promise<CallReply<typeof correctBillingMonth>> {
      const { tenantId } = access
      const { billedPeople, blockedPeople, guests } = given
      const people = { billedPeople, blockedPeople, guests }
      const reason = visibleText(given.reason)
      if (reason === null) throw badField('reason', 'Enter a reason')
      return repo.transaction(async (trx) => {
        if ((await open.lock(trx, tenantId)) === undefined) throw tenantNotFound()
        const [latest] = await repo.ofTenant(access, month, trx)
        if (latest === undefined)
          throw new AppError('NOT_FOUND', 'This month is not frozen for this tenant')
        refuseOldVersion(seen, {
          version: latest.number,
          updatedBy: latest.correctedBy,
          updatedAt: latest.frozenAt,
        })
        const before = peopleText(peopleOf(latest))
        const after = peopleText(people)
        if (before === after) throw badField('billedPeople', 'These are the present numbers')
        const number = latest.number + 1
        const hash = await repo.append(trx, { ...latest, ...people, number, frozenAt: clock.now() })
        const correctedBy = by.actor.name
        await repo.saveCorrection(trx, { tenantId, month, number, reason, correctedBy })
        await auditLog.change(
          {
            type: 'tenant',
            action: 'billing month corrected',
            ...recordedBy(by),
            tenantId,
            oldValue: before,
            newValue: after,
            details: JSON.stringify({ month, number, sha256: hash }),
          },
          trx,
        )
        return { number }
      })
    },

    /** The open month moves to the time zone at once, unless it would have ended there. */
    setTimeZone(
      access: TenantAccess,
      { timeZone, version }: z.output<typeof setBillingTimeZone.body>,
      by: By,
    ): Promise<CallReply<typeof setBillingTimeZone>> {
      const { tenantId } = access
      return repo.transaction(async (trx) => {
        if ((await open.lock(trx, tenantId)) === undefined) throw tenantNotFound()
        const before = await zones.find(access, trx)
        refuseOldVersion(version, before)
        if (before.own === timeZone) return { version: before.version }
        await zones.save(trx, { tenantId, timeZone, by: by.actor.name, at: clock.now() })
        const tenant = await open.lock(trx, tenantId)
        if (tenant !== undefined)
          await opening.openUntil(trx, tenantId, { tenant, now: clock.now() })
        await auditLog.change(
          {
            type: 'tenant',
            action: 'billing time zone changed',
            ...recordedBy(by),
            tenantId,
            oldValue: before.own ?? "the installation's",
            newValue: timeZone ?? "the installation's",
          },
          trx,
        )
        return { version: (await zones.find(access, trx)).version }
      })
    },
  }
}

import type { TenantId } from '@tenantscope/contract/ids'
import { BILLING_MONTHS } from '@tenantscope/contract/limits'

import type { Trx } from '../../../db/tables.ts'
import type { JobRun } from '../../../jobs/job.ts'
import { recordedBy } from '../../../lib/audit-entry.ts'
import type { Clock } from '../../../lib/clock.ts'
import { BY_PRODUCT } from '../../../lib/operator.ts'
import type { AuditLogService } from '../../audit-log/audit-log.service.ts'
import type { BillingCounting } from './billing-counting.service.ts'
import type { BillingMonthsRepo } from './billing-months.repo.ts'
import { peopleOf, peopleText } from './billing-months.rules.ts'
import type { BillingOpenRepo, OpenMonthRow } from './billing-open.repo.ts'
import type { BillingOpening } from './billing-opening.service.ts'

const GRACE_MS = BILLING_MONTHS.freezeAfterMinutes * 60_000

/**
 * Opens the month of each tenant and freezes it once after its end. All of it happens under the lock of the
 * tenant, so several processes and a restart at any time give each record exactly once.
 */
export function createBillingFreezing(deps: {
  open: BillingOpenRepo
  opening: Pick<BillingOpening, 'openUntil'>
  counting: Pick<BillingCounting, 'countCurrent'>
  months: Pick<BillingMonthsRepo, 'append' | 'keepPeople' | 'findReading' | 'removeOldPeople'>
  auditLog: Pick<AuditLogService, 'change'>
  clock: Clock
}) {
  const { open, opening, counting, months, auditLog, clock } = deps

  async function freeze(trx: Trx, tenantId: TenantId, row: OpenMonthRow): Promise<void> {
    const { month, timeZone, startsAt, endsAt, generationId, readAt } = row
    const reading = generationId === null ? undefined : await months.findReading(trx, generationId)
    const people = reading === undefined ? null : peopleOf(reading)
    const hash = await months.append(trx, {
      tenantId,
      month,
      number: 1,
      timeZone,
      startsAt,
      endsAt,
      readAt,
      ...numbersOf(reading),
      frozenAt: clock.now(),
    })
    if (generationId !== null)
      await months.keepPeople(trx, { tenantId, month, endsAt, generationId })
    await open.remove(trx, tenantId, { month, generationId })
    await auditLog.change(
      {
        type: 'tenant',
        action: 'billing month frozen',
        ...recordedBy(BY_PRODUCT),
        tenantId,
        newValue: peopleText(people),
        details: JSON.stringify({ month, number: 1, sha256: hash }),
      },
      trx,
    )
  }

  const settle = (tenantId: TenantId): Promise<void> =>
    open.transaction(async (trx) => {
      const tenant = await open.lock(trx, tenantId)
      if (tenant === undefined) return
      const now = clock.now()
      const rows = await opening.openUntil(trx, tenantId, { tenant, now })
      for (const row of rows)
        if (row.endsAt.getTime() + GRACE_MS <= now.getTime()) await freeze(trx, tenantId, row)
    })

  return {
    /** Opens, moves and freezes what is due, and removes ids whose retention has ended. */
    async freezeDue({ signal, logger }: Pick<JobRun<unknown>, 'signal' | 'logger'>): Promise<void> {
      const now = clock.now()
      const failures: unknown[] = []
      // One tenant never holds up the others; the next pass tries again.
      const each = async (
        tenantIds: readonly TenantId[],
        work: (id: TenantId) => Promise<void>,
      ) => {
        for (const tenantId of tenantIds) {
          signal.throwIfAborted()
          await work(tenantId).catch((error: unknown) => {
            logger.error({ err: error, tenantId }, 'freezing a billing month failed')
            failures.push(error)
          })
        }
      }
      await each(await open.due(now, new Date(now.getTime() - GRACE_MS)), settle)
      await each(await open.uncounted(), counting.countCurrent)
      await months.removeOldPeople(now)
      if (failures.length > 0) throw failures[0]
    },
  }
}

type Reading = Awaited<ReturnType<BillingMonthsRepo['findReading']>>

/** Returns the numbers of a reading; without one nothing is known, and no number is zero. */
function numbersOf(reading: Reading) {
  if (reading === undefined)
    return {
      billedPeople: null,
      blockedPeople: null,
      guests: null,
      malformedRows: 0,
      licenses: [],
    }
  const { malformedRows, licenses } = reading
  const people = peopleOf(reading)
  return {
    billedPeople: people?.billedPeople ?? null,
    blockedPeople: people?.blockedPeople ?? null,
    guests: people?.guests ?? null,
    malformedRows,
    licenses,
  }
}

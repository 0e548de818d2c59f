import { daysUntil, utcDay } from '@tenantscope/analysis/renewals'
import type { RenewalOfTenant } from '@tenantscope/analysis/renewals'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { RENEWAL_DECISION_NAMES } from '@tenantscope/contract/renewals'
import type {
  decideRenewal,
  listRenewalOwners,
  RenewalDecision,
} from '@tenantscope/contract/renewals'
import type { z } from 'zod'

import type { Trx } from '../../../db/tables.ts'
import type { Actor } from '../../../lib/actor.ts'
import { AppError, badField, tenantNotFound } from '../../../lib/app-error.ts'
import { recordedBy } from '../../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../../lib/changed-meanwhile.ts'
import type { Clock } from '../../../lib/clock.ts'
import { visibleText } from '../../../lib/stored-text.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { AuditLogService, By } from '../../audit-log/audit-log.service.ts'
import type { RenewalsRepo } from './renewals.repo.ts'
import { presentDecision } from './renewals.rules.ts'
import type { StoredDecision } from './renewals.rules.ts'
import type { RenewalsService } from './renewals.service.ts'

export type RenewalDecisionsService = ReturnType<typeof createRenewalDecisionsService>

type Given = z.output<typeof decideRenewal.body>

/** The user of a call, with the rights and as the trail records it. */
interface Caller {
  readonly actor: Pick<Actor, 'userId' | 'role'>
  readonly by: By
}

interface Changed {
  readonly access: TenantAccess
  readonly subscriptionId: string
  readonly caller: Caller
}

/** Stores decisions for renewals; every change is audited. */
export function createRenewalDecisionsService(deps: {
  repo: RenewalsRepo
  renewals: Pick<RenewalsService, 'find'>
  auditLog: Pick<AuditLogService, 'change'>
  clock: Clock
}) {
  const { repo, renewals, auditLog, clock } = deps

  function refusePast(renewsAt: string): void {
    if (daysUntil(renewsAt, clock.now()) < 0)
      throw new AppError(
        'CONFLICT',
        'This date has passed. Its decision is kept and cannot change.',
      )
  }

  async function requireRenewal(
    access: TenantAccess,
    { subscriptionId, renewsAt }: { subscriptionId: string; renewsAt: string },
  ): Promise<RenewalOfTenant> {
    const renewal = await renewals.find(access, subscriptionId)
    if (renewal === undefined)
      throw new AppError('NOT_FOUND', 'No renewal of this subscription is known')
    if (utcDay(renewal.renewsAt) !== utcDay(renewsAt))
      throw new AppError(
        'CONFLICT',
        'Microsoft has moved the date of this subscription. Reload the renewals, then decide again.',
      )
    return renewal
  }

  /** Technicians choose themselves or keep the owner; administrators choose any member of staff. */
  async function ownerNameOf(
    trx: Trx,
    { access, caller }: Changed,
    { given, before }: { given: Given; before: StoredDecision | undefined },
  ): Promise<string> {
    const { ownerId } = given
    if (before !== undefined && ownerId === before.ownerId) return before.ownerName
    const mayChoose = caller.actor.role === 'admin' || ownerId === caller.actor.userId
    const [owner] = mayChoose ? await repo.owners(access, ownerId, trx) : []
    if (owner === undefined)
      throw badField('ownerId', 'Choose a technician or administrator with access to this tenant')
    return owner.username
  }

  function audit(
    trx: Trx,
    { access, subscriptionId, caller }: Changed,
    entry: { action: string; skuId: string; day: string; from: string | null; to: string | null },
  ): Promise<void> {
    const { action, skuId, day, from, to } = entry
    return auditLog.change(
      {
        type: 'tenant',
        action,
        ...recordedBy(caller.by),
        tenantId: access.tenantId,
        oldValue: from,
        newValue: to,
        details: JSON.stringify({ skuId, subscriptionId, renewsOn: day }),
      },
      trx,
    )
  }

  async function store(
    trx: Trx,
    changed: Changed,
    { given, renewal }: { given: Given; renewal: RenewalOfTenant },
  ): Promise<RenewalDecision> {
    const { access, subscriptionId, caller } = changed
    if (!(await repo.lock(trx, access))) throw tenantNotFound()
    const day = utcDay(renewal.renewsAt)
    const before = await repo.find(trx, access, { subscriptionId, day })
    refuseOldVersion(given.version, versionOf(before))
    await repo.save(trx, {
      tenantId: access.tenantId,
      subscriptionId,
      day,
      renewsAt: new Date(renewal.renewsAt),
      skuId: renewal.skuId,
      skuPartNumber: renewal.skuPartNumber,
      kind: given.kind,
      reduceTo: given.reduceTo,
      note: visibleText(given.note) ?? '',
      ownerId: given.ownerId,
      ownerName: await ownerNameOf(trx, changed, { given, before }),
      decidedBy: caller.by.actor.name,
      decidedAt: clock.now(),
      seatsBefore: renewal.seats,
    })
    const after = await repo.find(trx, access, { subscriptionId, day })
    if (after === undefined) throw new Error('The stored decision was not found')
    const { skuId } = renewal
    const action = 'renewal decided'
    await audit(trx, changed, { action, skuId, day, from: textOf(before), to: textOf(after) })
    return presentDecision(after)
  }

  return {
    async decide(
      access: TenantAccess,
      { subscriptionId, ...given }: Given & { subscriptionId: string },
      caller: Caller,
    ): Promise<RenewalDecision> {
      refusePast(given.renewsAt)
      const renewal = await requireRenewal(access, { subscriptionId, renewsAt: given.renewsAt })
      refuseMoreSeats(given.reduceTo, renewal.seats)
      const changed = { access, subscriptionId, caller }
      return repo.transaction((trx) => store(trx, changed, { given, renewal }))
    },

    /** A decision whose date has passed is history and stays. */
    async remove(
      access: TenantAccess,
      asked: { subscriptionId: string; renewsAt: string; version: number },
      caller: Caller,
    ): Promise<Record<string, never>> {
      const { subscriptionId, renewsAt, version } = asked
      refusePast(renewsAt)
      const day = utcDay(renewsAt)
      return repo.transaction(async (trx) => {
        if (!(await repo.lock(trx, access))) throw tenantNotFound()
        const before = await repo.find(trx, access, { subscriptionId, day })
        if (before === undefined)
          throw new AppError('NOT_FOUND', 'No decision is stored for this renewal')
        refuseOldVersion(version, versionOf(before))
        await repo.remove(trx, access, { subscriptionId, day })
        const { skuId } = before
        const changed = { access, subscriptionId, caller }
        const action = 'renewal decision removed'
        await audit(trx, changed, { action, skuId, day, from: textOf(before), to: null })
        return {}
      })
    },

    async owners(
      access: TenantAccess,
      { userId, role }: Caller['actor'],
    ): Promise<CallReply<typeof listRenewalOwners>> {
      const owners = await repo.owners(access, role === 'admin' ? 'all' : userId)
      return { owners: owners.map(({ userId: id, name }) => ({ userId: id, name })) }
    },
  }
}

const versionOf = (row: StoredDecision | undefined) => ({
  version: row?.version ?? null,
  updatedBy: row?.decidedBy ?? null,
  updatedAt: row?.decidedAt ?? null,
})

/** The note is the tenant's data and not in the trail. */
const textOf = (row: StoredDecision | undefined): string | null => {
  if (row === undefined) return null
  const name = RENEWAL_DECISION_NAMES[row.kind]
  return row.reduceTo === null ? name : `${name} to ${row.reduceTo}`
}

function refuseMoreSeats(reduceTo: number | null, seats: number | null): void {
  if (reduceTo !== null && seats !== null && reduceTo >= seats)
    throw badField('reduceTo', `Enter fewer seats than the subscription has (${seats})`)
}

import type { TenantId } from '@tenantscope/contract/ids'
import type { PostureException, PostureExceptionId } from '@tenantscope/contract/posture-exceptions'

import type { Trx } from '../../../db/tables.ts'
import { ALL_TENANTS, scopeOf } from '../../../db/tenant-scope.ts'
import type { Actor } from '../../../lib/actor.ts'
import { badField, tenantNotFound } from '../../../lib/app-error.ts'
import { recordedBy } from '../../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../../lib/changed-meanwhile.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { AuditLogService, By } from '../../audit-log/audit-log.service.ts'
import type { TenantsService } from '../../tenants/tenants.service.ts'
import { acceptedReason } from '../accepted-reason.rules.ts'
import { CHECK_BY_ID } from '../shown-verdicts.rules.ts'
import type { ExceptionsRepo } from './exceptions.repo.ts'
import {
  acceptedEnd,
  exceptionNotFound,
  needsAdministrator,
  presentException,
} from './exceptions.rules.ts'
import type { ExceptionScope, StoredException } from './exceptions.rules.ts'

export type ExceptionsService = ReturnType<typeof createExceptionsService>

interface Given {
  readonly scope: ExceptionScope
  readonly checkId: string
  readonly objectId: string | null
  readonly reason: string
  readonly endsAt: string
}

/** The user of a call, with the rights and as the trail records it. */
export interface Caller {
  readonly actor: Actor
  readonly by: By
}

/** Stores risks that are accepted until a date; every change is audited. */
export function createExceptionsService(deps: {
  repo: ExceptionsRepo
  tenants: Pick<TenantsService, 'accessFor'>
  auditLog: Pick<AuditLogService, 'change'>
  clock: Clock
}) {
  const { repo, tenants, auditLog, clock } = deps

  async function requireTenant(actor: Actor, tenantId: TenantId): Promise<void> {
    if ((await tenants.accessFor(actor, tenantId)) === null) throw tenantNotFound()
  }

  /** A tenant that the caller may not see is as absent as one that does not exist. */
  async function requireScope(actor: Actor, scope: ExceptionScope): Promise<void> {
    if (scope.kind === 'tenant') await requireTenant(actor, scope.tenantId)
    else if (actor.role !== 'admin') throw needsAdministrator()
  }

  /** Returns the name of the object; null without one. */
  async function knownObject(
    trx: Trx,
    { scope, checkId, objectId }: Given,
  ): Promise<string | null> {
    if (objectId === null) return null
    const [found] = await repo.findObject(trx, scope, { checkId, objectId })
    if (found === undefined)
      throw badField('objectId', 'This object is not in the current evidence of the check')
    if (found.more > 0)
      throw badField(
        'objectId',
        'More than 1,000 objects fail this check. Add an exception for the complete check.',
      )
    return found.name
  }

  function audit(
    trx: Trx,
    { by }: Caller,
    { action, row }: { action: string; row: Pick<StoredException, AuditedField> },
  ): Promise<void> {
    const { id: exceptionId, checkId, groupId, objectId, endsAt } = row
    const ofGroup = groupId === null ? {} : { groupId }
    // Ids of objects are the tenant's data.
    const details = { exceptionId, checkId, ...ofGroup, isForOneObject: objectId !== null, endsAt }
    return auditLog.change(
      {
        type: 'tenant',
        action,
        ...recordedBy(by),
        tenantId: row.tenantId,
        details: JSON.stringify(details),
      },
      trx,
    )
  }

  /** Returns the exception as others see it after a change. */
  async function present(trx: Trx, id: PostureExceptionId): Promise<PostureException> {
    const row = await repo.find(id, { scope: ALL_TENANTS, within: trx })
    if (row === undefined) throw exceptionNotFound()
    return presentException(row, {
      history: await repo.readHistory([id], trx),
      now: clock.now(),
    })
  }

  /** Changes an exception that the caller may change, under its lock. */
  async function changeOne(
    id: PostureExceptionId,
    caller: Caller,
    change: (trx: Trx, row: StoredException) => Promise<void>,
  ): Promise<PostureException> {
    const scope = scopeOf(caller.actor)
    return repo.transaction(async (trx) => {
      await repo.lock(trx, id)
      const row = await repo.find(id, { scope, within: trx })
      if (row === undefined) throw exceptionNotFound()
      if (row.tenantId === null && caller.actor.role !== 'admin') throw needsAdministrator()
      await change(trx, row)
      return present(trx, id)
    })
  }

  return {
    async list(
      actor: Actor,
      asked: { tenantId?: TenantId | undefined; checkId?: string | undefined },
    ): Promise<PostureException[]> {
      if (asked.tenantId !== undefined) await requireTenant(actor, asked.tenantId)
      const rows = await repo.list(scopeOf(actor), asked)
      const history = await repo.readHistory(rows.map(({ id }) => id))
      const now = clock.now()
      return rows.map((row) => presentException(row, { history, now }))
    },

    async create(given: Given, caller: Caller): Promise<PostureException> {
      const { scope, checkId, objectId } = given
      const { actor, by } = caller
      const { name } = by.actor
      await requireScope(actor, scope)
      if (!CHECK_BY_ID.has(checkId)) throw badField('checkId', 'No check has this ID')
      const reason = acceptedReason('reason', given.reason)
      const now = clock.now()
      const endsAt = acceptedEnd(given.endsAt, now)
      return repo.transaction(async (trx) => {
        if (scope.kind === 'group' && !(await repo.hasGroup(trx, scope.groupId)))
          throw badField('scope.groupId', 'No tenant group has this ID')
        const values = {
          tenantId: scope.kind === 'tenant' ? scope.tenantId : null,
          groupId: scope.kind === 'group' ? scope.groupId : null,
          checkId,
          objectId,
          objectName: await knownObject(trx, given),
          reason,
          ownerId: actor.userId,
          ownerName: name,
          createdBy: name,
          createdAt: now,
          endsAt,
        }
        const id = await repo.insert(trx, values)
        await repo.addHistory(trx, {
          exceptionId: id,
          kind: 'accepted',
          changedBy: name,
          changedAt: now,
          endsAt,
        })
        await audit(trx, caller, { action: 'exception created', row: { id, ...values } })
        return present(trx, id)
      })
    },

    /** Also begins again an exception that has ended. */
    change(
      id: PostureExceptionId,
      given: { reason: string; endsAt: string; version: number },
      caller: Caller,
    ): Promise<PostureException> {
      return changeOne(id, caller, async (trx, row) => {
        const [last] = await repo.readHistory([id], trx)
        const { version } = row
        const changed = { updatedBy: last?.changedBy ?? null, updatedAt: last?.changedAt ?? null }
        refuseOldVersion(given.version, { version, ...changed })
        const now = clock.now()
        const reason = acceptedReason('reason', given.reason)
        const endsAt = acceptedEnd(given.endsAt, now)
        await repo.update(trx, id, { reason, endsAt, notifiedAt: null })
        await repo.addHistory(trx, {
          exceptionId: id,
          kind: endsAt > row.endsAt ? 'prolonged' : 'changed',
          changedBy: caller.by.actor.name,
          changedAt: now,
          endsAt,
        })
        await audit(trx, caller, { action: 'exception changed', row: { ...row, endsAt } })
      })
    },

    /** Ends an exception now; one that has ended stays as it is. */
    end(id: PostureExceptionId, caller: Caller): Promise<PostureException> {
      return changeOne(id, caller, async (trx, row) => {
        const now = clock.now()
        if (row.endsAt <= now) return
        // Owners who end their own exception need no notification.
        const notifiedAt = row.ownerId === caller.actor.userId ? now : null
        await repo.update(trx, id, { reason: row.reason, endsAt: now, notifiedAt })
        await repo.addHistory(trx, {
          exceptionId: id,
          kind: 'endedEarly',
          changedBy: caller.by.actor.name,
          changedAt: now,
          endsAt: now,
        })
        await audit(trx, caller, { action: 'exception ended', row: { ...row, endsAt: now } })
      })
    },
  }
}

type AuditedField = 'checkId' | 'endsAt' | 'groupId' | 'id' | 'objectId' | 'tenantId'

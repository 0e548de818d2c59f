import { ACCOUNT_MARK_NAMES } from '@tenantscope/contract/license-use'
import type { AccountMark, AccountMarkKind } from '@tenantscope/contract/license-use'

import type { Trx } from '../../../db/tables.ts'
import { AppError, tenantNotFound } from '../../../lib/app-error.ts'
import { recordedBy } from '../../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../../lib/changed-meanwhile.ts'
import type { Clock } from '../../../lib/clock.ts'
import { visibleText } from '../../../lib/stored-text.ts'
import type { TenantAccess } from '../../../lib/tenant-access.ts'
import type { AuditLogService, By } from '../../audit-log/audit-log.service.ts'
import type { AccountMarksRepo, StoredMark } from './account-marks.repo.ts'

export type AccountMarksService = ReturnType<typeof createAccountMarksService>

interface Changed {
  readonly userId: string
  /** Null: the caller saw no mark. */
  readonly version: number | null
  readonly by: By
}

/** Marks accounts that are not people, such as shared mailboxes; every change is audited. */
export function createAccountMarksService(deps: {
  repo: AccountMarksRepo
  auditLog: Pick<AuditLogService, 'change'>
  clock: Clock
}) {
  const { repo, auditLog, clock } = deps

  /** Ids of users and reasons are the tenant's data and not in the trail. */
  function audit(
    trx: Trx,
    access: TenantAccess,
    entry: { action: string; changed: Changed; before: string | null; after: string | null },
  ): Promise<void> {
    const { action, changed, before, after } = entry
    return auditLog.change(
      {
        type: 'tenant',
        action,
        ...recordedBy(changed.by),
        tenantId: access.tenantId,
        oldValue: before,
        newValue: after,
      },
      trx,
    )
  }

  /** Returns the mark, which no other change can alter until the transaction ends. */
  async function locked(
    trx: Trx,
    access: TenantAccess,
    userId: string,
  ): Promise<StoredMark | undefined> {
    if (!(await repo.lock(trx, access))) throw tenantNotFound()
    return repo.find(trx, access, userId)
  }

  return {
    /** By the id of the account. */
    async list(access: TenantAccess): Promise<ReadonlyMap<string, AccountMark>> {
      const marks = await repo.list(access)
      return new Map(marks.map((mark) => [mark.userId, presentMark(mark)]))
    },

    mark: (
      access: TenantAccess,
      given: { kind: AccountMarkKind; reason: string },
      changed: Changed,
    ): Promise<AccountMark> =>
      repo.transaction(async (trx) => {
        const { userId, by } = changed
        const before = await locked(trx, access, userId)
        refuseOldMark(before, changed)
        if (!(await repo.isRead(trx, access, userId)))
          throw new AppError('NOT_FOUND', 'The last reading does not contain this account')
        const mark = await repo.save(trx, {
          tenantId: access.tenantId,
          userId,
          kind: given.kind,
          reason: visibleText(given.reason) ?? '',
          markedBy: by.actor.name,
          markedAt: clock.now(),
        })
        await audit(trx, access, {
          action: 'account marked',
          changed,
          before: nameOf(before),
          after: nameOf(mark),
        })
        return presentMark(mark)
      }),

    unmark: (access: TenantAccess, changed: Changed): Promise<Record<string, never>> =>
      repo.transaction(async (trx) => {
        const before = await locked(trx, access, changed.userId)
        if (before === undefined) throw new AppError('NOT_FOUND', 'This account has no mark')
        refuseOldMark(before, changed)
        await repo.remove(trx, access, changed.userId)
        await audit(trx, access, {
          action: 'account mark removed',
          changed,
          before: nameOf(before),
          after: null,
        })
        return {}
      }),
  }
}

const refuseOldMark = (before: StoredMark | undefined, { version }: Changed): void =>
  refuseOldVersion(version, {
    version: before?.version ?? null,
    updatedBy: before?.markedBy ?? null,
    updatedAt: before?.markedAt ?? null,
  })

const nameOf = (mark: StoredMark | undefined): string | null =>
  mark === undefined ? null : ACCOUNT_MARK_NAMES[mark.kind]

const presentMark = ({ kind, reason, markedBy, markedAt, version }: StoredMark): AccountMark => ({
  kind,
  reason,
  markedBy,
  markedAt: markedAt.toISOString(),
  version,
})

import { counted } from '@tenantscope/analysis/counted'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import type { EmergencyAccount, setEmergencyAccounts } from '@tenantscope/contract/posture'
import type { Logger } from 'pino'

import type { Trx } from '../../db/tables.ts'
import { badField, tenantNotFound } from '../../lib/app-error.ts'
import { recordedBy } from '../../lib/audit-entry.ts'
import { refuseOldVersion } from '../../lib/changed-meanwhile.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AuditLogService, By } from '../audit-log/audit-log.service.ts'
import { acceptedReason } from './accepted-reason.rules.ts'
import type { EmergencyAccountsRepo, StoredAccount } from './emergency-accounts.repo.ts'

export type EmergencyAccountsService = ReturnType<typeof createEmergencyAccountsService>

/** Stores the declared emergency accounts of a tenant; every change is audited. */
export function createEmergencyAccountsService(deps: {
  repo: EmergencyAccountsRepo
  auditLog: Pick<AuditLogService, 'change'>
  /** Judges the tenant by the new accounts; the daily judging repeats a failed one. */
  rejudge: (tenantId: TenantId) => Promise<void>
  clock: Clock
  logger: Pick<Logger, 'warn'>
}) {
  const { repo, auditLog, rejudge, clock, logger } = deps

  async function list(access: TenantAccess, within?: Trx): Promise<EmergencyAccount[]> {
    const rows = await repo.list(access, within)
    return rows.map(({ declaredAt, ...row }) => ({ ...row, declaredAt: declaredAt.toISOString() }))
  }

  async function store(
    trx: Trx,
    access: TenantAccess,
    { given, by }: { given: { accounts: readonly StoredAccount[]; version: number }; by: By },
  ) {
    const tenant = await repo.lock(trx, access)
    if (tenant === undefined) throw tenantNotFound()
    refuseOldVersion(given.version, { version: tenant.version, updatedBy: null, updatedAt: null })
    const accounts = settled(given.accounts)
    const { generationId } = tenant
    const userIds = accounts.map(({ userId }) => userId)
    const known =
      generationId === null
        ? new Set<string>()
        : await repo.findUsers(trx, access, { generationId, userIds })
    const unknown = userIds.findIndex((id) => !known.has(id))
    if (unknown !== -1)
      throw badField(
        `accounts.${unknown}.userId`,
        'No user with this ID was found in the tenant. Refresh the tenant, or choose another account.',
      )
    const before = await list(access, trx)
    await repo.replace(trx, access, { accounts, by: by.actor.name, at: clock.now() })
    const after = await list(access, trx)
    await auditLog.change(
      {
        type: 'tenant',
        action: 'emergency accounts changed',
        ...recordedBy(by),
        tenantId: access.tenantId,
        oldValue: counted(before.length, 'account'),
        newValue: counted(after.length, 'account'),
        details: differenceText(before, after),
      },
      trx,
    )
    return { accounts: after, version: tenant.version + 1 }
  }

  return {
    list: (access: TenantAccess): Promise<EmergencyAccount[]> => list(access),

    async set(
      access: TenantAccess,
      given: { accounts: readonly StoredAccount[]; version: number },
      by: By,
    ): Promise<CallReply<typeof setEmergencyAccounts>> {
      const stored = await repo.transaction((trx) => store(trx, access, { given, by }))
      await rejudge(access.tenantId).catch((error: unknown) =>
        logger.warn(
          { err: error, tenantId: access.tenantId },
          'judging after a change of emergency accounts failed',
        ),
      )
      return stored
    },
  }
}

function settled(accounts: readonly StoredAccount[]): StoredAccount[] {
  const seen = new Set<string>()
  return accounts.map(({ userId, reason }, at) => {
    if (seen.has(userId)) throw badField(`accounts.${at}.userId`, 'Declare each account only once')
    seen.add(userId)
    return { userId, reason: acceptedReason(`accounts.${at}.reason`, reason) }
  })
}

/** Returns how many accounts changed: ids of a tenant's users do not belong in the trail. */
function differenceText(
  before: readonly EmergencyAccount[],
  after: readonly EmergencyAccount[],
): string {
  const earlier = new Map(before.map(({ userId, reason }) => [userId, reason]))
  const added = after.filter(({ userId }) => !earlier.has(userId)).length
  const changed = after.filter(
    ({ userId, reason }) => earlier.has(userId) && earlier.get(userId) !== reason,
  ).length
  const removed = before.length + added - after.length
  return `added ${added}, removed ${removed}, reason changed ${changed}`
}

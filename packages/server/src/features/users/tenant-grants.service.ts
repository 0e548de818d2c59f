import type { UserId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import { createUsersRepo } from './users.repo.ts'
import type { User, UsersRepo } from './users.repo.ts'
import type { By } from './users.service.ts'

export type TenantGrantsService = ReturnType<typeof createTenantGrantsService>

/** Which tenants a person may see (decisions.md, Roles). A change counts at the next request. */
export function createTenantGrantsService(deps: {
  db: Kysely<Database>
  auditLog: AuditLogService
}) {
  const { db, auditLog } = deps

  function change(
    userId: UserId,
    by: By,
    work: (repo: UsersRepo, user: User) => Promise<{ action: string; newValue: string }>,
  ): Promise<User> {
    return db.transaction().execute(async (within) => {
      const repo = createUsersRepo(within)
      await repo.lock()
      const user = await repo.findById(userId)
      if (!user) throw new AppError('NOT_FOUND', 'User not found')
      await auditLog.change(
        {
          type: 'access',
          ...(await work(repo, user)),
          oldValue: user.tenantAccess,
          changedBy: by.actor,
          source: by.source,
          target: { name: user.username, userId },
        },
        within,
      )
      return user
    })
  }

  return {
    grantAll: (userId: UserId, by: By): Promise<User> =>
      change(userId, by, async (repo) => {
        await repo.update(userId, { tenantAccess: 'all' })
        return { action: 'all tenants granted', newValue: 'all' }
      }),

    /** From now on the person sees the tenants of their list only, these added. */
    grantTenants: (userId: UserId, tenantIds: readonly string[], by: By): Promise<User> =>
      change(userId, by, async (repo) => {
        await refuseUnknown(repo, tenantIds)
        await repo.update(userId, { tenantAccess: 'list' })
        await repo.addGrants(userId, tenantIds)
        return { action: 'tenants granted', newValue: tenantIds.join(', ') }
      }),

    revokeTenants: (userId: UserId, tenantIds: readonly string[], by: By): Promise<User> =>
      change(userId, by, async (repo, user) => {
        if (user.tenantAccess === 'all')
          throw new AppError(
            'CONFLICT',
            `${user.username} was granted all tenants; grant a list of tenants first`,
          )
        await repo.removeGrants(userId, tenantIds)
        return { action: 'tenants revoked', newValue: tenantIds.join(', ') }
      }),
  }
}

async function refuseUnknown(repo: UsersRepo, tenantIds: readonly string[]): Promise<void> {
  const known = new Set(await repo.knownTenants(tenantIds))
  const unknown = tenantIds.filter((tenantId) => !known.has(tenantId))
  if (unknown.length > 0) throw new AppError('NOT_FOUND', `No such tenant: ${unknown.join(', ')}`)
}

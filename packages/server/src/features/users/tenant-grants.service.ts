import type { UserId } from '@tenantscope/contract/ids'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import { refuseWithoutPower } from './user-changes.ts'
import { createUsersRepo } from './users.repo.ts'
import type { User, UsersRepo } from './users.repo.ts'
import type { By } from './users.service.ts'

export type TenantGrantsService = ReturnType<typeof createTenantGrantsService>

/** Which tenants a person may see (decisions.md, Roles). A change counts at the next request. */
export function createTenantGrantsService(deps: {
  db: Kysely<Database>
  auditLog: AuditLogService
  /** Runs in the transaction of every change, for what hangs on the tenants that a person sees. */
  afterChange: (within: Kysely<Database>, by: By) => Promise<void>
}) {
  const { db, auditLog, afterChange } = deps

  function change(
    userId: UserId,
    by: By,
    work: (repo: UsersRepo, user: User) => Promise<{ action: string; newValue: string }>,
  ): Promise<User> {
    return db.transaction().execute(async (within) => {
      const repo = createUsersRepo(within)
      await repo.lock()
      await refuseWithoutPower(repo, by)
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
      await afterChange(within, by)
      return user
    })
  }

  return {
    grantAll: (userId: UserId, by: By): Promise<User> =>
      change(userId, by, async (repo) => {
        await setMode(repo, userId, 'all')
        return { action: 'all tenants granted', newValue: 'all' }
      }),

    /** From now on the person sees the tenants of their list only, these added. */
    grantTenants: (userId: UserId, tenantIds: readonly string[], by: By): Promise<User> =>
      change(userId, by, async (repo) => {
        const unknown = await repo.unknownTenants(tenantIds)
        if (unknown.length > 0)
          throw new AppError('NOT_FOUND', `No such tenant: ${unknown.join(', ')}`)
        await setMode(repo, userId, 'list')
        await repo.addGrants(userId, tenantIds)
        return { action: 'tenants granted', newValue: tenantIds.join(', ') }
      }),

    /** From now on the person sees the tenants of their groups only, these groups added. */
    grantGroups: (userId: UserId, names: readonly string[], by: By): Promise<User> =>
      change(userId, by, async (repo) => {
        const groups = await repo.findGroups({ names })
        const known = new Set(groups.map(({ name }) => name.toLowerCase()))
        const unknown = names.filter((name) => !known.has(name.toLowerCase()))
        if (unknown.length > 0)
          throw new AppError('NOT_FOUND', `No such tenant group: ${unknown.join(', ')}`)
        await setMode(repo, userId, 'groups')
        await repo.addGroupGrants(
          userId,
          groups.map(({ id }) => id),
        )
        return { action: 'tenant groups granted', newValue: namesOf(groups) }
      }),

    /** Replaces whatever was granted. */
    async setAccess(userId: UserId, grant: TenantAccessGrant, by: By): Promise<TenantAccessGrant> {
      const tenantIds = grant.mode === 'list' ? [...new Set(grant.tenantIds)] : []
      const groupIds = grant.mode === 'groups' ? [...new Set(grant.groupIds)] : []
      await change(userId, by, async (repo) => {
        const unknown = await repo.unknownTenants(tenantIds)
        if (unknown.length > 0) throw badIds('tenantIds', `No such tenant: ${unknown.join(', ')}`)
        const groups = await repo.findGroups({ ids: groupIds })
        const known = new Set(groups.map(({ id }) => id))
        const missing = groupIds.filter((id) => !known.has(id))
        if (missing.length > 0)
          throw badIds('groupIds', `No such tenant group: ${missing.join(', ')}`)
        await replaceGrants(repo, userId, { mode: grant.mode, tenantIds, groupIds })
        return {
          action: 'tenant access set',
          newValue: { all: 'all', list: tenantIds.join(', '), groups: namesOf(groups) }[grant.mode],
        }
      })
      return { mode: grant.mode, tenantIds, groupIds }
    },

    revokeTenants: (userId: UserId, tenantIds: readonly string[], by: By): Promise<User> =>
      change(userId, by, async (repo, user) => {
        if (user.tenantAccess !== 'list')
          throw new AppError(
            'CONFLICT',
            `${user.username} was granted ${user.tenantAccess === 'all' ? 'all tenants' : 'tenant groups'}; grant a list of tenants first`,
          )
        await repo.removeGrants(userId, tenantIds)
        return { action: 'tenants revoked', newValue: tenantIds.join(', ') }
      }),
  }
}

/** Takes away whatever was granted and grants this; the ids are known to be there. */
export async function replaceGrants(
  repo: UsersRepo,
  userId: UserId,
  { mode, tenantIds, groupIds }: TenantAccessGrant,
): Promise<void> {
  await setMode(repo, userId, mode)
  await repo.removeGrants(userId, 'all')
  await repo.removeGroupGrants(userId)
  await repo.addGrants(userId, tenantIds)
  await repo.addGroupGrants(userId, groupIds)
}

/** Nothing of another kind stays behind: it would come back, or count beside the new one. */
async function setMode(
  repo: UsersRepo,
  userId: UserId,
  tenantAccess: User['tenantAccess'],
): Promise<void> {
  await repo.update(userId, { tenantAccess })
  if (tenantAccess !== 'list') await repo.removeGrants(userId, 'all')
  if (tenantAccess !== 'groups') await repo.removeGroupGrants(userId)
}

const namesOf = (groups: readonly { name: string }[]): string =>
  groups.map(({ name }) => name).join(', ')

function badIds(field: 'tenantIds' | 'groupIds', message: string): AppError {
  return new AppError('BAD_REQUEST', message, { fields: [{ field: `body.${field}`, message }] })
}

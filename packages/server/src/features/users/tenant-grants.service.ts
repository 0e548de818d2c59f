import type { UserId } from '@tenantscope/contract/ids'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'

import type { Db } from '../../db/tables.ts'
import { AppError, fieldError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import { changeUser, trailOf } from './user-changes.ts'
import type { User, UsersRepo } from './users.repo.ts'
import type { By } from './users.service.ts'

export type TenantGrantsService = ReturnType<typeof createTenantGrantsService>

/** Stores the tenants that a user may see (decisions.md, Roles). A change applies at the next request. */
export function createTenantGrantsService(deps: {
  db: Db
  auditLog: AuditLogService
  /** Called in the transaction of every change, for data that depends on the user's tenants. */
  afterChange: (within: Db, by: By) => Promise<void>
}) {
  const { db, auditLog, afterChange } = deps

  function change(
    userId: UserId,
    by: By,
    work: (repo: UsersRepo, user: User) => Promise<{ action: string; newValue: string }>,
  ): Promise<User> {
    return changeUser(db, { id: userId, by }, async (user, { repo, within }) => {
      await auditLog.change(
        {
          type: 'access',
          ...(await work(repo, user)),
          oldValue: user.tenantAccess,
          ...trailOf(user, by),
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
          throw new AppError('NOT_FOUND', `No tenant has these IDs: ${unknown.join(', ')}`)
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
          throw new AppError('NOT_FOUND', `Unknown tenant group: ${unknown.join(', ')}`)
        await setMode(repo, userId, 'groups')
        await repo.addGroupGrants(
          userId,
          groups.map(({ id }) => id),
        )
        return { action: 'tenant groups granted', newValue: namesOf(groups) }
      }),

    /** Replaces whatever was granted. */
    async setAccess(userId: UserId, grant: TenantAccessGrant, by: By): Promise<TenantAccessGrant> {
      const access = cutToMode(grant)
      await change(userId, by, async (repo) => {
        const newValue = await describeKnown(repo, access, 'body')
        await replaceGrants(repo, userId, access)
        return { action: 'tenant access set', newValue }
      })
      return access
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

/** Returns a grant with the ids of its mode only, each once. */
export function cutToMode({ mode, tenantIds, groupIds }: TenantAccessGrant): TenantAccessGrant {
  return {
    mode,
    tenantIds: mode === 'list' ? [...new Set(tenantIds)] : [],
    groupIds: mode === 'groups' ? [...new Set(groupIds)] : [],
  }
}

/** Returns a grant as the audit shows it; refuses unknown tenants and groups at their field of `path`. */
export async function describeKnown(
  repo: Pick<UsersRepo, 'unknownTenants' | 'findGroups'>,
  { mode, tenantIds, groupIds }: TenantAccessGrant,
  path: string,
): Promise<string> {
  const unknown = await repo.unknownTenants(tenantIds)
  if (unknown.length > 0)
    throw fieldError(`${path}.tenantIds`, `No tenant has these IDs: ${unknown.join(', ')}`)
  const groups = await repo.findGroups({ ids: groupIds })
  const known = new Set(groups.map(({ id }) => id))
  const missing = groupIds.filter((id) => !known.has(id))
  if (missing.length > 0)
    throw fieldError(`${path}.groupIds`, `Unknown tenant group: ${missing.join(', ')}`)
  return { all: 'all', list: tenantIds.join(', '), groups: namesOf(groups) }[mode]
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

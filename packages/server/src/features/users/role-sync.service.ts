import { counted } from '@tenantscope/analysis/counted'
import type { UserId } from '@tenantscope/contract/ids'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'

import type { Db } from '../../db/tables.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { RoleDecision } from '../role-mappings/role-decision.service.ts'
import { replaceGrants } from './tenant-grants.service.ts'
import { changeUser, trailOf } from './user-changes.ts'
import type { User, UsersRepo } from './users.repo.ts'
import { adminRolesAfter, isDemotion } from './users.rules.ts'
import type { By } from './users.service.ts'

export type RoleSyncService = ReturnType<typeof createRoleSyncService>

/** The result of the role mappings for a user. */
interface GivenRole extends Pick<RoleDecision, 'role' | 'mappedBy' | 'access'> {
  /** Throws when the caller may not create an administrator now. */
  readonly beforePromotion?: () => void
}

/** Applies the role of the mappings, replacing a manually chosen one (specification section 6). */
export function createRoleSyncService(deps: {
  db: Db
  auditLog: AuditLogService
  /** Ends the person's sessions in the transaction of the change, open streams included. */
  endSessionsOf: (userId: UserId, within: Db) => Promise<void>
  /** Called in the transaction of a change, for data that depends on the user's tenants. */
  afterChange: (within: Db, by: By) => Promise<void>
}) {
  const { db, auditLog, endSessionsOf, afterChange } = deps
  return {
    /** Returns the updated user and a text of the changes. Local users keep their role. */
    apply(
      id: UserId,
      given: GivenRole,
      by: By,
    ): Promise<{ user: User; changes: readonly string[] }> {
      return changeUser(db, { id, by }, async (user, { repo, within }) => {
        if (user.authMethod === 'local') return { user, changes: [] }
        const access = await newAccess(repo, id, given.access)
        const changes = changesOf(user.role, given.role, access)
        if (changes.length === 0) return { user, changes }
        if (given.role === 'admin' && user.role !== 'admin') given.beforePromotion?.()
        if (isDemotion(user.role, given.role)) await endSessionsOf(id, within)
        if (access !== null) await replaceGrants(repo, id, access)
        const adminRoles = adminRolesAfter(given.role, user.adminRoles)
        const { role } = given
        await repo.update(id, { role, isAdmin: role === 'admin', adminRoles })
        await auditLog.change(
          {
            type: 'user',
            action: 'role synced',
            oldValue: user.role,
            newValue: role,
            details: [sourceOf(given), ...changes].join('; '),
            ...trailOf(user, by),
          },
          within,
        )
        await afterChange(within, by)
        const now = await repo.findById(id)
        return { user: now ?? user, changes }
      })
    },
  }
}

/** Returns a mapping's grants, without tenants and groups that no longer exist. */
export async function presentAccess(
  repo: UsersRepo,
  { mode, tenantIds, groupIds }: TenantAccessGrant,
): Promise<TenantAccessGrant> {
  const unknown = new Set(await repo.unknownTenants(tenantIds))
  const groups = new Set((await repo.findGroups({ ids: groupIds })).map((group) => group.id))
  return {
    mode,
    tenantIds: tenantIds.filter((tenantId) => !unknown.has(tenantId)).toSorted(),
    groupIds: groupIds.filter((each) => groups.has(each)).toSorted((a, b) => a - b),
  }
}

/** Returns the access to grant; null when it is already granted. */
async function newAccess(
  repo: UsersRepo,
  id: UserId,
  access: TenantAccessGrant | null,
): Promise<TenantAccessGrant | null> {
  if (access === null) return null
  const wanted = await presentAccess(repo, access)
  const { mode, tenantIds, groupIds } = await repo.readGrant(id)
  const isSame = JSON.stringify({ mode, tenantIds, groupIds }) === JSON.stringify(wanted)
  return isSame ? null : wanted
}

function changesOf(before: Role, after: Role, access: TenantAccessGrant | null): string[] {
  return [
    ...(before === after ? [] : [`Role: ${ROLE_NAMES[before]} to ${ROLE_NAMES[after]}`]),
    ...(access === null ? [] : [`Tenant access: ${accessText(access)}`]),
  ]
}

function accessText({ mode, tenantIds, groupIds }: TenantAccessGrant): string {
  if (mode === 'all') return 'all tenants'
  return mode === 'list'
    ? counted(tenantIds.length, 'tenant')
    : counted(groupIds.length, 'tenant group')
}

const sourceOf = ({ mappedBy }: GivenRole): string =>
  mappedBy === null ? 'No role mapping matches' : `Role mapping of ${mappedBy}`

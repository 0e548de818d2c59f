import type { UserId } from '@tenantscope/contract/ids'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import { readGrant } from './role-sync.repo.ts'
import { replaceGrants } from './tenant-grants.service.ts'
import { refuseWithoutPower } from './user-changes.ts'
import { createUsersRepo } from './users.repo.ts'
import type { User, UsersRepo } from './users.repo.ts'
import { adminRolesAfter, isDemotion } from './users.rules.ts'
import type { By } from './users.service.ts'

export type RoleSyncService = ReturnType<typeof createRoleSyncService>

/** What the role mappings give a person. */
export interface GivenRole {
  readonly role: Role
  /** The name of the directory role that decided; null: no mapping matched. */
  readonly mappedBy: string | null
  /** Null: grants stay as they are. */
  readonly access: TenantAccessGrant | null
  /** Throws where whoever asks may not make an administrator now. */
  readonly beforePromotion?: () => void
}

/** Lays the role that the mappings give over whatever somebody chose by hand (specification section 6). */
export function createRoleSyncService(deps: {
  db: Kysely<Database>
  auditLog: AuditLogService
  /** Ends the person's sessions in the transaction of the change, open streams included. */
  endSessionsOf: (userId: UserId, within: Kysely<Database>) => Promise<void>
  /** Runs in the transaction of a change, for what hangs on the tenants that a person sees. */
  afterChange: (within: Kysely<Database>, by: By) => Promise<void>
}) {
  const { db, auditLog, endSessionsOf, afterChange } = deps
  return {
    /** The person as they are then, and what changed, in words. Local users keep their role. */
    apply(
      id: UserId,
      given: GivenRole,
      by: By,
    ): Promise<{ user: User; changes: readonly string[] }> {
      return db.transaction().execute(async (within) => {
        const repo = createUsersRepo(within)
        await repo.lock()
        await refuseWithoutPower(repo, by)
        const user = await repo.findById(id)
        if (!user) throw new AppError('NOT_FOUND', 'User not found')
        if (user.authMethod === 'local') return { user, changes: [] }
        const access = await newAccess(within, { id, repo }, given.access)
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
            changedBy: by.actor,
            source: by.source,
            target: { name: user.username, userId: id },
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

/** What a mapping grants, without what has gone since it was saved. */
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

/** What is to be granted; null where it is granted. */
async function newAccess(
  within: Kysely<Database>,
  { id, repo }: { id: UserId; repo: UsersRepo },
  access: TenantAccessGrant | null,
): Promise<TenantAccessGrant | null> {
  if (access === null) return null
  const wanted = await presentAccess(repo, access)
  const { mode, tenantIds, groupIds } = await readGrant(within, id)
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
  return mode === 'list' ? counted(tenantIds, 'tenant') : counted(groupIds, 'tenant group')
}

const counted = ({ length }: readonly unknown[], noun: string): string =>
  length === 1 ? `1 ${noun}` : `${length} ${noun}s`

const sourceOf = ({ mappedBy }: GivenRole): string =>
  mappedBy === null ? 'No role mapping matches' : `Role mapping of ${mappedBy}`

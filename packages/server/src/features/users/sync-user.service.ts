import type { UserId } from '@tenantscope/contract/ids'
import { readDirectoryPerson } from '@tenantscope/graph-client/read/directory-people'

import type { Db } from '../../db/tables.ts'
import { AppError } from '../../lib/app-error.ts'
import type { AuditLogService } from '../audit-log/audit-log.service.ts'
import type { RoleDecisionService } from '../role-mappings/role-decision.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { toDirectoryPerson } from './directory-people.rules.ts'
import { askDirectory } from './own-directory.ts'
import type { DirectoryRequest, OwnDirectory, OwnDirectoryDeps } from './own-directory.ts'
import type { RoleSyncService } from './role-sync.service.ts'
import { changeUser, trailOf, userNotFound } from './user-changes.ts'
import { createUsersRepo } from './users.repo.ts'
import type { By, User, UsersService } from './users.service.ts'

export type SyncUserService = ReturnType<typeof createSyncUserService>

interface SyncUserDeps extends OwnDirectoryDeps {
  db: Db
  users: UsersService
  settings: SettingsService
  roleDecisions: Pick<RoleDecisionService, 'decideRole'>
  roleSync: RoleSyncService
  auditLog: AuditLogService
}

type Person = ReturnType<typeof toDirectoryPerson>

/** 'Sync from M365': the person as Microsoft has them now (specification section 2, Admin Panel). */
export function createSyncUserService(deps: SyncUserDeps) {
  const { db, users, settings, roleDecisions, roleSync, auditLog } = deps

  async function microsoftIdOf(id: UserId, { tenantId }: OwnDirectory): Promise<string> {
    const identity = await createUsersRepo(db).identityOf(id)
    if (identity?.microsoftId === null || identity?.microsoftId === undefined) throw userNotFound()
    if (identity.tenantId?.toLowerCase() === tenantId.toLowerCase()) return identity.microsoftId
    throw new AppError(
      'CONFLICT',
      'This account belongs to a different directory than the connected one',
    )
  }

  /** Names and address; an empty one at Microsoft takes nothing away. */
  function updateNames(id: UserId, person: Person, by: By): Promise<string[]> {
    return changeUser(db, { id, by }, async (user, { repo, within }) => {
      const changed = NAMES.flatMap(({ field, label }) => {
        const value = person[field]
        return value === null || value === user[field] ? [] : [{ field, label, value }]
      })
      if (changed.length === 0) return []
      await repo.update(id, Object.fromEntries(changed.map(({ field, value }) => [field, value])))
      const entry = { type: 'user', action: 'synced from Microsoft' } as const
      const details = changed.map(({ label }) => label.toLowerCase()).join(', ')
      await auditLog.change({ ...entry, details, ...trailOf(user, by) }, within)
      return changed.map(({ label, value }) => `${label}: ${value}`)
    })
  }

  async function updateRole(
    user: User,
    person: Person,
    request: DirectoryRequest,
  ): Promise<string[]> {
    const { roleSyncEnabled } = await settings.read()
    if (!roleSyncEnabled) return []
    const decision = await roleDecisions.decideRole(person)
    if (decision === null) return [ROLE_KEPT]
    if (request.by.actor.userId === user.id)
      return decision.role === user.role ? [] : [OWN_ROLE_KEPT]
    const given = { ...decision, beforePromotion: request.beforePromotion }
    return [...(await roleSync.apply(user.id, given, request.by)).changes]
  }

  return {
    /** Returns a text of the changes. */
    async sync(id: UserId, request: DirectoryRequest): Promise<string[]> {
      const user = await users.find(id)
      if (!user) throw userNotFound()
      if (user.authMethod === 'local')
        throw new AppError('CONFLICT', 'Local users cannot be synced with Microsoft')
      const person = await askDirectory(deps, request.signal, async (directory) => {
        const read = await readDirectoryPerson(directory.graph, await microsoftIdOf(id, directory))
        return read && toDirectoryPerson(read, { tenantId: directory.tenantId, userId: id })
      })
      if (person === null) return [GONE]
      // First, because it may be refused: then nothing is written.
      const role = await updateRole(user, person, request)
      const names = await updateNames(id, person, request.by)
      const blocked = person.accountEnabled === false ? [BLOCKED] : []
      return [...names, ...role, ...blocked]
    },
  }
}

const NAMES = [
  { field: 'displayName', label: 'Display name' },
  { field: 'email', label: 'Email' },
] as const

const GONE =
  'This user no longer exists in your directory and cannot sign in. Disable the account here, too.'
const BLOCKED = 'The account is blocked in Microsoft Entra ID, so the user cannot sign in.'
const ROLE_KEPT =
  'Role kept: Microsoft did not return the members of the directory roles. Try again in a few minutes.'
const OWN_ROLE_KEPT = 'Role kept: you cannot change your own role.'

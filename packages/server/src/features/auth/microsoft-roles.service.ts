import type { Role } from '@tenantscope/contract/roles'
import type { Logger } from 'pino'

import { PRODUCT } from '../../lib/operator.ts'
import type { AuditSource } from '../audit-log/audit-log.service.ts'
import type { RoleDecisionService } from '../role-mappings/role-decision.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { RoleSyncService } from '../users/role-sync.service.ts'
import type { By, User, UsersService } from '../users/users.service.ts'
import type { IdentityClaims } from './microsoft-client.ts'

type Person = IdentityClaims & { readonly tenantId: string; readonly objectId: string }

/** The user who signs in, and the note on the role for the trail. */
interface Welcomed {
  readonly user: User
  readonly note: string | null
}

const ROLE_KEPT = 'Role kept: reading the directory roles failed'
const VIEWER_FOR_NOW = 'Viewer: reading the directory roles failed'

/** Decides the role of a Microsoft user at sign-in (specification section 6). */
export function createMicrosoftRoles(deps: {
  users: UsersService
  settings: SettingsService
  roleDecisions: RoleDecisionService
  roleSync: RoleSyncService
  logger: Logger
}) {
  const { users, settings, roleDecisions, roleSync, logger } = deps

  const isGuest = async ({ isGuest: isToldGuest, objectId }: Person): Promise<boolean> =>
    isToldGuest || roleDecisions.isStoredGuest(objectId)

  const decide = async (person: Person) =>
    roleDecisions.decideRole({
      microsoftId: person.objectId,
      isGuest: await isGuest(person),
      roleIds: person.directoryRoles,
    })

  function add(
    person: Person,
    rights: { role: Role; access: 'none' | 'all' },
    by: By,
  ): Promise<User> {
    const { tenantId, objectId: microsoftId, displayName, email, username } = person
    return users.importMicrosoft(
      { tenantId, microsoftId, displayName, email, username: username ?? microsoftId },
      { role: rights.role, tenantAccess: rights.access === 'all' ? 'all' : 'list' },
      by,
    )
  }

  return {
    /** For an existing user: the role is kept, unless role sync is on and the roles can be read. */
    async sync(user: User, person: Person, source: AuditSource): Promise<Welcomed> {
      const { roleSyncEnabled } = await settings.read()
      if (!roleSyncEnabled) return { user, note: null }
      const decision = await decide(person)
      if (decision === null) {
        logger.warn({ userId: user.id }, 'role sync failed; role kept')
        return { user, note: ROLE_KEPT }
      }
      const synced = await roleSync.apply(user.id, decision, { actor: PRODUCT, source })
      return { user: synced.user, note: null }
    },

    /** For a new user. Returns null when no account is created, as for guests (docs/decisions/0027). */
    async import(person: Person, source: AuditSource): Promise<Welcomed | null> {
      const by = { actor: PRODUCT, source }
      const { autoImportUsers, defaultTenantAccess } = await settings.read()
      if (!autoImportUsers || (await isGuest(person))) return null
      const decision = await decide(person)
      if (decision === null) {
        logger.warn('role mapping failed; new user created as viewer')
        const user = await add(person, { role: 'viewer', access: defaultTenantAccess }, by)
        return { user, note: VIEWER_FOR_NOW }
      }
      const isGranted = decision.access !== null
      const access = isGranted ? 'none' : defaultTenantAccess
      const user = await add(person, { role: decision.role, access }, by)
      if (!isGranted) return { user, note: null }
      const granted = await roleSync.apply(user.id, decision, by)
      return { user: granted.user, note: null }
    },
  }
}

import type { DatabaseHandle, Subscription } from '../db/handle.ts'
import { nameOfOwnDirectory } from '../db/tenant-names.ts'
import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import { createSessionsService } from '../features/auth/sessions.service.ts'
import { createSignInLimitsService } from '../features/auth/sign-in-limits.service.ts'
import { createPreferencesService } from '../features/preferences/preferences.service.ts'
import { createSettingsService } from '../features/settings/settings.service.ts'
import { createShareEndsService } from '../features/shares/share-ends.service.ts'
import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'
import { createTenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import { createAdminCommands } from '../features/users/admin-commands.ts'
import type { AdminReply } from '../features/users/admin-commands.ts'
import { createPasswords } from '../features/users/passwords.service.ts'
import { createSecondFactorReset } from '../features/users/second-factor-reset.service.ts'
import { createTenantGrantsService } from '../features/users/tenant-grants.service.ts'
import { createUserDeletion } from '../features/users/user-deletion.service.ts'
import { createUsersService } from '../features/users/users.service.ts'
import type { Clock } from '../lib/clock.ts'
import { waitUnlessGone } from '../lib/waiting.ts'
import type { Sleep } from '../lib/waiting.ts'

export type People = ReturnType<typeof composePeople>

export interface PeopleDeps {
  database: Pick<DatabaseHandle, 'db' | 'listen'>
  clock: Clock
  random: (bytes: number) => Buffer
  /** Waits for the delay of failed sign-ins; tests do not wait. */
  sleep?: Sleep | undefined
  /** bcrypt's cost; tests use a low one. */
  passwordCost?: number | undefined
  /** Seconds for which a session outlives its last tab; the documented 30 when absent. */
  sessionGraceSeconds?: number
  /** Hears of every entry of the audit; absent where nothing seals them. */
  onAuditAppend?: () => void
  /** For operators; absent when their commands are not available. */
  verifyAudit?: () => Promise<AdminReply>
}

/** Users, sessions and settings, for the web process and for `npm run admin` without one. */
export function composePeople(deps: PeopleDeps) {
  const { database, clock, random, sleep = waitUnlessGone, passwordCost } = deps
  const { db } = database
  const auditLog = createAuditLogService({
    repo: createAuditLogRepo(db),
    clock,
    onAppend: deps.onAuditAppend,
  })
  const settings = createSettingsService({ db, auditLog, clock })
  const preferences = createPreferencesService({ db, settings, clock })
  const passwords = createPasswords({
    random,
    cost: passwordCost,
    organizationName: (within) => nameOfOwnDirectory(within ?? db),
  })
  const sessions = createSessionsService({
    database,
    clock,
    random,
    graceSeconds: deps.sessionGraceSeconds,
  })
  const limits = createSignInLimitsService({ db, clock, sleep })
  const shareEnds = createShareEndsService({ auditLog, clock })
  const users = createUsersService({
    db,
    auditLog,
    passwords,
    clock,
    endSessionsOf: sessions.endAllOf,
    afterRoleChange: shareEnds.endLost,
    afterDisabling: (within, creatorId, { by, keepShares }) =>
      shareEnds.endSharesOfCreator(within, creatorId, { by, keep: keepShares }),
    afterEnabling: (within, creatorId) => shareEnds.returnToCreator(within, creatorId),
  })
  const grants = createTenantGrantsService({ db, auditLog, afterChange: shareEnds.endLost })
  const records = createTenantRecordsService({ repo: createTenantRecordsRepo(db), clock })
  const secondFactorReset = createSecondFactorReset({
    db,
    auditLog,
    endSessionsOf: sessions.endAllOf,
  })
  const userDeletion = createUserDeletion({
    db,
    auditLog,
    endSessionsOf: sessions.endAllOf,
    takeShares: (within, creatorId, how) => shareEnds.takeFromCreator(within, creatorId, how),
  })
  const kept = { auditLog, settings, passwords, users, grants, secondFactorReset, userDeletion }
  const adminCommands = createAdminCommands({
    ...kept,
    unlock: async ({ id, username }) => {
      await limits.clearAccount(username)
      await limits.clearCodes(id)
    },
    verifyAudit: deps.verifyAudit ?? notHere,
    addTenant: (tenantId, displayName) => records.recordDirectConsent(tenantId, displayName),
  })
  let sessionEnds: Subscription | null = null
  return {
    ...kept,
    preferences,
    sessions,
    limits,
    shareEnds,
    adminCommands,
    async prepare(): Promise<void> {
      sessionEnds = await sessions.listen()
    },
    async sweep(): Promise<void> {
      await sessions.sweep()
      await limits.sweep()
    },
    async close(): Promise<void> {
      await sessionEnds?.close()
    },
  }
}

const notHere = (): Promise<AdminReply> =>
  Promise.resolve({ isDone: false, lines: ['This process cannot check the audit trails.'] })

import type { DatabaseHandle } from '../db/connection.ts'
import { createAuditLogRepo } from '../features/audit-log/audit-log.repo.ts'
import { createAuditLogService } from '../features/audit-log/audit-log.service.ts'
import { createSessionsService } from '../features/auth/sessions.service.ts'
import { createSignInLimitsRepo } from '../features/auth/sign-in-limits.repo.ts'
import { createSignInLimitsService } from '../features/auth/sign-in-limits.service.ts'
import { createPreferencesRepo } from '../features/preferences/preferences.repo.ts'
import { createPreferencesService } from '../features/preferences/preferences.service.ts'
import { createSettingsRepo } from '../features/settings/settings.repo.ts'
import { createSettingsService } from '../features/settings/settings.service.ts'
import { createShareEndsService } from '../features/shares/share-ends.service.ts'
import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'
import { createTenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import { createAdminCommands } from '../features/users/admin-commands.ts'
import type { AdminReply } from '../features/users/admin-commands.ts'
import { createPasswords } from '../features/users/passwords.service.ts'
import { createSecondFactorReset } from '../features/users/second-factor-reset.service.ts'
import { createTenantGrantsService } from '../features/users/tenant-grants.service.ts'
import { createUsersService } from '../features/users/users.service.ts'
import type { Clock } from '../lib/clock.ts'
import { waitUnlessGone } from '../lib/waiting.ts'
import type { Sleep } from '../lib/waiting.ts'

export type People = ReturnType<typeof composePeople>

export interface PeopleDeps {
  database: Pick<DatabaseHandle, 'db' | 'listen'>
  clock: Clock
  random: (bytes: number) => Buffer
  /** Seconds of a slowed-down account; tests do not wait for them. */
  sleep?: Sleep
  /** bcrypt's cost; tests take a cheap one. */
  passwordCost?: number
  /** Hears of every entry of the audit; absent where nothing seals them. */
  onAuditAppend?: () => void
  /** For operators; absent where nothing of theirs is asked. */
  verifyAudit?: () => Promise<AdminReply>
}

/** Who there is and who is signed in: what the web process needs, and `npm run admin` without one. */
export function composePeople(deps: PeopleDeps) {
  const { database, clock, random, sleep = waitUnlessGone, passwordCost } = deps
  const { db } = database
  const auditLog = createAuditLogService({
    repo: createAuditLogRepo(db),
    clock,
    ...(deps.onAuditAppend === undefined ? {} : { onAppend: deps.onAuditAppend }),
  })
  const settings = createSettingsService({ repo: createSettingsRepo(db), auditLog, clock })
  const preferences = createPreferencesService({
    repo: createPreferencesRepo(db),
    settings,
    clock,
  })
  const passwords = createPasswords({
    random,
    ...(passwordCost === undefined ? {} : { cost: passwordCost }),
  })
  const sessions = createSessionsService({ database, clock, random })
  const limits = createSignInLimitsService({ repo: createSignInLimitsRepo(db), clock, sleep })
  const shareEnds = createShareEndsService({ auditLog, clock })
  const users = createUsersService({
    db,
    auditLog,
    passwords,
    clock,
    endSessionsOf: sessions.endAllOf,
    afterRoleChange: shareEnds.endLost,
    afterDisabling: (within, makerId, { by, keepShares }) =>
      shareEnds.endSharesOfMaker(within, makerId, { by, keep: keepShares }),
    afterEnabling: (within, makerId) => shareEnds.returnToMaker(within, makerId),
  })
  const grants = createTenantGrantsService({ db, auditLog, afterChange: shareEnds.endLost })
  const records = createTenantRecordsService({ repo: createTenantRecordsRepo(db), clock })
  const secondFactorReset = createSecondFactorReset({
    users,
    auditLog,
    endSessionsOf: sessions.endAllOf,
  })
  const adminCommands = createAdminCommands({
    users,
    secondFactorReset,
    grants,
    settings,
    passwords,
    auditLog,
    unlock: async ({ id, username }) => {
      await limits.clearAccount(username)
      await limits.clearCodes(id)
    },
    verifyAudit: deps.verifyAudit ?? notHere,
    addTenant: (tenantId, displayName) => records.recordDirectConsent(tenantId, displayName),
  })
  return {
    auditLog,
    settings,
    preferences,
    passwords,
    sessions,
    limits,
    users,
    grants,
    shareEnds,
    secondFactorReset,
    adminCommands,
  }
}

const notHere = (): Promise<AdminReply> =>
  Promise.resolve({ isDone: false, lines: ['This process cannot check the audit trails.'] })

import { createDnsLookup } from '../features/activity/dns-lookup.ts'
import { composeRoles, composeSignIn, composeUsersTab } from './accounts.ts'
import { composeAudit, composeAuditSeals } from './audit.ts'
import { measured } from './jobs.ts'
import type { MicrosoftDeps } from './microsoft.ts'
import { composeOnboarding } from './onboarding.ts'
import type { Foundation, Part } from './part.ts'
import { composePeople } from './people.ts'
import type { PeopleDeps } from './people.ts'
import { composePlans } from './plans.ts'
import { composePostureScreens } from './posture-screens.ts'
import { composeRefreshing } from './refreshing.ts'
import { composeReports, composeShares } from './reports.ts'
import { composeSavingsHistory } from './savings-history.ts'
import { composeNotifications, composeSchedules } from './schedules.ts'
import { composeScreens } from './screens.ts'
import { composeSecurityChecks } from './security-audit.ts'
import { composeForgetting, composeSystem } from './system.ts'

export interface WebPartsDeps
  extends
    Foundation,
    Pick<PeopleDeps, 'sleep' | 'passwordCost'>,
    Pick<MicrosoftDeps, 'pauseForMicrosoft' | 'clockOfLimits'> {
  /** scrypt's cost of backups; tests use a low one. */
  readonly backupCost?: number | undefined
  /** False in tests, which seal the audit explicitly. */
  readonly sealsInBackground?: boolean | undefined
  /** Shows the first administrator's password at the terminal. */
  readonly show: (lines: readonly string[]) => void
}

/** Composes the parts of the web process, in start order. Each part's interface names the services that it takes. */
export function composeWebParts(deps: WebPartsDeps) {
  const foundation = { ...deps, jobs: measured(deps.jobs, deps.metrics) }
  const { config, database, clock, random, show } = deps
  const { sleep, passwordCost, pauseForMicrosoft, clockOfLimits, backupCost } = deps
  const { sealsInBackground = true } = deps
  const { dataDir, federatedTokenFile, microsoftEndpoint, sessionGraceSeconds } = config

  const auditSeals = composeAuditSeals({ ...foundation, dataDir })
  const people = composePeople({
    database,
    clock,
    random,
    sleep,
    passwordCost,
    sessionGraceSeconds,
    onAuditAppend: () => auditSeals.upkeep.noteAppend(),
    verifyAudit: () => auditSeals.verifyForOperator(),
  })
  const dns = createDnsLookup(microsoftEndpoint)
  const connection = { federatedTokenFile, pauseForMicrosoft, clockOfLimits, dns }
  const refreshing = composeRefreshing({ foundation, people, ...connection })
  const onboarding = composeOnboarding({ foundation, people, refreshing })
  const reports = composeReports({ foundation, people, refreshing })
  const shares = composeShares({ foundation, people, reports })
  const schedules = composeSchedules({ foundation, people, refreshing, reports })
  const notices = composeNotifications({ foundation, people, schedules })
  const screens = composeScreens({ foundation, people, refreshing, notices })
  const savingsHistory = composeSavingsHistory({ foundation, refreshing })
  const plans = composePlans({ foundation, refreshing })
  const postureScreens = composePostureScreens({ foundation, people, refreshing })
  const roles = composeRoles({ foundation, people, refreshing })
  const signIn = composeSignIn({ foundation, people, refreshing, roles, show })
  const usersTab = composeUsersTab({ foundation, people, refreshing, roles })
  const audit = composeAudit({ foundation, people, auditSeals, sealsInBackground })
  const securityChecks = composeSecurityChecks({ foundation, people })
  const system = composeSystem({ foundation, people, refreshing, auditSeals, backupCost })
  const parts: readonly Part[] = [
    people,
    refreshing,
    onboarding,
    reports,
    shares,
    schedules,
    notices,
    screens,
    savingsHistory,
    plans,
    postureScreens,
    roles,
    signIn,
    usersTab,
    audit,
    securityChecks,
    system,
  ]
  return { parts, people, refreshing, system }
}

/** Composes the parts of a worker, which only reads tenants and generates scheduled reports. */
export function composeWorkerParts(opened: Foundation) {
  const foundation = { ...opened, jobs: measured(opened.jobs, opened.metrics) }
  const { federatedTokenFile, microsoftEndpoint } = foundation.config
  const dns = createDnsLookup(microsoftEndpoint)
  const people = composePeople(foundation)
  const refreshing = composeRefreshing({ foundation, people, federatedTokenFile, dns })
  const reports = composeReports({ foundation, people, refreshing })
  const schedules = composeSchedules({ foundation, people, refreshing, reports })
  const notices = composeNotifications({ foundation, people, schedules })
  const forgetting = composeForgetting({ foundation, refreshing })
  const savingsHistory = composeSavingsHistory({ foundation, refreshing })
  const parts: readonly Part[] = [
    reports,
    forgetting,
    refreshing,
    savingsHistory,
    schedules,
    notices,
  ]
  return { parts, refreshing }
}

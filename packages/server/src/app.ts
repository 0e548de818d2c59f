import type { TenantId } from '@tenantscope/contract/ids'
import type { Logger } from 'pino'

import { composeAdministration } from './app/administration.ts'
import type { Administration } from './app/administration.ts'
import { composeAuditSeals } from './app/audit.ts'
import { mountAzureConfig } from './app/azure-config.ts'
import { composeConsent } from './app/consent.ts'
import { composeDoctor } from './app/doctor.ts'
import { composeNotifications } from './app/notifications.ts'
import { mountOnboarding } from './app/onboarding.ts'
import { composePeople } from './app/people.ts'
import type { People, PeopleDeps } from './app/people.ts'
import { composeRefreshing } from './app/refreshing.ts'
import type { Refreshing, RefreshingDeps } from './app/refreshing.ts'
import { composeReportSchedules, mountScheduleCalls } from './app/report-schedules.ts'
import { composeReports, mountReportCalls } from './app/reports.ts'
import type { Reports } from './app/reports.ts'
import { mountScreens } from './app/screens.ts'
import { composeShares } from './app/shares.ts'
import type { Shares } from './app/shares.ts'
import type { Config } from './config.ts'
import { hasNewestMigration } from './db/migrate.ts'
import { mountAuth } from './features/auth/auth.routes.ts'
import { createLocalSignInService } from './features/auth/local-sign-in.service.ts'
import { createMicrosoftClient } from './features/auth/microsoft-client.ts'
import type { MicrosoftConnection } from './features/auth/microsoft-connection.ts'
import { createMicrosoftSignInService } from './features/auth/microsoft-sign-in.service.ts'
import type { TenantStanding } from './features/auth/microsoft-sign-in.service.ts'
import { createSignInFlows } from './features/auth/sign-in-flow.ts'
import { mountConsent } from './features/consent/consent.routes.ts'
import type { ConsentService } from './features/consent/consent.service.ts'
import { mountNotifications } from './features/notifications/notifications.routes.ts'
import { mountPreferences } from './features/preferences/preferences.routes.ts'
import { mountRefresh } from './features/refresh/refresh.routes.ts'
import { mountShares } from './features/shares/shares.routes.ts'
import type { Finding } from './features/system/doctor.rules.ts'
import { mountTenantSettings } from './features/tenants/tenant-settings.routes.ts'
import { mountTenants } from './features/tenants/tenants.routes.ts'
import type { AdminReply } from './features/users/admin-commands.ts'
import { createFirstAdministrator } from './features/users/first-administrator.service.ts'
import { addApiDocs } from './http/api-docs.ts'
import { byOf } from './http/by-of.ts'
import { createHttpServer } from './http/http-server.ts'
import type { HttpServer } from './http/http-server.ts'
import { addOperations } from './http/operations.ts'
import { addWebApp, readWebApp } from './http/web-app.ts'
import type { Actor } from './lib/actor.ts'
import type { KeyRing } from './lib/secret-key.ts'

export interface AppDeps extends RefreshingDeps, PeopleDeps {
  readonly database: RefreshingDeps['database']
  readonly config: Config
  /** The keys behind the sealer. */
  readonly keyRing: KeyRing
  /** See AdministrationDeps; for tests. */
  readonly backupCost?: number
  /** See HttpDeps; for tests. */
  readonly heartbeatMs?: number
  /** False in tests, which seal the audit when they mean to. */
  readonly sealsInBackground?: boolean
  /** The built web app. */
  readonly webDirectory: string
  readonly hostTimeZone: string
  /** Shows the first administrator's password to the person at the terminal. */
  readonly show: (lines: readonly string[]) => void
}

export interface App {
  readonly server: HttpServer
  /** Carries out a command of `npm run admin` that came through the data directory's socket. */
  runCommand(command: unknown): Promise<AdminReply>
  /** What `npm run doctor` asks a running product. */
  examine(): Promise<Finding[]>
  /** What has to be there before the first request. */
  prepare(): Promise<void>
  /** Takes part in the jobs; called once the port is this process's own, since a failed start takes none. */
  work(): Promise<void>
  /** Refuses new work: /readyz says so, and streams and waits end. Answers under way still go out. */
  drain(): void
  /** Drains, waits a while for what is under way, and lets go of everything but the database. */
  close(options: { jobsWithinMs: number }): Promise<void>
}

const SWEEP_EVERY_MS = 3_600_000
const ANSWERS_WITHIN_MS = 5_000

/** The composition root: every part of the web process, passed by hand. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, logger } = deps
  const auditSeals = composeAuditSeals(deps)
  const people = composePeople({
    ...deps,
    onAuditAppend: () => auditSeals.upkeep.noteAppend(),
    verifyAudit: () => auditSeals.verifyForOperator(),
  })
  const refreshing = composeRefreshing(deps)
  const consent = composeConsent({ ...deps, ...refreshing, db: deps.database.db })
  const reports = composeReports({ ...deps, ...people, ...refreshing, db: deps.database.db })
  const shares = composeShares({ ...deps, ...people, ...reports, db: deps.database.db })
  const schedules = composeReportSchedules({ ...deps, ...people, ...refreshing, ...reports })
  const notices = composeNotifications({ ...deps, ...people, ...schedules, db: deps.database.db })
  const administration = composeAdministration({ ...deps, ...people, ...refreshing, auditSeals })
  const firstAdministrator = createFirstAdministrator({
    users: people.users,
    passwords: people.passwords,
    logger,
    dataDir: config.dataDir,
    given: config.firstAdministrator,
    show: deps.show,
  })
  const web = readWebApp(deps.webDirectory)
  const server = await createHttpServer({
    config,
    logger,
    clock: deps.clock,
    metrics: deps.metrics,
    webBuild: web.build,
    ...(deps.heartbeatMs === undefined ? {} : { heartbeatMs: deps.heartbeatMs }),
    resolveActor: (cookie, context) => people.sessions.resolveActor(cookie, context),
    grantTenant: refreshing.tenants.accessFor,
    noteOpening: ({ actor, tenantId, caller }) =>
      people.auditLog.seen({
        ...byOf(actor, caller),
        action: 'tenant opened',
        tenantIds: [tenantId],
      }),
    onSessionEnd: (sessionId, onEnd) => people.sessions.onEnd(sessionId, onEnd),
  })
  const doctor = composeDoctor({ ...deps, microsoft: refreshing.microsoft })
  let isDraining = false
  addOperations(server, {
    readiness: { checks: readinessChecks(deps), isDraining: () => isDraining },
    metricsToken: config.metricsToken,
  })
  await addApiDocs(server)
  const signIn = { people, refreshing, firstAdministrator, ...administration }
  mountAuth(server, composeSignIn(deps, signIn))
  mountPreferences(server, people)
  mountTenants(server, refreshing)
  mountTenantSettings(server, refreshing)
  mountRefresh(server, {
    ...refreshing,
    newsOf: (userId, signal) => notices.notifications.newsOf(userId, signal),
  })
  mountNotifications(server, notices)
  mountConsent(server, consent)
  const azureConfig = mountAzureConfig(server, { ...deps, refresh: refreshing.refresh })
  mountOnboarding(server, {
    ...people,
    ...refreshing,
    azureConfig,
    db: deps.database.db,
    transport: deps.transport,
    clock: deps.clock,
  })
  mountScreens(server, { ...refreshing, ...people, db: deps.database.db, clock: deps.clock })
  mountReportCalls(server, reports)
  mountScheduleCalls(server, schedules)
  mountShares(server, shares)
  administration.mount(server)
  await addWebApp(server, web)

  const atClose: (() => unknown)[] = [() => reports.writing.close(), () => administration.close()]

  function drain(): void {
    isDraining = true
    server.openCalls.abortAll()
    administration.drain()
  }

  return {
    server,
    runCommand: (command) => people.adminCommands.run(command),
    examine: () => doctor.examine(),
    drain,

    async prepare() {
      await people.settings.adoptHostTimeZone(deps.hostTimeZone)
      await firstAdministrator.ensure()
      const sessionEnds = await people.sessions.listen()
      const news = await notices.notifications.listen(deps.database)
      atClose.push(
        () => sessionEnds.close(),
        () => news.close(),
      )
      const sweeper = setInterval(
        () => void sweep({ ...people, ...consent, ...reports, ...shares, administration }, logger),
        SWEEP_EVERY_MS,
      ).unref()
      atClose.push(() => clearInterval(sweeper))
      await server.fastify.ready()
    },

    async work() {
      await refreshing.work()
      await schedules.work()
      await notices.work()
      await administration.work()
      await refreshing.refresh.provision(provisioned(config))
    },

    async close({ jobsWithinMs }) {
      drain()
      await Promise.all([closeServer(server), deps.jobs.stop({ timeoutMs: jobsWithinMs })])
      for (const release of atClose) await release()
    },
  }
}

/**
 * A client that neither reads nor leaves must not hold up the end for longer than an answer takes;
 * Node itself stops looking for overdue requests once the server closes.
 */
async function closeServer({ fastify }: HttpServer): Promise<void> {
  const last = setTimeout(() => fastify.server.closeAllConnections(), ANSWERS_WITHIN_MS)
  // A stream that has just ended leaves its connection open for a next request that never comes.
  const idle = setInterval(() => fastify.server.closeIdleConnections(), 100)
  await fastify.close().finally(() => {
    clearTimeout(last)
    clearInterval(idle)
  })
}

function composeSignIn(
  deps: AppDeps,
  parts: {
    people: People
    refreshing: Refreshing
    firstAdministrator: ReturnType<typeof createFirstAdministrator>
  } & Pick<Administration, 'secondFactor' | 'roleDecisions' | 'roleSync'>,
) {
  const { config, clock, logger, transport, sealer } = deps
  const { people, refreshing, firstAdministrator, secondFactor, roleDecisions, roleSync } = parts
  const { azure } = refreshing
  const microsoft: MicrosoftConnection = {
    current: () => azure.currentWithCredential(),
    recordSignIn: (version) => azure.recordSignIn(version),
  }
  const common = { ...people, microsoft, clock, logger }
  const redirectUri = new URL('/api/auth/microsoft/callback', config.publicUrl).href
  return {
    users: people.users,
    sessions: people.sessions,
    localSignIn: createLocalSignInService({ ...common, firstAdministrator, secondFactor }),
    microsoftSignIn: createMicrosoftSignInService({
      ...common,
      roleDecisions,
      roleSync,
      client: createMicrosoftClient({ transport, redirectUri, clock }),
      flows: createSignInFlows({ sealer, clock }),
      tenantStandingFor: (actor, tenantId) => standingFor(refreshing, actor, tenantId),
    }),
    isMicrosoftSimulated: transport.isSimulated,
  }
}

async function standingFor(
  { tenants }: Refreshing,
  actor: Actor,
  tenantId: TenantId,
): Promise<TenantStanding> {
  const access = await tenants.accessFor(actor, tenantId)
  if (!access) return 'unknown'
  const { tenant } = await tenants.details(access, actor)
  if (tenant.status === 'Inactive') return 'inactive'
  return tenant.dataAsOf === null ? 'unreadable' : 'readable'
}

function provisioned({ microsoft, microsoftCloud }: Config) {
  return microsoft && { ...microsoft, cloud: microsoftCloud }
}

const readinessChecks = ({ database, jobs }: AppDeps) => ({
  database: async () => {
    await database.executeSql('select 1')
  },
  migrations: async () => {
    if (!(await hasNewestMigration(database.db)))
      throw new Error('the database lacks migrations of this version')
  },
  jobs: async () => {
    if (!jobs.isWorking()) throw new Error('the workers of this process are not there')
  },
})

async function sweep(
  parts: People & { consents: ConsentService; administration: Administration } & Reports & Shares,
  logger: Logger,
): Promise<void> {
  const { sessions, limits, consents, reports } = parts
  try {
    await sessions.sweep()
    await limits.sweep()
    await consents.sweep()
    await reports.sweepReports()
    await parts.sweepShares()
    await parts.administration.sweep()
  } catch (error) {
    logger.warn({ err: error }, 'what has ended could not be swept; the next round will')
  }
}

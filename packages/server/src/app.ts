import type { Logger } from 'pino'

import { closeParts } from './app/part.ts'
import type { Part } from './app/part.ts'
import { composeWebParts } from './app/parts.ts'
import type { WebPartsDeps } from './app/parts.ts'
import { createCallBudgets } from './db/call-budgets.ts'
import { hasNewestMigration } from './db/migrate.ts'
import { addApiDocs } from './http/api-docs.ts'
import { byOf } from './http/by-of.ts'
import { closeServer } from './http/close-server.ts'
import { createHttpServer } from './http/create-server.ts'
import { addOperations } from './http/operations.ts'
import { addWebApp, readWebApp } from './http/web-app.ts'

export interface AppDeps extends Omit<WebPartsDeps, 'db'> {
  /** See HttpDeps; for tests. */
  readonly heartbeatMs?: number
  /** The built web app. */
  readonly webDirectory: string
  readonly hostTimeZone: string
}

export type App = Awaited<ReturnType<typeof createApp>>

const SWEEP_EVERY_MS = 3_600_000

/** The composition root of the web process: starts and stops its parts around the HTTP server. */
export async function createApp(deps: AppDeps) {
  const { config, logger, clock, metrics, database, heartbeatMs } = deps
  const { parts, people, refreshing, system } = composeWebParts({ ...deps, db: database.db })
  const { sessions, auditLog } = people
  const budgets = createCallBudgets(database.db)
  const web = readWebApp(deps.webDirectory)
  const server = await createHttpServer({
    config,
    logger,
    clock,
    metrics,
    webBuild: web.build,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    resolveActor: (cookie, context) => sessions.resolveActor(cookie, context),
    grantTenant: refreshing.tenants.accessFor,
    takeBudget: (userId, budget, now) => budgets.take(userId, budget, now),
    noteOpening: ({ actor, tenantId, caller }) =>
      auditLog.seen({
        ...byOf(actor, caller),
        action: 'tenant opened',
        tenantIds: [tenantId],
      }),
    onSessionEnd: (sessionId, onEnd) => sessions.onEnd(sessionId, onEnd),
  })
  let isDraining = false
  addOperations(server, {
    readiness: { checks: readinessChecks(deps), isDraining: () => isDraining },
    metricsToken: config.metricsToken,
  })
  await addApiDocs(server)
  for (const part of parts) part.mount?.(server)
  await addWebApp(server, web)
  let sweeper: NodeJS.Timeout | undefined

  /** Refuses new work: /readyz reports it, and streams and waits end. Replies and downloads in progress are
   * still sent. */
  function drain(): void {
    isDraining = true
    server.openCalls.abortAllButDownloads()
    for (const part of parts) part.drain?.()
  }

  return {
    server,
    /** Runs a command of `npm run admin` from the data directory's socket. */
    runCommand: (command: unknown) => people.adminCommands.run(command),
    /** Runs the checks of `npm run doctor` in this process. */
    examine: () => system.examine(),
    drain,

    /** Sets up what the first request requires. */
    async prepare(): Promise<void> {
      await people.settings.adoptHostTimeZone(deps.hostTimeZone)
      for (const part of parts) await part.prepare?.()
      sweeper = setInterval(() => void sweep(parts, logger), SWEEP_EVERY_MS).unref()
      await server.fastify.ready()
    },

    /** Starts background work; called after the port is bound, because a failed start must take no jobs. */
    async work(): Promise<void> {
      for (const part of parts) await part.work?.()
      const { microsoft, microsoftCloud: cloud } = config
      await refreshing.refresh.provision(microsoft && { ...microsoft, cloud })
    },

    /** Drains, waits for work in progress, and releases everything but the database. */
    async close({ jobsWithinMs }: { jobsWithinMs: number }): Promise<void> {
      drain()
      await Promise.all([closeServer(server), deps.jobs.stop({ timeoutMs: jobsWithinMs })])
      clearInterval(sweeper)
      await closeParts(parts)
    },
  }
}

const readinessChecks = ({ database, jobs }: AppDeps) => ({
  database: async () => {
    await database.executeSql('select 1')
  },
  migrations: async () => {
    if (!(await hasNewestMigration(database.db)))
      throw new Error('migrations of this version are missing in the database')
  },
  jobs: async () => {
    if (!jobs.isWorking()) throw new Error('this process has no worker threads')
  },
})

async function sweep(parts: readonly Part[], logger: Logger): Promise<void> {
  try {
    for (const part of parts) await part.sweep?.()
  } catch (error) {
    logger.warn({ err: error }, 'removing expired rows failed; next attempt in one hour')
  }
}

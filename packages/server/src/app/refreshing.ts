import { randomUUID } from 'node:crypto'

import { sleepFor } from '@tenantscope/graph-client/clock'
import type { Sleep } from '@tenantscope/graph-client/clock'
import type { Transport } from '@tenantscope/graph-client/transport'
import type { Logger } from 'pino'

import type { Config } from '../config.ts'
import type { DatabaseHandle } from '../db/connection.ts'
import { createActivityRepo } from '../features/activity/activity.repo.ts'
import { createActivityService } from '../features/activity/activity.service.ts'
import { workOnActivity } from '../features/activity/activity.workers.ts'
import { createActivityReading } from '../features/activity/read-activity.job.ts'
import { createAzureRepo } from '../features/azure/azure.repo.ts'
import { createAzureService } from '../features/azure/azure.service.ts'
import { checkConnection } from '../features/azure/checks.jobs.ts'
import { createChecksRepo } from '../features/azure/checks.repo.ts'
import { createChecksService } from '../features/azure/checks.service.ts'
import { workOnChecks } from '../features/azure/checks.workers.ts'
import { createGraphLeases } from '../features/azure/graph-leases.repo.ts'
import { createMicrosoftAccess } from '../features/azure/microsoft-access.service.ts'
import { workOnConsents } from '../features/consent/consent.workers.ts'
import { createDiscovery } from '../features/refresh/discover-tenants.job.ts'
import { createGenerationRepo } from '../features/refresh/generation.repo.ts'
import { createTenantRefresh } from '../features/refresh/refresh-tenant.job.ts'
import { createRefreshService } from '../features/refresh/refresh.service.ts'
import { workOnRefreshes } from '../features/refresh/refresh.workers.ts'
import { createUpkeep } from '../features/refresh/sweep-generations.job.ts'
import { createSweepRepo } from '../features/refresh/sweep.repo.ts'
import { createSettingsRepo } from '../features/settings/settings.repo.ts'
import { createRunProgress } from '../features/sync-runs/run-progress.service.ts'
import { createRunViewsRepo } from '../features/sync-runs/run-views.repo.ts'
import { createSyncRunsRepo } from '../features/sync-runs/sync-runs.repo.ts'
import { createSyncRunsService } from '../features/sync-runs/sync-runs.service.ts'
import { createTenantRecordsRepo } from '../features/tenants/tenant-records.repo.ts'
import { createTenantRecordsService } from '../features/tenants/tenant-records.service.ts'
import { createPendingJobs } from '../jobs/pending-jobs.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/seal.ts'
import { composeConsentProof } from './consent.ts'
import { composeLicenses } from './licenses.ts'
import { measured } from './measured-jobs.ts'
import { composeTenants } from './tenants.ts'

export type Refreshing = ReturnType<typeof composeRefreshing>

export interface RefreshingDeps {
  config: Pick<Config, 'federatedTokenFile'>
  database: DatabaseHandle
  sealer: Sealer
  transport: Transport
  jobs: JobRunner
  clock: Clock
  logger: Logger
  metrics: Metrics
  /** How Microsoft's pauses are waited for; tests with a faster clock wait less. */
  pauseForMicrosoft?: Sleep
  /** By what clock limits are kept; absent: by the database's, which all processes share. */
  clockOfLimits?: Clock
}

/** Tenants and how they are read: what the web process shows and what a worker does. */
export function composeRefreshing(deps: RefreshingDeps) {
  const { sealer, transport, clock, logger, metrics, pauseForMicrosoft = sleepFor } = deps
  const { db } = deps.database
  const jobs = measured(deps.jobs, metrics)
  const { federatedTokenFile } = deps.config
  const azure = createAzureService({
    repo: createAzureRepo(db),
    sealer,
    clock,
    federatedTokenFile,
  })
  const microsoft = createMicrosoftAccess({
    azure,
    transport,
    clock,
    sleep: pauseForMicrosoft,
    leases: createGraphLeases(db, deps.clockOfLimits),
    onRequest: ({ pathTemplate, status }) =>
      metrics.graphRequests.inc({ api: pathTemplate, outcome: String(status ?? 'no answer') }),
  })
  const licenses = composeLicenses({ db, clock })
  const views = createRunViewsRepo(db)
  const runs = createSyncRunsService({
    repo: createSyncRunsRepo(db),
    views,
    clock,
    newId: randomUUID,
  })
  const progress = createRunProgress({ views, clock, logger })
  const records = createTenantRecordsService({ repo: createTenantRecordsRepo(db), clock })
  const checks = createChecksService({
    azure,
    microsoft,
    repo: createChecksRepo(db),
    tenants: records,
    clock,
    logger,
  })
  const shown = composeTenants({ db, azure, checks, runs, licenses, clock })
  const { tenants } = shown
  const settings = createSettingsRepo(db)
  const refresh = createRefreshService({
    azure,
    tenants,
    records,
    runs,
    settings,
    jobs,
    clock,
    logger,
  })
  const discovery = createDiscovery({
    azure,
    microsoft,
    records,
    runs,
    jobs,
    clock,
    afterDiscovery: () => jobs.send(checkConnection, {}),
  })
  const generations = createGenerationRepo(db)
  const tenantRefresh = createTenantRefresh({
    azure,
    microsoft,
    records,
    runs,
    generations,
    licenses,
    clock,
  })
  const consentProof = composeConsentProof({
    db,
    azure,
    microsoft,
    records,
    refresh,
    jobs,
    clock,
    logger,
  })
  const pending = createPendingJobs(db)
  const activityRepo = createActivityRepo(db)
  const activity = createActivityService({ repo: activityRepo, settings, pending, jobs, clock })
  const reading = createActivityReading({ microsoft, repo: activityRepo, clock })
  const upkeep = createUpkeep({
    runs,
    discovery,
    generations: createSweepRepo(db),
    pending,
    jobs,
    clock,
  })
  return {
    azure,
    microsoft,
    checks,
    runs,
    progress,
    licenses,
    ...shown,
    records,
    refresh,
    consentProof,
    /** Takes part in the work; without this the process only shows and asks. */
    async work(): Promise<void> {
      await workOnRefreshes(jobs, { refresh, discovery, tenantRefresh, upkeep })
      await workOnActivity(jobs, { activity, reading })
      await workOnChecks(jobs, checks)
      await workOnConsents(jobs, consentProof.verification)
    },
  }
}

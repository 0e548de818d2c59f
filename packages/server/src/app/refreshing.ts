import { randomUUID } from 'node:crypto'

import { readSignIns, readUsage, startActivity } from '../features/activity/activity.jobs.ts'
import { createActivityRepo } from '../features/activity/activity.repo.ts'
import { createActivityService } from '../features/activity/activity.service.ts'
import type { DnsLookup } from '../features/activity/dns-lookup.ts'
import { createActivityReading } from '../features/activity/read-activity.job.ts'
import { checkConnection } from '../features/azure/checks.jobs.ts'
import { createChecksRepo } from '../features/azure/checks.repo.ts'
import { createChecksService } from '../features/azure/checks.service.ts'
import { createConsentProof } from '../features/consent/consent-proof.service.ts'
import { verifyConsent } from '../features/consent/consent.jobs.ts'
import { createConsentRepo } from '../features/consent/consent.repo.ts'
import { judgeTenant } from '../features/posture/posture.jobs.ts'
import { createDiscovery } from '../features/refresh/discover-tenants.job.ts'
import { createGenerationRepo } from '../features/refresh/generation.repo.ts'
import { judgeMfaAgain } from '../features/refresh/mfa-judging.ts'
import { createTenantRefresh } from '../features/refresh/refresh-tenant.job.ts'
import {
  discoverTenants,
  refreshDueTenants,
  refreshTenant,
  tidyUp,
} from '../features/refresh/refresh.jobs.ts'
import { createRefreshService } from '../features/refresh/refresh.service.ts'
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
import { composeBilling } from './billing.ts'
import { composeMicrosoft } from './microsoft.ts'
import type { MicrosoftDeps } from './microsoft.ts'
import type { Foundation } from './part.ts'
import type { People } from './people.ts'
import { composePostureJudging } from './posture.ts'
import { composeLicenses, composeTenants } from './tenants.ts'

export type Refreshing = ReturnType<typeof composeRefreshing>

/** The dependencies of most parts. */
export interface Composed {
  foundation: Foundation
  people: People
  refreshing: Refreshing
}

interface RefreshingDeps extends Pick<MicrosoftDeps, 'pauseForMicrosoft' | 'clockOfLimits'> {
  foundation: Pick<
    Foundation,
    'db' | 'sealer' | 'transport' | 'jobs' | 'clock' | 'logger' | 'metrics'
  >
  people: Pick<People, 'auditLog'>
  federatedTokenFile: string | null
  /** Null: public DNS is not read. */
  dns?: DnsLookup | null | undefined
}

/** Tenants and how they are read: shown by the web process, read by every process. */
export function composeRefreshing({
  foundation,
  people,
  dns = null,
  ...connection
}: RefreshingDeps) {
  const { db, jobs, metrics } = foundation
  const { azure, microsoft } = composeMicrosoft({
    ...connection,
    ...foundation,
    onRequest: ({ pathTemplate, status }) =>
      metrics.graphRequests.inc({ api: pathTemplate, outcome: String(status ?? 'no answer') }),
  })
  const base = { ...foundation, ...people, azure, microsoft }
  const posture = composePostureJudging(foundation)
  const licenses = composeLicenses(foundation, (skuId) => posture.rejudgeHolders(skuId))
  const views = createRunViewsRepo(db)
  const runs = createSyncRunsService({
    ...base,
    repo: createSyncRunsRepo(db),
    views,
    newId: randomUUID,
  })
  const progress = createRunProgress({ ...base, views })
  const records = createTenantRecordsService({ ...base, repo: createTenantRecordsRepo(db) })
  const checks = createChecksService({ ...base, repo: createChecksRepo(db), tenants: records })
  const shown = composeTenants({ ...base, checks, runs, licenses })
  const { tenants } = shown
  const billing = composeBilling({ ...base, licenses, seats: shown.tenantSeats })
  const read = { ...base, licenses, records, runs, tenants, settings: createSettingsRepo(db) }
  const refresh = createRefreshService(read)
  const discovery = createDiscovery({
    ...read,
    afterDiscovery: () => jobs.send(checkConnection, {}),
  })
  const tenantRefresh = createTenantRefresh({
    ...read,
    generations: createGenerationRepo(db),
    judgePosture: (...read) => posture.judging.judgeRead(...read),
    countBilled: (...read) => billing.counting.count(...read),
  })
  const consentProof = createConsentProof({ ...read, refresh, repo: createConsentRepo(db) })
  const nightly = { ...read, pending: createPendingJobs(db), repo: createActivityRepo(db) }
  const activity = createActivityService(nightly)
  const reading = createActivityReading({
    ...nightly,
    dns,
    findOwnable: (tenantId) => posture.ownable.find(tenantId),
    afterPerUserMfa: (tenantId) => judgeMfaAgain(db, tenantId),
    afterReading: (tenantId) => jobs.send(judgeTenant, { tenantId }),
  })
  const upkeep = createUpkeep({ ...nightly, discovery, generations: createSweepRepo(db) })
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
    postureJudging: posture.judging,
    rejudgeHolders: (skuId: string): Promise<void> => posture.rejudgeHolders(skuId),
    billing,
    async work(): Promise<void> {
      await posture.work()
      await billing.work()
      await jobs.work(discoverTenants, (run) => discovery.discover(run))
      await jobs.work(refreshTenant, (run) => tenantRefresh.refresh(run))
      await jobs.work(refreshDueTenants, () => refresh.refreshDue())
      await jobs.work(tidyUp, (run) => upkeep.tidyUp(run))
      await jobs.work(startActivity, (run) => activity.startDue(run))
      await jobs.work(readUsage, (run) => reading.usage(run))
      await jobs.work(readSignIns, (run) => reading.signIns(run))
      await jobs.work(checkConnection, ({ signal }) => checks.recheck(signal))
      await jobs.work(verifyConsent, (run) => consentProof.verify(run))
      await jobs.schedule(refreshDueTenants, { cron: '*/10 * * * *', timeZone: 'UTC' }, {})
      await jobs.schedule(tidyUp, { cron: '*/5 * * * *', timeZone: 'UTC' }, {})
      await jobs.schedule(startActivity, { cron: '*/15 * * * *', timeZone: 'UTC' }, {})
    },
    close: (): Promise<void> => posture.close(),
  }
}

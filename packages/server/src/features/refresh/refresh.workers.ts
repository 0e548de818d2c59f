import type { JobRunner } from '../../jobs/runner.ts'
import type { Discovery } from './discover-tenants.job.ts'
import type { TenantRefresh } from './refresh-tenant.job.ts'
import { discoverTenants, refreshDueTenants, refreshTenant, tidyUp } from './refresh.jobs.ts'
import type { RefreshService } from './refresh.service.ts'
import type { Upkeep } from './sweep-generations.job.ts'

/** Lets this process do the work of refreshes, and keeps their schedules. */
export async function workOnRefreshes(
  jobs: JobRunner,
  work: {
    refresh: RefreshService
    discovery: Discovery
    tenantRefresh: TenantRefresh
    upkeep: Upkeep
  },
): Promise<void> {
  await jobs.work(discoverTenants, (run) => work.discovery.discover(run))
  await jobs.work(refreshTenant, (run) => work.tenantRefresh.refresh(run))
  await jobs.work(refreshDueTenants, () => work.refresh.refreshDue())
  await jobs.work(tidyUp, (run) => work.upkeep.tidyUp(run))
  await jobs.schedule(refreshDueTenants, { cron: '*/10 * * * *', timeZone: 'UTC' }, {})
  await jobs.schedule(tidyUp, { cron: '*/5 * * * *', timeZone: 'UTC' }, {})
}

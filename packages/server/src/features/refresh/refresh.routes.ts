import type { UserId } from '@tenantscope/contract/ids'
import type { Notification } from '@tenantscope/contract/notifications'
import type { AppEvent } from '@tenantscope/contract/sync'
import { getSyncRun, refreshTenant, refreshTenants, streamEvents } from '@tenantscope/contract/sync'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { Actor } from '../../lib/actor.ts'
import { merged } from '../../lib/merged.ts'
import type { RunProgress } from '../sync-runs/run-progress.service.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import type { RefreshService } from './refresh.service.ts'

export function mountRefresh(
  server: HttpServer,
  services: {
    refresh: RefreshService
    runs: SyncRunsService
    progress: RunProgress
    tenants: TenantsService
    /** Yields a user's new notifications. */
    newsOf: (userId: UserId, signal: AbortSignal) => AsyncGenerator<Notification, void>
  },
): void {
  const { refresh, runs, progress, tenants, newsOf } = services

  mount(server, refreshTenants, async ({ actor }) => ({ runId: await refresh.refreshAll(actor) }))
  mount(server, refreshTenant, async ({ actor, tenant }) => ({
    runId: await refresh.refreshOne(actor, tenant),
  }))
  mount(server, getSyncRun, ({ params, actor }) => runs.read(params.runId, tenants.scopeOf(actor)))
  mount(server, streamEvents, ({ actor, signal }) => events(actor, signal))

  async function* events(actor: Actor, signal: AbortSignal): AsyncGenerator<AppEvent, void> {
    yield { type: 'hello', build: server.deps.webBuild }
    yield* merged([changes(actor, signal), news(actor, signal)])
  }

  async function* changes({ userId }: Actor, signal: AbortSignal): AsyncGenerator<AppEvent, void> {
    for await (const run of progress.changes(userId, signal)) yield { type: 'sync-run', run }
  }

  async function* news({ userId }: Actor, signal: AbortSignal): AsyncGenerator<AppEvent, void> {
    for await (const notification of newsOf(userId, signal))
      yield { type: 'notification', notification }
  }
}

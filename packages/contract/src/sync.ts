import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { TenantFailureCode } from './errors.ts'
import { RunId, TenantId } from './ids.ts'
import { Notification } from './notifications.ts'

export const SyncRunState = z.enum(['queued', 'running', 'succeeded', 'partial', 'failed'])
export type SyncRunState = z.infer<typeof SyncRunState>

/** One refresh, limited to the tenants that the caller may see (decisions.md, Tenants and data). */
export const SyncRun = z.object({
  id: RunId,
  state: SyncRunState,
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** `done` counts finished tenants, including failed ones. */
  tenants: z.object({
    total: z.number().int(),
    done: z.number().int(),
    failed: z.number().int(),
  }),
  failures: z.array(
    z.object({
      tenantId: TenantId,
      displayName: z.string(),
      code: TenantFailureCode,
      message: z.string(),
    }),
  ),
})
export type SyncRun = z.infer<typeof SyncRun>

const StartedRun = z.object({ runId: RunId })

export const refreshTenants = endpoint({
  name: 'refreshTenants',
  summary: "Read the caller's tenants again; returns the run in progress, if any",
  method: 'POST',
  path: '/api/tenants/refresh',
  access: 'technician',
  status: 202,
  reply: StartedRun,
})

export const refreshTenant = endpoint({
  name: 'refreshTenant',
  summary: 'Refresh one tenant; returns the active run that contains it, if any',
  method: 'POST',
  path: '/api/tenants/:tenantId/refresh',
  access: 'technician',
  tenantScoped: true,
  params: z.object({ tenantId: TenantId }),
  status: 202,
  reply: StartedRun,
})

export const getSyncRun = endpoint({
  name: 'getSyncRun',
  summary: 'One refresh: its progress and the tenants that failed',
  method: 'GET',
  path: '/api/sync-runs/:runId',
  access: 'signedIn',
  background: true,
  params: z.object({ runId: RunId }),
  reply: SyncRun,
})

/** An event of the event stream; its name is its `type`. */
export const AppEvent = z.discriminatedUnion('type', [
  /** First on every stream: the server's build of the web app. */
  z.object({ type: z.literal('hello'), build: z.string() }),
  z.object({ type: z.literal('sync-run'), run: SyncRun }),
  z.object({ type: z.literal('notification'), notification: Notification }),
])
export type AppEvent = z.infer<typeof AppEvent>

export const streamEvents = endpoint({
  name: 'streamEvents',
  summary: 'Progress as server-sent events, limited to what the caller may see',
  method: 'GET',
  path: '/api/events',
  access: 'signedIn',
  background: true,
  kind: 'stream',
  reply: AppEvent,
})

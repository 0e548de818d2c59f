import type { RunId, TenantId } from '@tenantscope/contract/ids'
import type { Logger } from 'pino'

import { ALL_TENANTS } from '../../db/tenant-scope.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError, awaitingApproval } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { AzureService, Connection, ProvisionedConnection } from '../azure/azure.service.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import type { RunRequest, SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { TenantRecordsService } from '../tenants/tenant-records.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import { discoverTenants, refreshTenant } from './refresh.jobs.ts'
import { isDue } from './refresh.rules.ts'

export type RefreshService = ReturnType<typeof createRefreshService>

/** Starts refreshes: when somebody asks, by the schedule, and when a connection was provisioned. */
export function createRefreshService(deps: {
  azure: AzureService
  tenants: TenantsService
  records: TenantRecordsService
  runs: SyncRunsService
  settings: Pick<SettingsService, 'read'>
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
  logger: Logger
}) {
  const { azure, tenants, records, runs, settings, jobs, clock, logger } = deps

  async function requireConnection(): Promise<Connection> {
    const connection = await azure.current()
    if (connection === null)
      throw new AppError(
        'CONFLICT',
        'No Microsoft connection is configured, so there is nothing to refresh.',
      )
    return connection
  }

  /** One job hands the tenants out, so that a thousand of them are not sent in one transaction. */
  function startRun(request: RunRequest): Promise<RunId> {
    return runs.start(request, (transaction, runId) =>
      jobs.send(discoverTenants, { runId }, { transaction }),
    )
  }

  async function startForEverybody(
    connection: Connection,
    request: Pick<RunRequest, 'requestedBy' | 'isAnew'>,
  ): Promise<RunId> {
    await records.recordPartner(connection.tenantId)
    const known = await records.readable(ALL_TENANTS)
    const tenantIds = known.map(({ id }) => id)
    return startRun({ ...request, coversAll: true, needsDiscovery: true, tenantIds })
  }

  function startForOne(requestedBy: string, tenantId: TenantId): Promise<RunId> {
    return runs.start(
      { requestedBy, coversAll: false, needsDiscovery: false, tenantIds: [tenantId] },
      (transaction) => jobs.send(refreshTenant, { tenantId }, { transaction }),
    )
  }

  return {
    /** All tenants of the caller, after a look at the partner's list of customers. */
    async refreshAll(actor: Actor): Promise<RunId> {
      const connection = await requireConnection()
      if (actor.seesAllTenants)
        return startForEverybody(connection, { requestedBy: actor.username })
      const own = await records.readable(tenants.scopeOf(actor))
      if (own.length === 0)
        throw new AppError('CONFLICT', 'No tenant that can be refreshed is assigned to you.')
      const tenantIds = own.map(({ id }) => id)
      const requestedBy = actor.username
      return startRun({ requestedBy, coversAll: false, needsDiscovery: true, tenantIds })
    },

    async refreshOne(actor: Actor, { tenantId }: TenantAccess): Promise<RunId> {
      await requireConnection()
      if (await records.isReadingStopped(tenantId))
        throw new AppError('CONFLICT', 'Reading of this tenant is stopped')
      const consent = await records.consentOf(tenantId)
      if (consent !== undefined && consent.awaitingApprovalSince !== null) throw awaitingApproval()
      const own = await records.readable(tenants.scopeOf(actor))
      if (!own.some(({ id }) => id === tenantId))
        throw new AppError(
          'CONFLICT',
          'The relationship with this tenant has ended, so it is no longer read.',
        )
      return startForOne(actor.username, tenantId)
    },

    /**
     * Its consent was just given, or it was accepted: what can be read now is read. With the own
     * directory's consent customers may come, so everybody is.
     */
    async refreshConsented(requestedBy: string, tenantId: TenantId): Promise<void> {
      const connection = await azure.current()
      if (connection === null) return
      if (tenantId === connection.tenantId) {
        await startForEverybody(connection, { requestedBy })
        return
      }
      const known = await records.readable(ALL_TENANTS)
      if (known.some(({ id }) => id === tenantId)) await startForOne(requestedBy, tenantId)
    },

    /** A run of its own: what one under way has read, it read with the connection before. */
    async refreshWithNewConnection(requestedBy: string): Promise<RunId> {
      return startForEverybody(await requireConnection(), { requestedBy, isAnew: true })
    },

    /** Tenants whose turn it is and that nobody reads just now. */
    async refreshDue(): Promise<void> {
      const connection = await azure.current()
      if (connection === null) return
      const now = clock.now()
      const underWay = new Set(await runs.tenantsUnderWay())
      const known = await records.readable(ALL_TENANTS)
      // Read each time, so that a changed schedule counts at once.
      const { refreshHours } = await settings.read()
      const isTurn = (tenant: (typeof known)[number]) => isDue(tenant, now, refreshHours)
      const due = known.filter((tenant) => !underWay.has(tenant.id) && isTurn(tenant))
      if (due.length === 0) return
      // Customers are looked for at the partner's own turn; while its reading is stopped, at another's.
      const lister = known.find(({ isPartnerTenant }) => isPartnerTenant) ?? known[0]
      await startRun({
        requestedBy: 'schedule',
        coversAll: false,
        needsDiscovery: due.some((tenant) => tenant === lister),
        tenantIds: due.map(({ id }) => id),
      })
    },

    /**
     * Stores the connection of the environment while none is stored, and reads everything with it.
     * Without any run so far everything is read too: a process may have died between the two.
     */
    async provision(given: ProvisionedConnection | null): Promise<void> {
      const isNew = given !== null && (await azure.provision(given))
      const connection = await azure.current()
      if (connection === null) return
      const differs = given === null ? [] : await azure.differencesFrom(given)
      if (differs.length > 0)
        logger.warn(
          { differs },
          'the environment differs from the stored Microsoft connection, which stays in use',
        )
      if (isNew || !(await runs.hasAnyRun()))
        await startForEverybody(connection, { requestedBy: 'provisioning' })
    },
  }
}

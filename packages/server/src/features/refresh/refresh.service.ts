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

/** Starts refreshes: on request, by schedule, and after a connection was provisioned. */
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

  /** One job sends those of the tenants, so that a thousand are not sent in one transaction. */
  function startRun(request: RunRequest): Promise<RunId> {
    return runs.start(request, (transaction, runId) =>
      jobs.send(discoverTenants, { runId }, { transaction }),
    )
  }

  async function startForAll(
    connection: Connection,
    request: Pick<RunRequest, 'requestedBy' | 'isSeparate'>,
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
    /** Refreshes all tenants of the caller, after reading the partner's list of customers. */
    async refreshAll(actor: Actor): Promise<RunId> {
      const connection = await requireConnection()
      if (actor.seesAllTenants) return startForAll(connection, { requestedBy: actor.username })
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
     * After consent or approval, refreshes the tenant. Consent of the own directory may add
     * customers, so it refreshes all tenants.
     */
    async refreshConsented(requestedBy: string, tenantId: TenantId): Promise<void> {
      const connection = await azure.current()
      if (connection === null) return
      if (tenantId === connection.tenantId) {
        await startForAll(connection, { requestedBy })
        return
      }
      const known = await records.readable(ALL_TENANTS)
      if (known.some(({ id }) => id === tenantId)) await startForOne(requestedBy, tenantId)
    },

    /** Starts a separate run: a running one has used the previous connection. */
    async refreshWithNewConnection(requestedBy: string): Promise<RunId> {
      return startForAll(await requireConnection(), { requestedBy, isSeparate: true })
    },

    /** Starts tenants that are due and not being read. */
    async refreshDue(): Promise<void> {
      const connection = await azure.current()
      if (connection === null) return
      const now = clock.now()
      const underWay = new Set(await runs.tenantsUnderWay())
      const known = await records.readable(ALL_TENANTS)
      // Read each time, so that a changed schedule applies at once.
      const { refreshHours } = await settings.read()
      const isTurn = (tenant: (typeof known)[number]) => isDue(tenant, now, refreshHours)
      const due = known.filter((tenant) => !underWay.has(tenant.id) && isTurn(tenant))
      if (due.length === 0) return
      // Customers are discovered with the own directory, or with another tenant while its reading
      // is stopped.
      const lister = known.find(({ isPartnerTenant }) => isPartnerTenant) ?? known[0]
      await startRun({
        requestedBy: 'schedule',
        coversAll: false,
        needsDiscovery: due.some((tenant) => tenant === lister),
        tenantIds: due.map(({ id }) => id),
      })
    },

    /**
     * Stores the environment's connection while none is stored, and refreshes all tenants. Also
     * refreshes if no run exists, because a process may have crashed between the two steps.
     */
    async provision(given: ProvisionedConnection | null): Promise<void> {
      const isNew = given !== null && (await azure.provision(given))
      const connection = await azure.current()
      if (connection === null) return
      const differs = given === null ? [] : await azure.differencesFrom(given)
      if (differs.length > 0)
        logger.warn(
          { differs },
          'Microsoft connection in the environment differs from the stored one; the stored one is used',
        )
      if (isNew || !(await runs.hasAnyRun()))
        await startForAll(connection, { requestedBy: 'provisioning' })
    },
  }
}

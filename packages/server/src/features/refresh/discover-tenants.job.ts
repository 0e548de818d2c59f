import type { RunId } from '@tenantscope/contract/ids'
import { TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import { readContracts } from '@tenantscope/graph-client/read-contracts'

import { ALL_TENANTS } from '../../db/tenant-scope.ts'
import type { JobRun } from '../../jobs/job.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AzureService } from '../azure/azure.service.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type { ListedCustomer, TenantRecordsService } from '../tenants/tenant-records.service.ts'
import { discoverTenants, refreshTenant } from './refresh.jobs.ts'
import { failureOf, isPassing } from './refresh.rules.ts'
import { customerOf } from './stored-rows.ts'

export type Discovery = ReturnType<typeof createDiscovery>

type FailedPartner = { tenantId: TenantId; failure: GraphFailure }

/** Finds the customers of the partner's own directory, then hands the run's tenants out to be read. */
export function createDiscovery(deps: {
  azure: AzureService
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  runs: SyncRunsService
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
}) {
  const { azure, microsoft, records, runs, jobs, clock } = deps

  /** Null when the list was taken over; a failure of Microsoft is the partner directory's own. */
  async function takeOverCustomers(job: Omit<JobRun<unknown>, 'payload'>) {
    const connected = await microsoft.current()
    if (connected === null) throw new Error('No Microsoft connection is stored')
    const { tenantId } = connected.connection
    const startedAt = clock.now()
    await records.recordPartner(tenantId)
    try {
      const customers = await readCustomers(connected, job.signal)
      await azure.recordSuccess()
      await records.recordCustomers(customers)
      return null
    } catch (error) {
      const mayPass = isPassing(error) && job.attempt < discoverTenants.retryLimit
      if (mayPass || !(error instanceof GraphFailure)) throw error
      job.logger.warn({ err: error }, 'the list of customers cannot be read')
      await records.recordFailure({ tenantId, startedAt }, failureOf(error, clock.now()))
      return { tenantId, failure: error }
    }
  }

  async function end(runId: RunId, failed: FailedPartner | null): Promise<void> {
    const found = await records.readable(ALL_TENANTS)
    await runs.endDiscovery(runId, {
      found: found.map(({ id }) => id),
      ended: await records.ended(),
      failed: failed && {
        tenantId: failed.tenantId,
        outcome: {
          state: 'failed',
          code: failed.failure.code,
          message: records.messageFor(failed.failure.code),
        },
      },
    })
    await handOut(runId)
  }

  async function handOut(runId: RunId): Promise<void> {
    for (const tenantId of await runs.waitingTenants(runId)) {
      await jobs.send(refreshTenant, { tenantId })
    }
  }

  return {
    /** Known tenants are read even when the list of customers is not to be had. */
    async discover({ payload, ...job }: JobRun<{ runId: RunId }>): Promise<void> {
      const { runId } = payload
      // Without a discovery, or when an earlier try was cut short after it, handing out is all.
      if (await runs.beginDiscovery(runId)) await end(runId, await takeOverCustomers(job))
      else await handOut(runId)
    },

    /** For a run whose discovery never comes to an end: it goes on with the tenants that are known. */
    giveUp: (runId: RunId): Promise<void> => end(runId, null),
  }
}

async function readCustomers(
  { connection, graph, tokens }: ConnectedMicrosoft,
  signal: AbortSignal,
): Promise<ListedCustomer[]> {
  // Permissions that were granted since stand only in a new token.
  tokens.forget(connection.tenantId)
  const customers: ListedCustomer[] = []
  for await (const page of readContracts(graph.forTenant(connection.tenantId, { signal }))) {
    for (const contract of page) {
      const tenantId = TenantId.safeParse(contract.customerId)
      if (tenantId.success) customers.push(customerOf(contract, tenantId.data))
    }
  }
  return customers
}

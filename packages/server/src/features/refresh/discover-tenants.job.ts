import type { RunId, TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import { readContracts } from '@tenantscope/graph-client/read-contracts'
import { readDelegatedCustomers } from '@tenantscope/graph-client/read-delegated-customers'
import { readDelegatedRelationships } from '@tenantscope/graph-client/read-delegated-relationships'

import { ALL_TENANTS } from '../../db/tenant-scope.ts'
import type { JobRun } from '../../jobs/job.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AzureService } from '../azure/azure.service.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type {
  ListedCustomer,
  ListedCustomers,
  TenantRecordsService,
} from '../tenants/tenant-records.service.ts'
import { customerOf, delegatedOf } from './listed-customers.ts'
import { discoverTenants, refreshTenant } from './refresh.jobs.ts'
import { failureOf, isPassing } from './refresh.rules.ts'

export type Discovery = ReturnType<typeof createDiscovery>

/** Optional: unlocks customers without a contract (decisions.md, Microsoft connection). */
const DELEGATED_PERMISSION = 'DelegatedAdminRelationship.Read.All'

type DiscoveryRun = Omit<JobRun<unknown>, 'payload'>
type FailedPartner = { tenantId: TenantId; failure: GraphFailure }

/** Finds the customers of the partner's own directory, then hands the run's tenants out to be read. */
export function createDiscovery(deps: {
  azure: AzureService
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  runs: SyncRunsService
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
  /** Asks for what else is worth knowing of the own directory; discovery does without it. */
  afterDiscovery: () => Promise<void>
}) {
  const { azure, microsoft, records, runs, jobs, clock, afterDiscovery } = deps

  /** Null when the list was taken over; a failure of Microsoft is the partner directory's own. */
  async function takeOverCustomers(job: DiscoveryRun) {
    const connected = await microsoft.current()
    if (connected === null) throw new Error('No Microsoft connection is stored')
    const { tenantId, version } = connected.connection
    const startedAt = clock.now()
    await records.recordPartner(tenantId)
    try {
      const customers = await readCustomers(connected, job)
      await azure.recordSuccess(version)
      await records.recordCustomers(customers)
      return null
    } catch (error) {
      if (!(error instanceof GraphFailure) || mayPass(error, job)) throw error
      job.logger.warn({ err: error }, 'the list of customers cannot be read')
      await records.recordFailure({ tenantId, startedAt }, failureOf(error, clock.now()))
      return { tenantId, failure: error }
    }
  }

  async function end(runId: RunId, failed: FailedPartner | null): Promise<void> {
    const found = await records.readable(ALL_TENANTS)
    await runs.endDiscovery(runId, {
      found: found.map(({ id }) => id),
      ended: await records.unread(),
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
      if (!(await runs.beginDiscovery(runId))) return handOut(runId)
      const failed = await takeOverCustomers(job)
      await end(runId, failed)
      if (failed !== null) return
      await afterDiscovery().catch((error: unknown) => {
        job.logger.warn({ err: error }, 'nobody looks further at the own directory')
      })
    },

    /** For a run whose discovery never comes to an end: it goes on with the tenants that are known. */
    giveUp: (runId: RunId): Promise<void> => end(runId, null),
  }
}

/** Whether another try of the same job may bring what this one did not. */
function mayPass(failure: GraphFailure, { attempt }: Pick<DiscoveryRun, 'attempt'>): boolean {
  return isPassing(failure) && attempt < discoverTenants.retryLimit
}

async function readCustomers(
  { connection, graph, tokens }: ConnectedMicrosoft,
  job: DiscoveryRun,
): Promise<ListedCustomers> {
  const { tenantId } = connection
  const { signal } = job
  // Permissions that were granted since stand only in a new token.
  tokens.forget(tenantId)
  const partner = graph.forTenant(tenantId, { signal })
  const contracts: ListedCustomer[] = []
  for await (const page of readContracts(partner)) contracts.push(...page.flatMap(customerOf))
  const { roles } = await tokens.tokenFor(tenantId, { signal })
  return { contracts, delegated: await readDelegated(partner, roles, job) }
}

/**
 * Null: the permission is not granted, the cloud has no delegated administration, or it cannot be
 * read, which must not keep the contracts from being taken over.
 */
async function readDelegated(
  partner: TenantGraph,
  roles: readonly string[],
  job: DiscoveryRun,
): Promise<ListedCustomers['delegated']> {
  // A token that cannot be read names no role: then Microsoft is asked.
  if (roles.length > 0 && !roles.includes(DELEGATED_PERMISSION)) return null
  try {
    const listed = await everyone(readDelegatedCustomers(partner))
    const relationships = await everyone(readDelegatedRelationships(partner))
    return listed && relationships && delegatedOf(listed, relationships)
  } catch (error) {
    if (!(error instanceof GraphFailure) || mayPass(error, job)) throw error
    if (error.code !== 'PERMISSION_MISSING')
      job.logger.warn({ err: error }, 'the list of delegated relationships cannot be read')
    return null
  }
}

async function everyone<Item>(pages: AsyncIterable<Item[]> | null): Promise<Item[] | null> {
  if (pages === null) return null
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

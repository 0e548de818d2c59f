import type { RunId, TenantId } from '@tenantscope/contract/ids'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import type { OnMalformedRow } from '@tenantscope/graph-client/malformed-rows'
import { readContracts } from '@tenantscope/graph-client/read/contracts'
import { readDelegatedCustomers } from '@tenantscope/graph-client/read/delegated-customers'
import { readDelegatedRelationships } from '@tenantscope/graph-client/read/delegated-relationships'

import { ALL_TENANTS } from '../../db/tenant-scope.ts'
import type { JobRun } from '../../jobs/job.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../lib/clock.ts'
import { collectMalformedRows } from '../../lib/malformed-rows.ts'
import type { ConnectedMicrosoft, MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { SyncRunsService } from '../sync-runs/sync-runs.service.ts'
import type {
  ListedCustomer,
  ListedCustomers,
  TenantRecordsService,
} from '../tenants/tenant-records.service.ts'
import {
  contractsWithoutDirectory,
  customerOf,
  delegatedOf,
  delegationsWithoutDirectory,
  partOfList,
} from './listed-customers.ts'
import { discoverTenants, refreshTenant } from './refresh.jobs.ts'
import { failureOf, isPassing } from './refresh.rules.ts'

export type Discovery = ReturnType<typeof createDiscovery>

/** Optional: required for customers without a contract (decisions.md, Microsoft connection). */
const DELEGATED_PERMISSION = 'DelegatedAdminRelationship.Read.All'

type DiscoveryRun = Omit<JobRun<unknown>, 'payload'>
type FailedPartner = { tenantId: TenantId; code: GraphFailure['code']; message: string }

/** Finds the customers of the own directory, then sends the jobs of the run's tenants. */
export function createDiscovery(deps: {
  microsoft: MicrosoftAccess
  records: TenantRecordsService
  runs: SyncRunsService
  jobs: Pick<JobRunner, 'send'>
  clock: Clock
  /** Reads further data of the own directory; discovery does not depend on it. */
  afterDiscovery: () => Promise<void>
}) {
  const { microsoft, records, runs, jobs, clock, afterDiscovery } = deps

  /** Returns null after storing the list; a failure of Microsoft belongs to the own directory. */
  async function takeOverCustomers(job: DiscoveryRun) {
    const connected = await microsoft.current()
    if (connected === null) throw new Error('No Microsoft connection is stored')
    const { tenantId } = connected.connection
    const startedAt = clock.now()
    await records.recordPartner(tenantId)
    try {
      const customers = await readCustomers(connected, job)
      await records.recordCustomers(customers)
      return null
    } catch (error) {
      if (!(error instanceof GraphFailure) || mayPass(error, job)) throw error
      job.logger.warn({ err: error }, 'reading the list of customers failed')
      const failure = failureOf(error, clock.now())
      const message = await records.recordFailure({ tenantId, startedAt }, failure)
      return { tenantId, code: error.code, message }
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
          code: failed.code,
          message: failed.message,
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
    /** Known tenants are read even when the list of customers is unavailable. */
    async discover({ payload, ...job }: JobRun<{ runId: RunId }>): Promise<void> {
      const { runId } = payload
      // Without a discovery, or when an earlier attempt stopped after it, only the jobs are sent.
      if (!(await runs.beginDiscovery(runId))) return handOut(runId)
      const failed = await takeOverCustomers(job)
      await end(runId, failed)
      if (failed !== null) return
      await afterDiscovery().catch((error: unknown) => {
        job.logger.warn({ err: error }, 'reading the own directory failed')
      })
    },

    /** Ends a discovery that failed for good; the run continues with the known tenants. */
    giveUp: (runId: RunId): Promise<void> => end(runId, null),
  }
}

/** True when another attempt of the same job may succeed. */
function mayPass(failure: GraphFailure, { attempt }: Pick<DiscoveryRun, 'attempt'>): boolean {
  return isPassing(failure) && attempt < discoverTenants.retryLimit
}

async function readCustomers(
  { connection, graph, tokens }: ConnectedMicrosoft,
  job: DiscoveryRun,
): Promise<ListedCustomers> {
  const { tenantId } = connection
  const { signal } = job
  // Newly granted permissions are only in a new token.
  tokens.forget(tenantId)
  const malformed = collectMalformedRows(partOfList)
  const partner = graph.forTenant(tenantId, { signal, onMalformedRow: malformed.add })
  const contracts: ListedCustomer[] = []
  for await (const page of readContracts(partner)) {
    for (const row of contractsWithoutDirectory(page)) malformed.add(row)
    contracts.push(...page.flatMap(customerOf))
  }
  const { roles } = await tokens.tokenFor(tenantId, { signal })
  const delegated = await readDelegated({ partner, roles, onMalformedRow: malformed.add }, job)
  const malformedRows = malformed.all()
  if (malformedRows.length > 0)
    job.logger.warn({ malformedRows }, 'rows of the lists of customers could not be read')
  const isPartial = malformed.isIn('delegatedAdministration')
  return {
    contracts,
    areContractsPartial: malformed.isIn('contracts'),
    delegated: delegated && { ...delegated, isPartial },
  }
}

interface PartnerReading {
  readonly partner: TenantGraph
  /** Of the partner's token. */
  readonly roles: readonly string[]
  readonly onMalformedRow: OnMalformedRow
}

/**
 * Returns null when the permission is not granted, the cloud has no delegated administration, or
 * reading fails. None of these must prevent the contracts from being stored.
 */
async function readDelegated(
  { partner, roles, onMalformedRow }: PartnerReading,
  job: DiscoveryRun,
): Promise<ListedCustomers['delegated']> {
  // A token that cannot be read has no known roles: then Microsoft is asked.
  if (roles.length > 0 && !roles.includes(DELEGATED_PERMISSION)) return null
  try {
    const listed = await everyone(readDelegatedCustomers(partner))
    const relationships = await everyone(readDelegatedRelationships(partner))
    if (listed === null || relationships === null) return null
    for (const row of delegationsWithoutDirectory(listed, relationships)) onMalformedRow(row)
    return delegatedOf(listed, relationships)
  } catch (error) {
    if (!(error instanceof GraphFailure) || mayPass(error, job)) throw error
    if (error.code !== 'PERMISSION_MISSING')
      job.logger.warn({ err: error }, 'reading the list of delegated relationships failed')
    return null
  }
}

async function everyone<Item>(pages: AsyncIterable<Item[]> | null): Promise<Item[] | null> {
  if (pages === null) return null
  const items: Item[] = []
  for await (const page of pages) items.push(...page)
  return items
}

import { endpointMessageOf, TIMED_OUT_MESSAGE } from '@tenantscope/analysis/csp-endpoints'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { discoverLicenses } from '@tenantscope/contract/license-management'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { Graph } from '@tenantscope/graph-client/graph'
import { SUBSCRIBED_SKUS_PATH, SubscribedSku } from '@tenantscope/graph-client/read/subscribed-skus'

import { AppError, stoppedMeanwhile } from '../../lib/app-error.ts'
import type { By } from '../audit-log/audit-log.service.ts'
import type { MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { Ends } from './csp-decode.rules.ts'
import type { LicensesRepo } from './licenses.repo.ts'
import { skuKeyOf } from './licenses.rules.ts'
import type { LicensesService } from './licenses.service.ts'

export type LicenseDiscovery = ReturnType<typeof createLicenseDiscovery>

/** Tenants that are asked in parallel; each needs a token and one reply. */
const ASKED_AT_ONCE = 64

/** Reads the SKUs of every tenant from Microsoft, live; stores nothing for the tenants. */
export function createLicenseDiscovery(deps: {
  microsoft: Pick<MicrosoftAccess, 'current'>
  repo: Pick<LicensesRepo, 'listAskable'>
  licenses: Pick<LicensesService, 'recordDiscovered'>
  /** The time limit; tests set a shorter one. */
  withinMs?: number
}) {
  const { microsoft, repo, licenses, withinMs = LIVE_CALL_SECONDS * 1_000 } = deps

  return {
    async discover(by: By, left: AbortSignal): Promise<CallReply<typeof discoverLicenses>> {
      const late = AbortSignal.timeout(withinMs)
      const connected = await microsoft.current()
      if (connected === null)
        throw new AppError(
          'CONFLICT',
          'No Microsoft connection is configured, so licenses cannot be read.',
        )
      const tenants = await repo.listAskable()
      const asked = await askAll(connected.graph, tenants, { late, left })
      const discoveredSkus = everySku(asked)
      return {
        discoveredSkus,
        added: await licenses.recordDiscovered(discoveredSkus, by),
        tenants: tenants.length,
        failures: asked.flatMap(({ tenant, message }) =>
          message === null ? [] : [{ ...tenant, message }],
        ),
      }
    },
  }
}

type AskableTenant = Awaited<ReturnType<LicensesRepo['listAskable']>>[number]

interface Asked {
  readonly tenant: AskableTenant
  readonly skus: readonly SubscribedSku[]
  /** Why the tenant failed; null when it responded. */
  readonly message: string | null
}

/** Asks tenants in order with limited parallelism; those that do not start in time are reported as late. */
async function askAll(graph: Graph, tenants: readonly AskableTenant[], ends: Ends) {
  const answers = tenants.map((tenant): Asked => ({ tenant, skus: [], message: TIMED_OUT_MESSAGE }))
  const turns = answers.entries()
  const workers = Array.from({ length: ASKED_AT_ONCE }, async () => {
    for (const [index, { tenant }] of turns) {
      if (ends.late.aborted) return
      answers[index] = await ask(graph, tenant, ends)
    }
  })
  await Promise.all(workers)
  return answers
}

async function ask(graph: Graph, tenant: AskableTenant, { late, left }: Ends): Promise<Asked> {
  const signal = AbortSignal.any([late, left])
  try {
    const tenantGraph = graph.forTenant(tenant.tenantId, { signal, priority: 'high' })
    const skus = await tenantGraph.all(SubscribedSku, SUBSCRIBED_SKUS_PATH)
    return { tenant, skus, message: null }
  } catch (error) {
    if (left.aborted) throw stoppedMeanwhile()
    if (late.aborted) return { tenant, skus: [], message: TIMED_OUT_MESSAGE }
    if (!(error instanceof GraphFailure)) throw error
    return { tenant, skus: [], message: endpointMessageOf('subscribedSkus', error.code) }
  }
}

/** Returns each SKU of these tenants once, by part number. */
function everySku(asked: readonly Asked[]) {
  const partNumberById = new Map(
    asked.flatMap(({ skus }) =>
      skus.map(({ skuId, skuPartNumber }) => [skuKeyOf(skuId), skuPartNumber] as const),
    ),
  )
  return Array.from(partNumberById, ([skuId, skuPartNumber]) => ({
    skuId,
    skuPartNumber,
  })).toSorted(
    (a, b) => BY_NAME.compare(a.skuPartNumber, b.skuPartNumber) || (a.skuId < b.skuId ? -1 : 1),
  )
}

const BY_NAME = new Intl.Collator('en')

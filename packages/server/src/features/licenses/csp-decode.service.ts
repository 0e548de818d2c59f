import { decodeLicenses } from '@tenantscope/analysis/csp-decode'
import {
  CSP_ENDPOINTS,
  endpointMessageOf,
  endpointOutcomeOf,
  TIMED_OUT_MESSAGE,
} from '@tenantscope/analysis/csp-endpoints'
import type { CspEndpoint } from '@tenantscope/analysis/csp-endpoints'
import { heldSkusOf } from '@tenantscope/analysis/held-skus'
import type { CspDecodeResult, TestedEndpoint } from '@tenantscope/contract/csp-decode'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import type { PartFailureCode } from '@tenantscope/contract/parts'
import { GraphFailure } from '@tenantscope/graph-client/failures'
import type { TenantGraph } from '@tenantscope/graph-client/graph'
import { readFirstLicenseHolders } from '@tenantscope/graph-client/read/license-holders'
import { readOrganizationWithoutQuota } from '@tenantscope/graph-client/read/organization'
import { SUBSCRIBED_SKUS_PATH, SubscribedSku } from '@tenantscope/graph-client/read/subscribed-skus'
import { Subscription, SUBSCRIPTIONS_PATH } from '@tenantscope/graph-client/read/subscriptions'

import { AppError, stoppedMeanwhile } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { MicrosoftAccess } from '../azure/microsoft-access.service.ts'
import type { CspDecodeRepo } from './csp-decode.repo.ts'
import { heldBy, purchaseOf, seatsOf } from './csp-decode.rules.ts'
import type { Ends } from './csp-decode.rules.ts'
import type { LicensesService } from './licenses.service.ts'

export type CspDecodeService = ReturnType<typeof createCspDecodeService>

/** Reads the licenses of a tenant from every endpoint, live. */
export function createCspDecodeService(deps: {
  microsoft: Pick<MicrosoftAccess, 'current'>
  repo: CspDecodeRepo
  licenses: Pick<LicensesService, 'choices' | 'priceBook'>
  clock: Clock
  /** The time limit; tests set a shorter one. */
  withinMs?: number
}) {
  const { microsoft, repo, licenses, clock, withinMs = LIVE_CALL_SECONDS * 1_000 } = deps

  async function graphOf({ tenantId }: TenantAccess, signal: AbortSignal): Promise<TenantGraph> {
    const connected = await microsoft.current()
    if (connected === null)
      throw new AppError(
        'CONFLICT',
        'No Microsoft connection is configured, so licenses cannot be read.',
      )
    // Consent that was just given or withdrawn appears in new tokens only.
    connected.tokens.forget(tenantId)
    const options = { signal, deadlineMs: withinMs, priority: 'high' } as const
    return connected.graph.forTenant(tenantId, options)
  }

  return {
    async decode(access: TenantAccess, signal: AbortSignal): Promise<CspDecodeResult> {
      // Created before the graph's own deadline of the same length: timers of one length fire in
      // order.
      const late = AbortSignal.timeout(withinMs)
      const stored = await repo.find(access)
      if (stored.isReadingStopped)
        throw new AppError('CONFLICT', 'Reading of this tenant is stopped')
      const graph = await graphOf(access, signal)
      const [choices, book, answers] = await Promise.all([
        licenses.choices(),
        licenses.priceBook(),
        askAll(graph, { late, left: signal }),
      ])
      const { endpointsTested, subscribedSkus, subscriptions, people } = answers
      const now = clock.now()
      const decoded = decodeLicenses({
        subscribedSkus: subscribedSkus && subscribedSkus.map(seatsOf),
        subscriptions: subscriptions && subscriptions.map(purchaseOf),
        heldSkus: heldSkusOf({ now: people && heldBy(people), stored: stored.held }),
        endpointsTested,
        choices,
        prices: book.of(access.tenantId),
        accessMethod: stored.accessMethod,
        now,
      })
      return { decodedAt: now.toISOString(), endpointsTested, ...decoded }
    },
  }
}

/** Asks each endpoint separately: one may respond when another refuses. */
async function askAll(graph: TenantGraph, ends: Ends) {
  const [skus, subscriptions, organization, people] = await Promise.all([
    ask('subscribedSkus', ends, {
      read: () => graph.all(SubscribedSku, SUBSCRIBED_SKUS_PATH),
      countOf: ({ length }) => length,
    }),
    ask('subscriptions', ends, {
      read: () => graph.all(Subscription, SUBSCRIPTIONS_PATH),
      countOf: ({ length }) => length,
    }),
    ask('organization', ends, {
      read: () => readOrganizationWithoutQuota(graph),
      countOf: () => 1,
    }),
    ask('users', ends, {
      read: () => readFirstLicenseHolders(graph),
      countOf: (answer) => answer.people.length,
    }),
  ])
  return {
    subscribedSkus: skus.answer,
    subscriptions: subscriptions.answer,
    people: people.answer,
    endpointsTested: [skus, subscriptions, organization, people].map(({ tested }) => tested),
  }
}

interface Question<Answer> {
  readonly read: () => Promise<Answer>
  readonly countOf: (answer: Answer) => number
}

interface Asked<Answer> {
  readonly answer: Answer | null
  readonly tested: TestedEndpoint
}

async function ask<Answer>(
  id: CspEndpoint,
  { late, left }: Ends,
  { read, countOf }: Question<Answer>,
): Promise<Asked<Answer>> {
  const startedAt = performance.now()
  const tested = (outcome: Outcome): TestedEndpoint => {
    const { endpoint, description } = CSP_ENDPOINTS[id]
    return { endpoint, description, ...outcome, durationMs: durationSince(startedAt) }
  }
  try {
    const answer = await read()
    const found = countOf(answer)
    return { answer, tested: tested({ outcome: 'answered', found, code: null, message: null }) }
  } catch (error) {
    if (left.aborted) throw stoppedMeanwhile()
    if (!(error instanceof GraphFailure)) throw error
    return { answer: null, tested: tested(outcomeOf(id, error.code, late.aborted)) }
  }
}

type Outcome = Omit<TestedEndpoint, 'endpoint' | 'description' | 'durationMs'>

function outcomeOf(id: CspEndpoint, code: PartFailureCode, isLate: boolean): Outcome {
  if (isLate) return { outcome: 'timedOut', found: null, code, message: TIMED_OUT_MESSAGE }
  const message = endpointMessageOf(id, code)
  return { outcome: endpointOutcomeOf(code), found: null, code, message }
}

const durationSince = (startedAt: number): number => Math.round(performance.now() - startedAt)

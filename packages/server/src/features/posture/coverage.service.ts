import { isGuest } from '@tenantscope/analysis/coverage/audience'
import { explain } from '@tenantscope/analysis/coverage/explanation'
import { coverageWithVerdictSteps } from '@tenantscope/analysis/coverage/mfa-verdict'
import type { CoverageWithVerdict } from '@tenantscope/analysis/coverage/mfa-verdict'
import { coverageAt } from '@tenantscope/analysis/coverage/not-covered'
import { reachOfJudged, reachOfOthersSteps } from '@tenantscope/analysis/coverage/policy-reach'
import type { TenantCoverage } from '@tenantscope/contract/coverage'
import type { PolicyReach } from '@tenantscope/contract/policy-page'
import { z } from 'zod'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import { tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { knownPlace, pageCursor } from '../../lib/page-cursor.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import { inTimeSlices } from '../../lib/time-slices.ts'
import type { CoverageFactsService } from '../refresh/coverage-facts.service.ts'
import type { CoverageRepo, NamedPerson } from './coverage.repo.ts'
import type { PolicyPageRepo } from './policy-page.repo.ts'
import { createRemediesService } from './remedies.service.ts'
import type { PersonOfPage } from './remedies.service.ts'

export type CoverageService = ReturnType<typeof createCoverageService>

/** Computed coverages that are kept, and for how long. */
const KEPT = 8
const KEPT_MS = 10 * 60_000

interface Asked {
  readonly filter: 'all' | 'notCovered'
  readonly userId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** A computed coverage, with its people by name. */
interface Computed extends CoverageWithVerdict {
  readonly people: readonly NamedPerson[]
  /** The index in `covered.people` by user id. */
  readonly indexById: ReadonlyMap<string, number>
  readonly emergencyAccounts: ReadonlySet<string>
  /** The reach of the policies that were not judged; computed once, when it is first asked for. */
  readonly reachOfOthers: () => Promise<ReadonlyMap<string, PolicyReach> | null>
}

type Current = NonNullable<Awaited<ReturnType<CoverageRepo['findCurrent']>>>

/** Computes who is covered by MFA in the current generation of a tenant, and why not. */
export function createCoverageService(deps: {
  repo: CoverageRepo
  facts: Pick<CoverageFactsService, 'ofStored' | 'findInputs'>
  names: Pick<PolicyPageRepo, 'readNames'>
  clock: Clock
}) {
  const { repo, facts, clock } = deps
  const remedies = createRemediesService(deps)
  const kept = new Map<string, { until: number; computed: Promise<Computed> }>()

  async function compute(generation: GenerationOfTenant): Promise<Computed> {
    const ofTenant = await facts.ofStored(generation)
    const { covered, mfa } = await inTimeSlices(coverageWithVerdictSteps(ofTenant))
    const people = covered === null ? [] : await repo.readNames(generation)
    return {
      covered,
      mfa,
      people,
      indexById: new Map(covered?.people.map(({ id }, index) => [id, index])),
      emergencyAccounts: new Set(ofTenant.emergencyAccounts),
      reachOfOthers: sharedUnlessFailed(async () =>
        inTimeSlices(reachOfOthersSteps(await facts.ofStored(generation), covered)),
      ),
    }
  }

  /** Callers that ask for the same computation at the same time share it. */
  async function computedFor(
    generation: GenerationOfTenant,
    { dataAsOf }: Current,
  ): Promise<Computed> {
    const { tenantId, generationId } = generation
    // With the date: a restored database may count its generations again.
    const key = `${tenantId} ${generationId} ${dataAsOf?.toISOString()} ${await facts.findInputs(tenantId)}`
    const now = clock.now().getTime()
    for (const [each, { until }] of kept) if (until <= now) kept.delete(each)
    const known = kept.get(key)
    const computed = known?.computed ?? compute(generation)
    // The last entry is the one that was used last.
    kept.delete(key)
    kept.set(key, { until: known?.until ?? now + KEPT_MS, computed })
    dropOldest()
    if (known === undefined) computed.catch(() => forget(key, computed))
    return computed
  }

  function dropOldest(): void {
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  }

  function forget(key: string, computed: Promise<Computed>): void {
    if (kept.get(key)?.computed === computed) kept.delete(key)
  }

  return {
    async page(access: TenantAccess, asked: Asked): Promise<TenantCoverage> {
      const place = asked.cursor === undefined ? null : knownPlace(Place, asked.cursor)
      const { tenantId } = access
      const current = await repo.findCurrent(access)
      if (current === undefined) throw tenantNotFound()
      const { generationId } = current
      const dataAsOf = current.dataAsOf?.toISOString() ?? null
      if (generationId === null) return { ...NEVER_READ, dataAsOf }
      const generation = { tenantId, generationId }
      const computed = await computedFor(generation, current)
      const { covered, mfa } = computed
      const { people, ...page } = pageOf(computed, asked, place)
      return {
        mfa,
        dataAsOf,
        isBySecurityDefaults: covered?.isBySecurityDefaults ?? false,
        policies: (covered?.policies ?? []).map(({ policy: { id, displayName } }) => ({
          id,
          displayName,
        })),
        ...page,
        people: await remedies.addTo(people, { generation, covered }),
      }
    },

    /** Whom a policy of a generation reaches; null when it is not known. */
    async reachOf(
      generation: GenerationOfTenant,
      current: Current,
      policyId: string,
    ): Promise<PolicyReach | null> {
      const { covered, reachOfOthers } = await computedFor(generation, current)
      const judged = covered && reachOfJudged(covered, policyId)
      return judged ?? (await reachOfOthers())?.get(policyId) ?? null
    },
  }
}

/** Shares one result between all callers; after a failure the next caller tries again. */
function sharedUnlessFailed<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= run().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}

const NEVER_READ: TenantCoverage = {
  mfa: { verdict: 'notKnown', counts: null, reasons: [{ kind: 'notRead', part: 'people' }] },
  dataAsOf: null,
  isBySecurityDefaults: false,
  policies: [],
  people: [],
  total: 0,
  nextCursor: null,
}

/** The last person of a page, and its index among all people: a later generation may not have the person. */
const Place = z.object({ id: z.string(), index: z.number().int().nonnegative() })
type Place = z.infer<typeof Place>

function pageOf(
  computed: Computed,
  { filter, userId, limit }: Asked,
  place: Place | null,
): { people: PersonOfPage[] } & Pick<TenantCoverage, 'total' | 'nextCursor'> {
  const { people } = computed
  const isNamed = (id: string) => userId === undefined || id === userId
  const wanted = people.flatMap(({ id }, index) =>
    isNamed(id) && isWanted(computed, id, filter) ? [index] : [],
  )
  const begin = place === null ? -1 : placeIn(people, place)
  const rest = wanted.filter((index) => index > begin)
  const page = rest.slice(0, limit)
  const lastIndex = page.at(-1)
  const last = lastIndex === undefined ? undefined : people[lastIndex]
  return {
    people: page.flatMap((index) => present(computed, people[index])),
    total: wanted.length,
    nextCursor:
      rest.length > page.length && last !== undefined && lastIndex !== undefined
        ? pageCursor({ id: last.id, index: lastIndex } satisfies Place)
        : null,
  }
}

function placeIn(people: readonly NamedPerson[], { id, index }: Place): number {
  if (people[index]?.id === id) return index
  const found = people.findIndex((person) => person.id === id)
  // Of a person who left, the next one has the index: it is better to repeat a person than to skip one.
  return found === -1 ? index - 1 : found
}

function isWanted(
  { covered, indexById }: Computed,
  userId: string,
  filter: Asked['filter'],
): boolean {
  const index = indexById.get(userId)
  if (covered === null || index === undefined) return false
  return filter === 'all' || coverageAt(covered, index) !== 'covered'
}

function present(
  { covered, indexById, emergencyAccounts }: Computed,
  person: NamedPerson | undefined,
): PersonOfPage[] {
  const index = person && indexById.get(person.id)
  if (covered === null || person === undefined || index === undefined) return []
  const { id: userId, displayName, userPrincipalName, userType } = person
  return [
    {
      userId,
      displayName,
      userPrincipalName,
      isGuest: isGuest({ userType }),
      isEmergencyAccount: emergencyAccounts.has(userId.toLowerCase()),
      coverage: coverageAt(covered, index),
      situations: explain(covered, index).map(({ policyIds, excludedFrom, notKnown, ...rest }) => ({
        ...rest,
        policyIds: [...policyIds],
        excludedFrom: [...excludedFrom],
        notKnown: [...notKnown],
      })),
    },
  ]
}

import { oldBefore, outdatedBefore } from '@tenantscope/analysis/data-age'
import { sumIssues } from '@tenantscope/analysis/license-issues'
import type { TenantId } from '@tenantscope/contract/ids'
import { SEARCH } from '@tenantscope/contract/limits'
import { SEARCH_PAGES } from '@tenantscope/contract/search'
import type { SearchKind, SearchPage, SearchResult } from '@tenantscope/contract/search'

import type { Actor } from '../../lib/actor.ts'
import type { Clock } from '../../lib/clock.ts'
import type { LicensesService } from '../licenses/licenses.service.ts'
import type { TenantSeatsService } from '../licenses/tenant-seats.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import type { Asked, SearchRepo } from './search.repo.ts'
import { matchingChecks, matchingLicenses, queryOf } from './search.rules.ts'
import type { Query } from './search.rules.ts'

export type SearchService = ReturnType<typeof createSearchService>

/** Searches the tenants that the user may see. */
export function createSearchService(deps: {
  repo: SearchRepo
  licenses: Pick<LicensesService, 'list'>
  seats: Pick<TenantSeatsService, 'judgeEach'>
  tenants: Pick<TenantsService, 'scopeOf'>
  settings: { read: () => Promise<{ refreshHours: number }> }
  clock: Clock
}) {
  const { repo, licenses, seats, tenants, settings, clock } = deps

  /** Returns the times before which data are outdated, and before which verdicts are not known. */
  async function ages(): Promise<Pick<Asked, 'outdatedBefore' | 'oldBefore'>> {
    const now = clock.now()
    const { refreshHours } = await settings.read()
    return { outdatedBefore: outdatedBefore({ refreshHours, now }), oldBefore: oldBefore(now) }
  }

  /** Returns the visible licenses with the words: their names by SKU id in lower case, best first. */
  async function namesFor(query: Query): Promise<ReadonlyMap<string, string>> {
    const matching = matchingLicenses(await licenses.list(), query)
    return new Map(matching.map(({ skuId, displayName }) => [skuId.toLowerCase(), displayName]))
  }

  async function licensesFor(asked: Asked, nameById: ReadonlyMap<string, string>) {
    if (nameById.size === 0) return []
    const found = await repo.licenses({ ...asked, skuIds: [...nameById.keys()] })
    const judged = await judgedLicenses(found)
    return found.flatMap(({ tenantId, tenantName, isOutdated, skuId, skuPartNumber }) => {
      const license = judged.get(tenantId)?.find((each) => each.skuId === skuId)
      // Hidden, or removed by a refresh in the meantime: nothing is known of its seats.
      if (license === undefined) return []
      return {
        tenantId,
        tenantName,
        isOutdated,
        skuId,
        skuPartNumber,
        displayName: nameById.get(skuId.toLowerCase()) ?? skuPartNumber,
        enabledUnits: license.enabledUnits,
        consumedUnits: license.consumedUnits,
        issues: license.issues,
      }
    })
  }

  async function tenantsFor(asked: Asked) {
    const found = await repo.tenants(asked)
    const judged = await judgedLicenses(found)
    return found.map(({ tenantId, tenantName, isOutdated, defaultDomainName }) => ({
      tenantId,
      tenantName,
      isOutdated,
      defaultDomainName,
      issues: sumIssues(judged.get(tenantId) ?? []),
    }))
  }

  /** Returns the visible licenses of the tenants, evaluated as on the screens; issues need no users. */
  function judgedLicenses(
    found: readonly { tenantId: TenantId; generationId: number | null; isInactive: boolean }[],
  ) {
    const generations = new Map(
      found.flatMap(({ tenantId, generationId, isInactive }) =>
        generationId === null
          ? []
          : [[tenantId, { tenantId, generationId, hasPeople: false, isInactive }]],
      ),
    )
    return seats.judgeEach([...generations.values()], (_, { visible }) => visible)
  }

  async function pageFor(kind: SearchKind, asked: Asked): Promise<SearchPage> {
    if (kind === 'tenants')
      return { kind, ...(await pageWith(tenantsFor(asked), repo.countTenants(asked))) }
    if (kind === 'people')
      return { kind, ...(await pageWith(repo.people(asked), repo.countPeople(asked))) }
    if (kind === 'policies')
      return { kind, ...(await pageWith(repo.policies(asked), repo.countPolicies(asked))) }
    if (kind === 'checks') {
      const checks = matchingChecks(asked)
      const items = checks.slice(asked.offset, asked.offset + asked.limit)
      return { kind, items, total: checks.length }
    }
    const nameById = await namesFor(asked)
    const total = repo.countLicenses({ ...asked, skuIds: [...nameById.keys()] })
    return { kind, ...(await pageWith(licensesFor(asked, nameById), total)) }
  }

  return {
    async search(given: string, actor: Actor): Promise<SearchResult> {
      const query = queryOf(given)
      if (query === null) return NOTHING
      // One more than shown, to detect further results.
      const limit = SEARCH.shownPerKind + 1
      const scope = tenants.scopeOf(actor)
      const asked = { ...query, ...(await ages()), scope, limit, offset: 0 }
      const [foundTenants, people, foundLicenses, policies] = await Promise.all([
        tenantsFor(asked),
        repo.people(asked),
        namesFor(asked).then((nameById) => licensesFor(asked, nameById)),
        repo.policies(asked),
      ])
      return {
        tenants: shown(foundTenants),
        people: shown(people),
        licenses: shown(foundLicenses),
        policies: shown(policies),
        checks: shown(matchingChecks(query)),
      }
    },

    /** Returns one page of all results of one kind; pages are numbered from 1. */
    async searchOneKind(
      { q, kind, page }: { q: string; kind: SearchKind; page: number },
      actor: Actor,
    ): Promise<SearchPage> {
      const query = queryOf(q)
      if (query === null) return { kind, items: [], total: 0 }
      const limit = SEARCH_PAGES.size
      const scope = tenants.scopeOf(actor)
      const offset = (page - 1) * limit
      return pageFor(kind, { ...query, ...(await ages()), scope, limit, offset })
    },
  }
}

async function pageWith<Item>(found: Promise<Item[]>, count: Promise<number>) {
  const [items, total] = await Promise.all([found, count])
  return { items, total }
}

function shown<Item>(found: readonly Item[]): { items: Item[]; isMore: boolean } {
  return { items: found.slice(0, SEARCH.shownPerKind), isMore: found.length > SEARCH.shownPerKind }
}

const NOTHING: SearchResult = {
  tenants: shown([]),
  people: shown([]),
  licenses: shown([]),
  policies: shown([]),
  checks: shown([]),
}

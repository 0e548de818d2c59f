import { SEARCH } from '@tenantscope/contract/limits'
import type { SearchResult } from '@tenantscope/contract/search'

import type { Actor } from '../../lib/actor.ts'
import type { LicensesService } from '../licenses/licenses.service.ts'
import type { TenantsService } from '../tenants/tenants.service.ts'
import type { Asked, SearchRepo } from './search.repo.ts'
import { matchingLicenses, queryOf } from './search.rules.ts'

export type SearchService = ReturnType<typeof createSearchService>

/** Search across the tenants that the person may see. */
export function createSearchService(deps: {
  repo: SearchRepo
  licenses: Pick<LicensesService, 'list'>
  tenants: Pick<TenantsService, 'scopeOf'>
}) {
  const { repo, licenses, tenants } = deps

  async function licensesFor(asked: Asked) {
    const matching = matchingLicenses(await licenses.list(), asked)
    if (matching.length === 0) return []
    const nameById = new Map(
      matching.map(({ skuId, displayName }) => [skuId.toLowerCase(), displayName]),
    )
    const found = await repo.licenses(asked, [...nameById.keys()])
    return found.map((row) => ({
      ...row,
      displayName: nameById.get(row.skuId.toLowerCase()) ?? row.skuPartNumber,
    }))
  }

  return {
    async search(given: string, actor: Actor): Promise<SearchResult> {
      const query = queryOf(given)
      if (query === null) return NOTHING
      // One more than is shown tells whether there are more.
      const asked = { ...query, scope: tenants.scopeOf(actor), limit: SEARCH.shownPerKind + 1 }
      const [foundTenants, people, foundLicenses, policies] = await Promise.all([
        repo.tenants(asked),
        repo.people(asked),
        licensesFor(asked),
        repo.policies(asked),
      ])
      return {
        tenants: shown(foundTenants),
        people: shown(people),
        licenses: shown(foundLicenses),
        policies: shown(policies),
      }
    },
  }
}

function shown<Item>(found: readonly Item[]): { items: Item[]; isMore: boolean } {
  return { items: found.slice(0, SEARCH.shownPerKind), isMore: found.length > SEARCH.shownPerKind }
}

const NOTHING: SearchResult = {
  tenants: shown([]),
  people: shown([]),
  licenses: shown([]),
  policies: shown([]),
}

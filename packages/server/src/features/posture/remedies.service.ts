import type { Covered } from '@tenantscope/analysis/coverage/coverage'
import { remediesSteps } from '@tenantscope/analysis/coverage/remedies'
import type { CoverageRemedy, CoveredPerson } from '@tenantscope/contract/coverage'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import { inTimeSlices } from '../../lib/time-slices.ts'
import type { CoverageFactsService } from '../refresh/coverage-facts.service.ts'
import { nameOfStored } from './policy-names.rules.ts'
import type { PolicyPageRepo } from './policy-page.repo.ts'

export type PersonOfPage = Omit<CoveredPerson, 'remedies'>

type Removed = CoverageRemedy['without']

/** Finds which policy would cover the people of a page without one exclusion or condition. */
export function createRemediesService(deps: {
  facts: Pick<CoverageFactsService, 'ofStored'>
  names: Pick<PolicyPageRepo, 'readNames'>
}) {
  const { facts, names } = deps

  async function namesOf(generation: GenerationOfTenant, removed: readonly Removed[]) {
    const idsOf = (wanted: Removed['kind']) => [
      ...new Set(
        removed.flatMap((each) => ('id' in each && each.kind === wanted ? [each.id] : [])),
      ),
    ]
    const asked = { user: [], group: idsOf('group'), role: idsOf('role') }
    const none = { application: [], location: [] }
    return nameOfStored(await names.readNames(generation, { ...asked, ...none }))
  }

  return {
    async addTo(
      people: readonly PersonOfPage[],
      { generation, covered }: { generation: GenerationOfTenant; covered: Covered | null },
    ): Promise<CoveredPerson[]> {
      const open = people.filter(({ coverage }) => coverage !== 'covered')
      if (covered === null || open.length === 0)
        return people.map((person) => ({ ...person, remedies: [] }))
      const ids = open.map(({ userId }) => userId)
      const found = await inTimeSlices(
        remediesSteps(covered, await facts.ofStored(generation, ids)),
      )
      const all = Array.from(found.values()).flat()
      const nameOf = await namesOf(
        generation,
        all.map(({ without }) => without),
      )
      const withName = (without: Removed): Removed =>
        'id' in without ? { ...without, name: nameOf(without.kind, without.id) ?? null } : without
      return people.map((person) => ({
        ...person,
        remedies: (found.get(person.userId) ?? []).map(({ without, ...rest }) => ({
          ...rest,
          without: withName(without),
        })),
      }))
    },
  }
}

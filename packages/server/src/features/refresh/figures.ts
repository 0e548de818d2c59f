import { countPolicies, mfaVerdictOf } from '@tenantscope/analysis/conditional-access'

import type { DailyCounts, GenerationFigures } from './generation.repo.ts'
import { hasEntraP1 } from './refresh.rules.ts'
import type { ReadParts } from './tenant-reading.ts'

interface People {
  readonly people: number
  readonly licensedPeople: number
}

/** The figures that nothing changes any more. A part that could not be read leaves its figures out: never zero. */
export function figuresOf(parts: ReadParts, counted: People): GenerationFigures {
  const { skus } = parts
  return {
    ...peopleOf(parts, counted),
    hasEntraP1: skus === null ? null : hasEntraP1(skus),
    // Without a list of licenses nobody can say that one is missing.
    mfa: mfaVerdictOf({ policies: parts.policies, hasEntraP1: skus === null || hasEntraP1(skus) }),
  }
}

/** What the day's history keeps. */
export function dailyCountsOf(parts: ReadParts, counted: People): DailyCounts {
  const policies = parts.policies === null ? null : countPolicies(parts.policies)
  return {
    ...peopleOf(parts, counted),
    hasLicenses: parts.skus !== null,
    policiesEnabled: policies?.enabled ?? null,
    policiesReportOnly: policies?.reportOnly ?? null,
    policiesDisabled: policies?.disabled ?? null,
  }
}

function peopleOf({ hasPeople }: ReadParts, { people, licensedPeople }: People) {
  return hasPeople ? { people, licensedPeople } : { people: null, licensedPeople: null }
}

import type { Check } from '../define-check.ts'
import { breakGlassExcluded } from './break-glass-excluded.ts'
import { deadReferences } from './dead-references.ts'
import { deprecatedGrant } from './deprecated-grant.ts'
import { excludedPopulation } from './excluded-population.ts'
import { exclusionNoFallback } from './exclusion-no-fallback.ts'
import { noTarget } from './no-target.ts'
import { p1Idle } from './p1-idle.ts'
import { reportOnlyStale } from './report-only-stale.ts'
import { riskMixed } from './risk-mixed.ts'
import { syncAccount } from './sync-account.ts'

/** Checks of what Conditional Access policies name, and of their upkeep. */
export const CA_REFERENCE_CHECKS: readonly Check[] = [
  breakGlassExcluded,
  exclusionNoFallback,
  excludedPopulation,
  deadReferences,
  noTarget,
  riskMixed,
  reportOnlyStale,
  deprecatedGrant,
  syncAccount,
  p1Idle,
]

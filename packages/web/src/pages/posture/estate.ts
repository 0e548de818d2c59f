import { AREA_NAMES, areaName, areaOf } from '@tenantscope/analysis/checks/areas'
import type { TenantId } from '@tenantscope/contract/ids'
import { ShownVerdict, VERDICT_LETTERS } from '@tenantscope/contract/posture'
import type { PostureCheck, PostureEstate } from '@tenantscope/contract/posture'

import { hasText, matchesFilters } from '../../lib/check-filters.ts'
import { folded } from '../../lib/find-tenants.ts'
import type { PostureView } from './posture-search.ts'

/** A check with its place in the verdicts of a tenant. */
export interface EstateCheck extends PostureCheck {
  readonly index: number
  readonly areaName: string
}

export type EstateTenant = PostureEstate['tenants'][number]

/** What a view shows. */
export interface Selection {
  /** Grouped by area. */
  readonly checks: readonly EstateCheck[]
  /** The worst score first; tenants without a score last. */
  readonly tenants: readonly EstateTenant[]
}

const VERDICTS: ReadonlyMap<string, ShownVerdict> = new Map(
  ShownVerdict.options.map((verdict) => [VERDICT_LETTERS[verdict], verdict]),
)

/** Returns the verdict of a check on a tenant; null: not judged yet. */
export function verdictOf(tenant: EstateTenant, { index }: EstateCheck): ShownVerdict | null {
  return VERDICTS.get(tenant.verdicts?.charAt(index) ?? '') ?? null
}

const AREAS: readonly string[] = Object.keys(AREA_NAMES)

const orderOf = (checkId: string): number => {
  const area = areaOf(checkId)
  return area === null ? AREAS.length : AREAS.indexOf(area)
}

/** Returns the checks grouped by area, in the order of the areas. */
export function checksOf({ checks }: PostureEstate): readonly EstateCheck[] {
  return checks
    .map((check, index) => ({ ...check, index, areaName: areaName(check.id) }))
    .toSorted((a, b) => orderOf(a.id) - orderOf(b.id))
}

const byName = new Intl.Collator('en', { numeric: true })

/** Sorts tenants: the worst score first, those without a score last, then by name. */
export function worstFirst(tenants: readonly EstateTenant[]): readonly EstateTenant[] {
  return tenants.toSorted(
    (a, b) =>
      (a.score ?? Infinity) - (b.score ?? Infinity) ||
      byName.compare(a.displayName, b.displayName) ||
      byName.compare(a.tenantId, b.tenantId),
  )
}

interface Estate {
  readonly checks: readonly EstateCheck[]
  readonly tenants: readonly EstateTenant[]
  /** The tenants of the chosen group; undefined without a group. */
  readonly ofGroup: ReadonlySet<TenantId> | undefined
}

type Filters = Pick<PostureView, 'text' | 'severity' | 'area' | 'framework' | 'verdict'>

/**
 * Returns the checks and tenants that match the filters. A search text narrows the checks when it is in
 * one of them, and the tenants when it is in the name of one; when it is in neither, nothing matches.
 */
export function selectionOf(estate: Estate, filters: Filters): Selection {
  const checks = estate.checks.filter((check) => matchesFilters(check, filters))
  const tenants = estate.tenants.filter(({ tenantId }) => estate.ofGroup?.has(tenantId) ?? true)
  return withVerdict(withText({ checks, tenants }, filters.text.trim()), filters.verdict)
}

const NOTHING: Selection = { checks: [], tenants: [] }

function withText({ checks, tenants }: Selection, text: string): Selection {
  if (text === '') return { checks, tenants }
  const wanted = folded(text)
  const has = (words: string) => folded(words).includes(wanted)
  const foundChecks = checks.filter((check) => hasText(check, text))
  const foundTenants = tenants.filter(
    ({ displayName, tenantId }) => has(displayName) || has(tenantId),
  )
  if (foundChecks.length === 0 && foundTenants.length === 0) return NOTHING
  return {
    checks: foundChecks.length === 0 ? checks : foundChecks,
    tenants: foundTenants.length === 0 ? tenants : foundTenants,
  }
}

/** Keeps the rows and columns with at least one cell of the verdict. */
function withVerdict({ checks, tenants }: Selection, verdict: ShownVerdict | undefined): Selection {
  if (verdict === undefined) return { checks, tenants }
  const letter = VERDICT_LETTERS[verdict]
  const has = (tenant: EstateTenant, { index }: EstateCheck) =>
    tenant.verdicts?.charAt(index) === letter
  return {
    checks: checks.filter((check) => tenants.some((tenant) => has(tenant, check))),
    tenants: tenants.filter((tenant) => checks.some((check) => has(tenant, check))),
  }
}

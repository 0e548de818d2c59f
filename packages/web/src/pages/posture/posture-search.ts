import type { CheckArea } from '@tenantscope/analysis/checks/areas'
import type { Framework } from '@tenantscope/analysis/checks/frameworks'
import { TenantGroupId } from '@tenantscope/contract/ids'
import { ShownVerdict } from '@tenantscope/contract/posture'
import type { CheckSeverity } from '@tenantscope/contract/posture'
import { z } from 'zod'

import { CheckFilters } from '../../lib/check-filters.ts'

/** For how many days changes are listed. */
export const CHANGE_DAYS = [7, 30, 90] as const
type ChangeDays = (typeof CHANGE_DAYS)[number]

const DEFAULT_DAYS: ChangeDays = 30

/** The view, as the address contains it. Unknown values are ignored. */
export const PostureSearch = CheckFilters.extend({
  /** Absent: the matrix. */
  view: z.enum(['fix', 'changes', 'coverage']).optional().catch(undefined),
  /** Columns of the matrix; absent: checks. */
  by: z.literal('areas').optional().catch(undefined),
  // The router reads ?q=365 as a number.
  q: z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined),
  group: TenantGroupId.optional().catch(undefined),
  verdict: ShownVerdict.optional().catch(undefined),
  days: z.literal(CHANGE_DAYS).optional().catch(undefined),
})
export type PostureSearch = z.infer<typeof PostureSearch>

export type PostureTab = 'matrix' | 'fix' | 'changes' | 'coverage'

/** What the user chose: the address with defaults. */
export interface PostureView {
  tab: PostureTab
  by: 'checks' | 'areas'
  text: string
  severity: CheckSeverity | undefined
  area: CheckArea | undefined
  framework: Framework | undefined
  group: TenantGroupId | undefined
  verdict: ShownVerdict | undefined
  days: ChangeDays
}

/** Returns the view of an address. */
export function viewOf(search: unknown): PostureView {
  const { view, by, q, days, ...filters } = PostureSearch.parse(search)
  return {
    tab: view ?? 'matrix',
    by: by ?? 'checks',
    text: q ?? '',
    severity: filters.severity,
    area: filters.area,
    framework: filters.framework,
    group: filters.group,
    verdict: filters.verdict,
    days: days ?? DEFAULT_DAYS,
  }
}

/** Returns the parameters of a view; defaults are left out. */
export function searchOf({ tab, by, text, days, ...filters }: PostureView): PostureSearch {
  return {
    ...filters,
    view: tab === 'matrix' ? undefined : tab,
    by: by === 'checks' ? undefined : by,
    q: text === '' ? undefined : text,
    days: days === DEFAULT_DAYS ? undefined : days,
  }
}

/** Returns the view without its filters. */
export function unfiltered({ tab, by, days }: PostureView): PostureView {
  return { ...viewOf({}), tab, by, days }
}

/** Returns whether a filter is set. */
export function isFiltered(view: PostureView): boolean {
  const { text, severity, area, framework, group, verdict } = view
  return text !== '' || [severity, area, framework, group, verdict].some((x) => x !== undefined)
}

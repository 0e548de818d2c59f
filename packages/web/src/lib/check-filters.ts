import { AREA_NAMES, areaOf } from '@tenantscope/analysis/checks/areas'
import { FRAMEWORK_NAMES, FRAMEWORKS, isOfFramework } from '@tenantscope/analysis/checks/frameworks'
import { severityText } from '@tenantscope/analysis/checks/posture-text'
import { CheckSeverity } from '@tenantscope/contract/posture'
import type { PostureCheck } from '@tenantscope/contract/posture'
import { z } from 'zod'

import { folded } from './find-tenants.ts'

/** Filters of a list of checks. Unknown values are ignored. */
export const CheckFilters = z.object({
  severity: CheckSeverity.optional().catch(undefined),
  area: z
    .string()
    .transform((area) => areaOf(area) ?? undefined)
    .optional()
    .catch(undefined),
  framework: z.enum(FRAMEWORKS).optional().catch(undefined),
})
export type CheckFilters = z.infer<typeof CheckFilters>

/** The fields of these filters. */
export const CHECK_FILTER_FIELDS = [
  {
    key: 'severity',
    label: 'Severity',
    all: 'All Severities',
    options: CheckSeverity.options.map((severity) => [severity, severityText(severity)] as const),
  },
  { key: 'area', label: 'Area', all: 'All Areas', options: Object.entries(AREA_NAMES) },
  {
    key: 'framework',
    label: 'Framework',
    all: 'All Frameworks',
    options: Object.entries(FRAMEWORK_NAMES),
  },
] as const

/** Returns whether the filters leave the check. */
export const matchesFilters = (
  { id, severity, references }: PostureCheck,
  filters: CheckFilters,
): boolean =>
  (filters.severity === undefined || severity === filters.severity) &&
  (filters.area === undefined || areaOf(id) === filters.area) &&
  (filters.framework === undefined || isOfFramework(references, filters.framework))

/** Returns whether the text is in the ID, the title or a reference of the check. */
export function hasText({ id, title, references }: PostureCheck, text: string): boolean {
  const wanted = folded(text.trim())
  return [id, title, ...references].some((words) => folded(words).includes(wanted))
}

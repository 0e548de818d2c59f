import { areaName, areaOf } from '@tenantscope/analysis/checks/areas'
import { objectCountText } from '@tenantscope/analysis/checks/evidence-text'
import { CheckSeverity, ShownVerdict } from '@tenantscope/contract/posture'
import type { TenantCheck } from '@tenantscope/contract/posture'

import { folded } from '../../../lib/find-tenants.ts'

/** The verdicts in the order of the list and of the counts. */
export const VERDICT_ORDER: readonly ShownVerdict[] = [
  'failed',
  'notRead',
  'noPermission',
  'excepted',
  'notLicensed',
  'passed',
  'notApplicable',
]

/** The verdicts that need attention: failures, and checks that could not be read. */
const OPEN: readonly ShownVerdict[] = ['failed', 'notRead', 'noPermission']

export type VerdictFilter = 'open' | 'all' | ShownVerdict

export interface CheckFilter {
  verdict: VerdictFilter
  /** The first part of a check's ID; null: all areas. */
  area: string | null
  q: string
}

/** Returns the filter in the address; what cannot be read counts as absent. */
export function checkFilterOf(search: {
  verdict?: string | undefined
  area?: string | undefined
  q?: string | undefined
}): CheckFilter {
  const { verdict, area, q = '' } = search
  const known = verdict === 'all' ? verdict : ShownVerdict.safeParse(verdict).data
  return { verdict: known ?? 'open', area: area === undefined ? null : areaOf(`${area}.`), q }
}

/** Returns the checks that match, the most severe first; within a severity, failures first. */
export function shownChecks(
  checks: readonly TenantCheck[],
  { verdict, area, q }: CheckFilter,
): readonly TenantCheck[] {
  const words = folded(q.trim())
  return checks
    .filter((check) => matchesVerdict(check, verdict))
    .filter(({ id }) => area === null || areaOf(id) === area)
    .filter((check) => words === '' || folded(textOf(check)).includes(words))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}

const textOf = ({ title, id, references, reason }: TenantCheck): string =>
  [title, id, areaName(id), ...references, reason].join('\n')

function matchesVerdict(check: TenantCheck, verdict: VerdictFilter): boolean {
  if (verdict === 'all') return true
  return verdict === 'open' ? OPEN.includes(check.verdict) : check.verdict === verdict
}

const rankOf = ({ severity, verdict }: TenantCheck): number =>
  CheckSeverity.options.indexOf(severity) * VERDICT_ORDER.length + VERDICT_ORDER.indexOf(verdict)

/** Returns the number of objects that are evidence, or words where there is no number. */
export const objectsText = (
  { verdict, objects, more }: Pick<TenantCheck, 'verdict' | 'objects' | 'more'>,
  number: (value: number) => string,
): string => objectCountText({ verdict, objectCount: objects.length + more }, number)

import { countsText, objectCountText } from '@tenantscope/analysis/checks/evidence-text'
import { effortText, severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { PostureReport, ReportedCheck } from '@tenantscope/contract/posture-report'

/**
 * The columns of a check. A shared report may show only our own texts, verdicts, dates and counts, so
 * its files have no others, whatever its document contains.
 */
export function checkColumns(document: PostureReport): readonly TextColumn<ReportedCheck>[] {
  const { isRedacted, timeZone } = document
  const timeText = (at: string | null): string | null => at && isoTimeIn(timeZone, at)
  return [
    { header: 'Check ID', textOf: ({ id }) => id },
    { header: 'Check', textOf: ({ title }) => title },
    { header: 'Area', textOf: ({ area }) => area },
    { header: 'Severity', textOf: ({ severity }) => severityText(severity) },
    { header: 'Verdict', textOf: ({ verdict }) => verdictText(verdict) },
    { header: 'Since', textOf: ({ since }) => timeText(since) },
    { header: 'Change', textOf: changeIn(document) },
    ...(isRedacted ? [] : FOUND),
    { header: 'Object Count', textOf: (check) => objectCountText(check, String) },
    { header: 'Counts', textOf: ({ counts }) => countsText(counts) || null },
    { header: 'Why It Matters', textOf: ({ why }) => why },
    { header: 'Advice', textOf: ({ fix }) => fix.join(' ') },
    { header: 'Effort', textOf: ({ effort }) => effortText(effort) },
    { header: 'User Impact', textOf: ({ userImpact }) => userImpact },
    {
      header: 'Required License',
      textOf: ({ licence }) => licence && `Microsoft Entra ID ${licence}`,
    },
    { header: 'Benchmarks', textOf: ({ references }) => references.join('; ') || null },
    { header: 'Data As Of', textOf: ({ dataAsOf }) => timeText(dataAsOf) },
  ]
}

const FOUND: readonly TextColumn<ReportedCheck>[] = [
  { header: 'Finding', textOf: ({ reason }) => reason ?? null },
  { header: 'Objects', textOf: (check) => objectNames(check, Infinity).join('; ') || null },
]

/** Returns the names of a check's objects, at most this many, and how many more there are. */
export function objectNames(
  { objects = [], objectCount }: Pick<ReportedCheck, 'objects' | 'objectCount'>,
  most: number,
): string[] {
  const shown = objects.slice(0, most)
  const names = shown.map(
    ({ name, id, isExcepted }) => `${name ?? id}${isExcepted ? ACCEPTED : ''}`,
  )
  const more = objectCount - shown.length
  return names.length > 0 && more > 0 ? [...names, `and ${more} more`] : names
}

const ACCEPTED = ' (accepted)'

function changeIn({ better, worse }: PostureReport): (check: ReportedCheck) => string | null {
  const changes = new Map([
    ...better.map(({ checkId }) => [checkId, 'Better'] as const),
    ...worse.map(({ checkId }) => [checkId, 'Worse'] as const),
  ])
  return ({ id }) => changes.get(id) ?? null
}

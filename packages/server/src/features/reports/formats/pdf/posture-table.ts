import { countsText } from '@tenantscope/analysis/checks/evidence-text'
import { effortText, severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { PostureReport, ReportedCheck } from '@tenantscope/contract/posture-report'

import { objectNames } from '../posture-columns.ts'
import { PLAIN, QUIET, STRONG, cell } from './cells.ts'
import type { CellText, Table } from './table.ts'
import type { TextStyle } from './text-lines.ts'
import { counted } from './words.ts'
import type { Words } from './words.ts'

/** Names of objects in a cell; the other files have more. */
export const OBJECTS_SHOWN = 5

/** The checks of a report; a shared one shows only counts of what was found. */
export function checkTable(document: PostureReport, words: Words): Table<ReportedCheck> {
  return {
    rows: document.checks,
    columns: [
      { header: 'Check', width: 130 },
      { header: 'Severity', width: 46 },
      { header: 'Verdict', width: 58 },
      { header: 'Found', width: 112 },
      { header: 'Why it matters, and advice', width: 165.28 },
    ],
    cells: (check) => [
      [
        { text: check.title, style: STRONG },
        { text: `${check.area}, ${check.id}`, style: QUIET },
      ],
      cell(severityText(check.severity)),
      [
        ...cell(verdictText(check.verdict)),
        ...(check.since === null ? [] : cell(`since ${words.date(check.since)}`, QUIET)),
      ],
      foundCell(check, document.isRedacted, words),
      adviceCell(check),
    ],
  }
}

function foundCell(check: ReportedCheck, isRedacted: boolean, words: Words): CellText[] {
  const { reason, counts, objectCount } = check
  const count = objectCount === 0 ? undefined : counted(words, objectCount, 'object')
  if (isRedacted) return textsOf([count, countsText(counts)], QUIET)
  // Each name in a line of its own: two names may be written in different directions.
  const names = objectNames(check, OBJECTS_SHOWN)
  return [...textsOf([reason], PLAIN), ...textsOf(names.length > 0 ? names : [count], QUIET)]
}

const textsOf = (texts: readonly (string | undefined)[], style: TextStyle): CellText[] =>
  texts.flatMap((text) => (text === undefined || text === '' ? [] : [{ text, style }]))

function adviceCell({ verdict, why, fix, effort, userImpact }: ReportedCheck): CellText[] {
  const isOpen = verdict === 'failed' || verdict === 'excepted'
  return [
    { text: why, style: PLAIN },
    ...(isOpen ? fix.map((step, at) => ({ text: `${at + 1}. ${step}`, style: QUIET })) : []),
    ...(isOpen ? cell(`Effort: ${effortText(effort).toLowerCase()}. ${userImpact}`, QUIET) : []),
  ]
}

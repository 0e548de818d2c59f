import { KIND_NAMES, objectCountOf } from '@tenantscope/analysis/checks/evidence-text'
import { severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import { choiceNote, postureStatement, unscoredText } from '@tenantscope/analysis/posture-report'
import type { EvidenceObject } from '@tenantscope/contract/posture'
import type {
  PostureReport,
  ReportedChange,
  ReportedCheck,
} from '@tenantscope/contract/posture-report'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'

import { checkColumns } from '../posture-columns.ts'
import type { ReportWriter } from '../report-writer.ts'
import { serialTime } from './cell-xml.ts'
import { column, numberColumn, numberOf, propertySheet, sheetColumn } from './sheet-columns.ts'
import type { PropertyRow } from './sheet-columns.ts'
import type { Sheet } from './workbook-parts.ts'
import { sheetOf, writeWorkbook } from './workbook.ts'
import type { SheetColumn, SheetValue } from './workbook.ts'

/**
 * The report of the posture as an Excel workbook: Summary, Checks and, unless it is shared, Evidence
 * (one row per object).
 */
export const writePostureXlsx: ReportWriter<PostureReport> = async function* writePostureXlsx({
  document,
  look,
}) {
  yield* writeWorkbook({
    title: `${REPORT_TYPE_NAMES[document.reportType]}: ${document.tenant.displayName}`,
    createdAt: new Date(document.createdAt),
    accentColor: look.accentColor,
    sheets: [
      summarySheet(document),
      checksSheet(document),
      ...(document.isRedacted ? [] : [evidenceSheet(document)]),
    ],
  })
}

function summarySheet(document: PostureReport): Sheet {
  const { tenant, timeZone, isRedacted, score } = document
  const time = (at: string): SheetValue => ({ number: serialTime(timeZone, at), style: 'time' })
  const unshared: PropertyRow[] = [
    ['Tenant ID', tenant.id ?? null],
    ['Domain', tenant.defaultDomainName ?? null],
    ['Created By', document.createdBy ?? null],
  ]
  return propertySheet([
    ['Finding', postureStatement(document)],
    ['Report', REPORT_TYPE_NAMES[document.reportType]],
    ['Tenant', tenant.displayName],
    ...(isRedacted ? [] : unshared),
    ['Created', time(document.createdAt)],
    ['Data As Of', time(document.dataAsOf)],
    ['Time Zone', timeZone],
    ['Score', numberOf(score.percent === null ? null : score.percent / 100, 'percent')],
    ['Grade', score.grade],
    ['Passed Checks', numberOf(score.checks.passed, 'count')],
    ['Failed Checks', numberOf(score.checks.failed, 'count')],
    ['Outside the Score', unscoredText(document)],
    ['Judged Weight', numberOf(score.judgedPercent / 100, 'percent')],
    ['Selection', choiceNote(document)],
    ...findingRows(document),
    ['Compared Since', time(document.comparedSince)],
    ...document.better.map((change): PropertyRow => ['Better', changeText(change)]),
    ...document.worse.map((change): PropertyRow => ['Worse', changeText(change)]),
  ])
}

/** The most important findings; a shared report has no sentence of what was found. */
const findingRows = ({ findings, isRedacted }: PostureReport): PropertyRow[] =>
  findings.map(({ title, severity, reason, why }, at) => [
    `Important Finding ${at + 1}`,
    [`${title} (${severityText(severity)}).`, isRedacted ? '' : (reason ?? ''), why]
      .filter((text) => text !== '')
      .join(' '),
  ])

const changeText = ({ title, severity }: ReportedChange): string =>
  `${title} (${severityText(severity)})`

function checksSheet(document: PostureReport): Sheet {
  return sheetOf({
    name: 'Checks',
    columns: checkColumns(document).map((each) =>
      each.header === 'Object Count' ? OBJECT_COUNT : sheetColumn(each),
    ),
    rowCount: document.checks.length,
    items: () => document.checks,
  })
}

const OBJECT_COUNT: SheetColumn<ReportedCheck> = numberColumn(
  'Object Count',
  16,
  (check) => numberOf(objectCountOf(check), 'count') ?? verdictText(check.verdict),
)

interface Evidence {
  readonly check: ReportedCheck
  readonly object: EvidenceObject
}

const EVIDENCE_COLUMNS: readonly SheetColumn<Evidence>[] = [
  column('Check ID', 26, ({ check }) => check.id),
  column('Check', 48, ({ check }) => check.title),
  column('Severity', 12, ({ check }) => severityText(check.severity)),
  column('Verdict', 16, ({ check }) => verdictText(check.verdict)),
  column('Kind', 26, ({ object }) => KIND_NAMES[object.kind]),
  column('Name', 40, ({ object }) => object.name),
  column('ID', 40, ({ object }) => object.id),
  column('Accepted', 12, ({ object }) => (object.isExcepted ? 'Yes' : 'No')),
]

function evidenceSheet({ checks }: PostureReport): Sheet {
  const items = checks.flatMap((check) =>
    (check.objects ?? []).map((object): Evidence => ({ check, object })),
  )
  return sheetOf({
    name: 'Evidence',
    columns: EVIDENCE_COLUMNS,
    rowCount: items.length,
    items: () => items,
  })
}

import type { ReportDocument } from '@tenantscope/contract/any-report'

import { counted } from './counted.ts'
import { forReport } from './for-report.ts'
import type { ByReportType } from './for-report.ts'

/** What lists show of a stored report; null where its type has no such count. */
export interface ReportFigures {
  readonly licenseCount: number | null
  readonly userCount: number | null
  readonly assignmentCount: number | null
  /** Percent. */
  readonly score: number | null
  readonly failedChecks: number | null
}

const NONE: ReportFigures = {
  licenseCount: null,
  userCount: null,
  assignmentCount: null,
  score: null,
  failedChecks: null,
}

const FIGURES: ByReportType<[], ReportFigures> = {
  'user-license': ({ summary }) => ({
    ...NONE,
    licenseCount: summary.totalLicenses,
    userCount: summary.totalUsers,
    assignmentCount: summary.totalAssignments,
  }),
  posture: ({ score }) => ({
    ...NONE,
    score: score.percent,
    failedChecks: score.checks.failed,
  }),
}

const TEXTS: ByReportType<[], string> = {
  'user-license': ({ summary }) =>
    `${counted(summary.totalUsers, 'user')}, ${counted(summary.totalLicenses, 'license')}`,
  posture: ({ score }) =>
    `${score.percent === null ? 'no score' : `score ${score.percent}%`}, ${counted(score.checks.failed, 'failed check')}`,
}

export const reportFigures = (document: ReportDocument): ReportFigures =>
  forReport(FIGURES, document)

/** Returns the size of a report for the audit: '12 users, 3 licenses'. */
export const reportFiguresText = (document: ReportDocument): string => forReport(TEXTS, document)

type Audited = Readonly<Record<string, number | string | null>>

const AUDITED: ByReportType<[], Audited> = {
  'user-license': ({ summary }) => summary,
  posture: ({ reportType, score }) => ({
    reportType,
    score: score.percent,
    failedChecks: score.checks.failed,
  }),
}

/** Returns the size of a shared report for the details of the audit. */
export const auditedFigures = (document: ReportDocument): Audited => forReport(AUDITED, document)

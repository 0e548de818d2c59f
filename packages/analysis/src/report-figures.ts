import type { ReportDocument } from '@tenantscope/contract/any-report'

import { counted } from './counted.ts'
import { centsOf } from './exchange.ts'
import { forReport } from './for-report.ts'
import type { ByReportType } from './for-report.ts'

/** What lists show of a stored report; null where its type has no such count. */
export interface ReportFigures {
  readonly licenseCount: number | null
  readonly userCount: number | null
  readonly assignmentCount: number | null
  /** The removable seats' cost per month, in minor units; null also where it is not known. */
  readonly savingsCents: number | null
  readonly savingsCurrency: string | null
  /** Percent. */
  readonly score: number | null
  readonly failedChecks: number | null
}

type Listed = Pick<ReportFigures, 'score' | 'failedChecks' | 'savingsCents' | 'savingsCurrency'>

/** Returns the stored figures as lists show them. */
export const listedFigures = ({ score, failedChecks, savingsCents, savingsCurrency }: Listed) => ({
  posture: failedChecks === null ? null : { score, failedChecks },
  savings:
    savingsCents === null || savingsCurrency === null
      ? null
      : { monthlyAmount: savingsCents / 100, currency: savingsCurrency },
})

const NONE: ReportFigures = {
  licenseCount: null,
  userCount: null,
  assignmentCount: null,
  savingsCents: null,
  savingsCurrency: null,
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
  savings: ({ currency, totals, licenses }) => ({
    ...NONE,
    licenseCount: licenses.length,
    ...(totals.savings === null
      ? {}
      : { savingsCents: centsOf(totals.savings.monthlyAmount), savingsCurrency: currency }),
  }),
}

const TEXTS: ByReportType<[], string> = {
  'user-license': ({ summary }) =>
    `${counted(summary.totalUsers, 'user')}, ${counted(summary.totalLicenses, 'license')}`,
  posture: ({ score }) =>
    `${score.percent === null ? 'no score' : `score ${score.percent}%`}, ${counted(score.checks.failed, 'failed check')}`,
  savings: ({ currency, totals, licenses }) =>
    `${counted(licenses.length, 'license')}, ${totals.savings === null ? 'savings not known' : `savings of ${currency} ${totals.savings.monthlyAmount.toFixed(2)} per month`}`,
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
  savings: ({ reportType, currency, totals, licenses }) => ({
    reportType,
    licenses: licenses.length,
    monthlySavings: totals.savings?.monthlyAmount ?? null,
    currency,
  }),
}

/** Returns the size of a shared report for the details of the audit. */
export const auditedFigures = (document: ReportDocument): Audited => forReport(AUDITED, document)

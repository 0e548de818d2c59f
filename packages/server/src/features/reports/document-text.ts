import { setImmediate as nextTurn } from 'node:timers/promises'

import type { ByReportType } from '@tenantscope/analysis/for-report'
import { forReport } from '@tenantscope/analysis/for-report'
import type { ReportDocument } from '@tenantscope/contract/any-report'
import type { PostureReport } from '@tenantscope/contract/posture-report'
import { ReportHead } from '@tenantscope/contract/report-document'
import type { LicenseReport } from '@tenantscope/contract/report-document'
import type { SavingsReport } from '@tenantscope/contract/savings-report'

/** People that are written in one piece; what else waits gets its turn in between. */
const SLICE = 500

/**
 * Where the lists of a stored report begin, by type. Quotes within a name are escaped, so these
 * characters occur only once, behind the head.
 */
export const HEAD_ENDS = {
  'user-license': ',"licenses":[',
  posture: ',"findings":[',
  savings: ',"recommendations":[',
} as const
const USERS = '],"users":['

/**
 * Serializes a report for storage, which is its JSON file. Characters that PostgreSQL refuses, NUL
 * and unpaired surrogates, become JSON escapes. The lists are last, so that the head can be parsed
 * alone.
 */
export async function documentText(document: ReportDocument): Promise<string> {
  return forReport(TEXTS, document)
}

const TEXTS: ByReportType<[], Promise<string> | string> = {
  'user-license': licenseText,
  posture: postureText,
  savings: savingsText,
}

async function licenseText(document: LicenseReport): Promise<string> {
  const { licenses, users, ...head } = document
  const parts = [openText(head), HEAD_ENDS['user-license'], itemsText(licenses), USERS]
  for (let start = 0; start < users.length; start += SLICE) {
    if (start > 0) parts.push(',')
    parts.push(itemsText(users.slice(start, start + SLICE)))
    await nextTurn()
  }
  parts.push(']}')
  return parts.join('')
}

function postureText({ findings, better, worse, checks, ...head }: PostureReport): string {
  const lists = JSON.stringify({ better, worse, checks }).slice(1)
  return [openText(head), HEAD_ENDS.posture, itemsText(findings), '],', lists].join('')
}

function savingsText({ recommendations, licenses, renewals, ...head }: SavingsReport): string {
  const lists = JSON.stringify({ licenses, renewals }).slice(1)
  return [openText(head), HEAD_ENDS.savings, itemsText(recommendations), '],', lists].join('')
}

const openText = (head: object): string => JSON.stringify(head).slice(0, -1)
const itemsText = (items: readonly object[]): string => JSON.stringify(items).slice(1, -1)

/** Parses the head of a stored report without its lists, which take long to parse. */
export function documentHead(text: string): ReportHead {
  const head = Object.values(HEAD_ENDS).reduce((left, end) => left.split(end, 1)[0] ?? '', text)
  return ReportHead.parse(JSON.parse(`${head}}`))
}

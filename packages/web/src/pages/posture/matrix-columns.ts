import { areaOf } from '@tenantscope/analysis/checks/areas'
import type { CheckArea } from '@tenantscope/analysis/checks/areas'
import { severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import { ShownVerdict } from '@tenantscope/contract/posture'

import { checkHref, tenantCheckHref } from '../../features/posture/tenant-check-link.ts'
import { SYMBOLS } from '../../features/posture/verdict-symbols.ts'
import type { CellLook } from '../../features/posture/verdict-symbols.ts'
import { verdictOf } from './estate.ts'
import type { EstateCheck, EstateTenant } from './estate.ts'

/** A cell of the matrix. */
export interface MatrixCell {
  /** What the cell shows: a symbol, or numbers with symbols. */
  readonly symbol: string
  /** The same in words. */
  readonly text: string
  readonly look: CellLook
  readonly href: string
}

/** A column of the matrix: a check or an area. */
export interface MatrixColumn {
  readonly key: string
  readonly title: string
  /** Above the columns of an area; null: the column is an area. */
  readonly areaName: string | null
  readonly hint: string
  readonly href: string
  readonly cellOf: (tenant: EstateTenant) => MatrixCell
}

/** Returns a column for each check. */
export const checkColumns = (checks: readonly EstateCheck[]): readonly MatrixColumn[] =>
  checks.map((check) => ({
    key: check.id,
    title: check.title,
    areaName: check.areaName,
    hint: `${check.title}\n${check.areaName}, ${severityText(check.severity)}`,
    href: checkHref(check.id),
    cellOf: (tenant) => checkCell(tenant, check),
  }))

function checkCell(tenant: EstateTenant, check: EstateCheck): MatrixCell {
  const verdict = verdictOf(tenant, check)
  const isCritical = verdict === 'failed' && check.severity === 'critical'
  return {
    symbol: SYMBOLS[verdict ?? 'notJudged'],
    text: verdictText(verdict),
    look: isCritical ? 'failedCritical' : (verdict ?? 'notJudged'),
    href: tenantCheckHref(tenant.tenantId, check.id),
  }
}

/** Returns a column for each area of the checks; `hrefOf` is the address of the checks of an area. */
export function areaColumns(
  checks: readonly EstateCheck[],
  hrefOf: (area: CheckArea | null) => string,
): readonly MatrixColumn[] {
  const names = [...new Set(checks.map(({ areaName }) => areaName))]
  return names.map((name) => {
    const ofArea = checks.filter(({ areaName }) => areaName === name)
    return {
      key: name,
      title: name,
      areaName: null,
      hint: `${name}: show the checks`,
      href: hrefOf(areaOf(ofArea[0]?.id ?? '')),
      cellOf: (tenant) => areaCell(tenant, ofArea),
    }
  })
}

/** Counts the verdicts of an area. It looks passed only when everything is known. */
function areaCell(tenant: EstateTenant, checks: readonly EstateCheck[]): MatrixCell {
  const href = tenantCheckHref(tenant.tenantId)
  const verdicts = checks.map((check) => verdictOf(tenant, check))
  if (verdicts.every((verdict) => verdict === null))
    return { symbol: SYMBOLS.notJudged, text: verdictText(null), look: 'notJudged', href }
  const counts = VERDICT_ORDER.map(
    (verdict) => [verdict, verdicts.filter((each) => each === verdict).length] as const,
  ).filter(([, count]) => count > 0)
  const open = verdicts.filter(isOpen).length
  const telling = [
    ...counts.filter(([verdict]) => verdict === 'failed' || verdict === 'passed'),
    ...(open > 0 ? [['notRead', open] as const] : []),
  ]
  return {
    symbol: (telling.length === 0 ? counts : telling)
      .map(([verdict, count]) => `${count} ${SYMBOLS[verdict ?? 'notJudged']}`)
      .join('  '),
    text: counts
      .map(([verdict, count]) => `${count} ${verdictText(verdict).toLowerCase()}`)
      .join(', '),
    look: areaLook(tenant, checks),
    href,
  }
}

/** Failed first. */
const VERDICT_ORDER: readonly (ShownVerdict | null)[] = [
  'failed',
  ...ShownVerdict.options.filter((verdict) => verdict !== 'failed'),
  null,
]

/** It is not known whether the check passes; a cell counts these together. */
const isOpen = (verdict: ShownVerdict | null): boolean =>
  verdict === null || verdict === 'notRead' || verdict === 'noPermission'

function areaLook(tenant: EstateTenant, checks: readonly EstateCheck[]): CellLook {
  const failed = checks.filter((check) => verdictOf(tenant, check) === 'failed')
  if (failed.some(({ severity }) => severity === 'critical')) return 'failedCritical'
  if (failed.length > 0) return 'failed'
  const verdicts = checks.map((check) => verdictOf(tenant, check))
  if (verdicts.some(isOpen)) return 'notRead'
  return verdicts.includes('passed') ? 'passed' : 'notApplicable'
}

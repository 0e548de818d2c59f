import { areaName } from '@tenantscope/analysis/checks/areas'
import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { Check } from '@tenantscope/analysis/checks/define-check'
import {
  changesOf,
  findingsOf,
  postureStatement,
  sortedForReport,
} from '@tenantscope/analysis/posture-report'
import type { TenantCheck } from '@tenantscope/contract/posture'
import type { PostureReport, ReportedCheck } from '@tenantscope/contract/posture-report'

import { AppError, badField } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { TenantPostureService } from '../posture/tenant-posture.service.ts'
import { NEVER_READ } from './report-building.ts'
import type { ReportBuilding, ReportCreator, ReportHeads } from './report-building.ts'

const DAY_MS = 86_400_000
/** Better and worse are said of so many days. */
const COMPARED_DAYS = 30
const NEVER_JUDGED =
  'The checks of this tenant have not been judged yet. Try again after its next refresh.'

const CHECK_BY_ID: ReadonlyMap<string, Check> = new Map(CHECKS.map((check) => [check.id, check]))

/** Builds reports of the posture from the stored verdicts, as the page of the tenant shows them. */
export function createPostureBuilding(deps: {
  posture: Pick<TenantPostureService, 'posture' | 'changes' | 'historyBegin'>
  headOf: ReportHeads
  clock: Clock
}): ReportBuilding<'posture'> {
  const { posture, headOf, clock } = deps

  /** With the chosen checks; null: every check. */
  async function documentOf(
    access: TenantAccess,
    chosen: ReadonlySet<string> | null,
    creator: ReportCreator,
  ): Promise<PostureReport | { readonly reason: string }> {
    const { judgedAt, dataAsOf, score, checks } = await posture.posture(access)
    if (dataAsOf === null) return { reason: NEVER_READ }
    if (judgedAt === null) return { reason: NEVER_JUDGED }
    const since = await comparedSince(access)
    const changes = await posture.changes({ access }, since)
    const reported = sortedForReport(
      checks.filter(({ id }) => chosen?.has(id) ?? true).flatMap(reportedCheck),
    )
    return {
      ...(await headOf(access, creator, new Date(dataAsOf))),
      reportType: 'posture',
      statement: postureStatement({ score }),
      score,
      totalChecks: checks.length,
      comparedSince: since,
      findings: findingsOf(reported),
      ...changesOf(reported, changes),
      checks: reported,
    }
  }

  /** A shorter history has no changes before its begin. */
  async function comparedSince(access: TenantAccess): Promise<string> {
    const begin = await posture.historyBegin(access)
    const since = clock.now().getTime() - COMPARED_DAYS * DAY_MS
    return new Date(Math.max(since, begin?.getTime() ?? 0)).toISOString()
  }

  return {
    async fromSelection(access, { checkIds }, creator) {
      const unknown = checkIds?.filter((id) => !CHECK_BY_ID.has(id)) ?? []
      if (unknown.length > 0)
        throw badField('checkIds', `No check has these IDs: ${unknown.join(', ')}`)
      const document = await documentOf(access, checkIds ? new Set(checkIds) : null, creator)
      if ('reason' in document) throw new AppError('CONFLICT', document.reason)
      return document
    },

    ofAll: (access, creator) => documentOf(access, null, creator),
  }
}

function reportedCheck(shown: TenantCheck): ReportedCheck[] {
  const check = CHECK_BY_ID.get(shown.id)
  if (check === undefined) return []
  const { why, fix, effort, userImpact, licence } = check
  const { objects, more, ...rest } = shown
  return [
    {
      ...rest,
      area: areaName(shown.id),
      why,
      fix: [...fix],
      effort,
      userImpact,
      licence,
      objectCount: objects.length + more,
      objects,
    },
  ]
}

import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { Check } from '@tenantscope/analysis/checks/define-check'
import type {
  PostureChanges,
  ShownVerdict,
  TenantCheck,
  TenantPosture,
} from '@tenantscope/contract/posture'

import { tenantNotFound } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { JudgedTenant, PostureRepo } from './posture.repo.ts'
import { beginnings, isoOf, presentChange, presentTenantCheck } from './presented-posture.rules.ts'
import { scoreOf, storedVerdictsOf } from './shown-verdicts.rules.ts'
import { createShownVerdictsService } from './shown-verdicts.service.ts'

export type TenantPostureService = ReturnType<typeof createTenantPostureService>

/** Score and verdicts of a tenant, as its page and its reports show them. */
export type JudgedPosture = Pick<TenantPosture, 'judgedAt' | 'dataAsOf' | 'score' | 'checks'>

/** Objects of a check that are sent. */
const OBJECTS = 50
const CHANGES = 500
const CHECK_IDS = CHECKS.map(({ id }) => id)

/** Shows the stored verdicts of one tenant, with exceptions applied. */
export function createTenantPostureService(deps: { repo: PostureRepo; clock: Clock }) {
  const { repo, clock } = deps
  const shownVerdicts = createShownVerdictsService(deps)

  /** Returns the checks of a tenant with evidence; null when the current rules did not judge it. */
  async function checksOf(
    access: TenantAccess,
    tenant: JudgedTenant,
    only?: Check,
  ): Promise<{ verdicts: ShownVerdict[]; checks: TenantCheck[] } | null> {
    const stored = storedVerdictsOf(tenant)
    if (stored === null) return null
    const { tenantId } = access
    const [exceptions, evidence, open] = await Promise.all([
      shownVerdicts.exceptionsFor(clock.now(), only?.id),
      repo.readEvidence(access, { limit: OBJECTS, checkId: only?.id ?? null }),
      repo.openIntervals({ access }),
    ])
    const shown = await shownVerdicts.applyExceptions([{ tenantId, verdicts: stored }], exceptions)
    const verdicts = shown.get(tenantId) ?? []
    const evidenceByCheck = new Map(evidence.map((row) => [row.checkId, row]))
    const sinceOf = beginnings(open)
    const checks = CHECKS.flatMap((check, at): TenantCheck[] => {
      const verdict = verdicts[at]
      if (verdict === undefined || (only !== undefined && check !== only)) return []
      const excepted = exceptions.objectsOf(tenantId, check.id)
      const isWhole = exceptions.isCheckExcepted(tenantId, check.id)
      return [
        presentTenantCheck(check, evidenceByCheck.get(check.id), {
          verdict,
          since: sinceOf(tenantId, check.id, verdict),
          dataAsOf: tenant.dataAsOf,
          isExcepted: (objectId) => isWhole || excepted.has(objectId),
        }),
      ]
    })
    return { verdicts, checks }
  }

  async function find(access: TenantAccess): Promise<JudgedTenant> {
    const tenant = await repo.find(access)
    if (tenant === undefined) throw tenantNotFound()
    return tenant
  }

  return {
    find,
    checksOf,

    async posture(access: TenantAccess): Promise<JudgedPosture> {
      const tenant = await find(access)
      const judged = await checksOf(access, tenant)
      return {
        judgedAt: judged && isoOf(tenant.judgedAt),
        dataAsOf: isoOf(tenant.dataAsOf),
        score: scoreOf(judged?.verdicts ?? []),
        checks: judged?.checks ?? [],
      }
    },

    /** Changes of verdicts since a time, the newest first, at most 500. */
    async changes(
      where: Parameters<PostureRepo['changes']>[0],
      since: string,
    ): Promise<PostureChanges> {
      const asked = { since: new Date(since), checkIds: CHECK_IDS, limit: CHANGES }
      const rows = await repo.changes(where, asked)
      return { changes: rows.flatMap(presentChange), more: (rows[0]?.total ?? 0) - rows.length }
    },

    /** When the history of the tenant begins; null before its first judging. */
    historyBegin: (access: TenantAccess): Promise<Date | null> => repo.historyBegin(access),
  }
}

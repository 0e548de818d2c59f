import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import type { Check } from '@tenantscope/analysis/checks/define-check'
import { isOldAt, outdatedBefore } from '@tenantscope/analysis/data-age'
import type {
  PostureChanges,
  PostureCheckOverview,
  PostureEstate,
  TenantCheckDetails,
  TenantPosture,
} from '@tenantscope/contract/posture'

import { scopeOf } from '../../db/tenant-scope.ts'
import type { Actor } from '../../lib/actor.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { EmergencyAccountsService } from './emergency-accounts.service.ts'
import { membersOf, sumOf } from './members.rules.ts'
import type { PostureRepo } from './posture.repo.ts'
import { beginnings, isoOf } from './presented-posture.rules.ts'
import {
  CHECK_BY_ID,
  lettersOf,
  presentCheck,
  presentTexts,
  summaryOf,
} from './shown-verdicts.rules.ts'
import { createShownVerdictsService } from './shown-verdicts.service.ts'
import { createTenantPostureService } from './tenant-posture.service.ts'

export type PostureService = ReturnType<typeof createPostureService>

type Viewer = Pick<Actor, 'seesAllTenants' | 'userId'>

/** Shows the stored verdicts of tenants, with exceptions applied. */
export function createPostureService(deps: {
  repo: PostureRepo
  emergencyAccounts: Pick<EmergencyAccountsService, 'list'>
  settings: { read: () => Promise<{ refreshHours: number }> }
  clock: Clock
}) {
  const { repo, emergencyAccounts, settings, clock } = deps
  const shownVerdicts = createShownVerdictsService({ repo, clock })
  const ofTenant = createTenantPostureService({ repo, clock })

  /** Returns a function that tells whether data are older than two refresh intervals. */
  async function outdatedAt(now: Date): Promise<(dataAsOf: Date | null) => boolean> {
    const { refreshHours } = await settings.read()
    const before = outdatedBefore({ refreshHours, now })
    return (dataAsOf) => dataAsOf !== null && dataAsOf < before
  }

  return {
    async estate(actor: Viewer): Promise<PostureEstate> {
      const now = clock.now()
      const scope = scopeOf(actor)
      const [tenants, inactiveTenants, exceptions, isOutdated] = await Promise.all([
        repo.list(scope),
        repo.countInactive(scope),
        shownVerdicts.exceptionsFor(now),
        outdatedAt(now),
      ])
      const shown = await shownVerdicts.inEstate(tenants, { now, exceptions })
      const presented = tenants.map(({ tenantId, displayName, dataAsOf, mfaCounts }) => {
        const verdicts = shown.get(tenantId)
        const isOld = isOldAt(dataAsOf, now)
        const { score, grade } = summaryOf(verdicts ?? [], isOld)
        return {
          tenantId,
          displayName,
          score,
          grade,
          verdicts: verdicts === undefined ? null : lettersOf(verdicts),
          dataAsOf: isoOf(dataAsOf),
          isOld,
          isOutdated: isOutdated(dataAsOf),
          members: isOld ? null : membersOf(mfaCounts),
        }
      })
      return {
        checks: CHECKS.map(presentCheck),
        tenants: presented,
        inactiveTenants,
        members: sumOf(presented.map(({ members }) => members)),
      }
    },

    changes: (actor: Viewer, since: string): Promise<PostureChanges> =>
      ofTenant.changes({ scope: scopeOf(actor) }, since),

    /** One check on every tenant of the estate. */
    async check(actor: Viewer, checkId: string): Promise<PostureCheckOverview> {
      const check = knownCheck(checkId)
      const now = clock.now()
      const scope = scopeOf(actor)
      const [tenants, exceptions, evidence, open, isOutdated] = await Promise.all([
        repo.list(scope),
        shownVerdicts.exceptionsFor(now, check.id),
        repo.readEvidenceOfCheck(scope, check.id),
        repo.openIntervals({ scope, checkId: check.id }),
        outdatedAt(now),
      ])
      const shown = await shownVerdicts.inEstate(tenants, { now, exceptions })
      const evidenceByTenant = new Map(evidence.map((row) => [row.tenantId, row]))
      const sinceOf = beginnings(open)
      const at = CHECKS.indexOf(check)
      return {
        check: presentTexts(check),
        tenants: tenants.map(({ tenantId, displayName, dataAsOf }) => {
          const verdict = shown.get(tenantId)?.[at] ?? null
          const common = {
            tenantId,
            displayName,
            verdict,
            dataAsOf: isoOf(dataAsOf),
            isOutdated: isOutdated(dataAsOf),
          }
          if (verdict === null) return { ...common, since: null, reason: null, objectCount: 0 }
          if (isOldAt(dataAsOf, now))
            return { ...common, since: null, reason: OLD_REASON, objectCount: 0 }
          const found = evidenceByTenant.get(tenantId)
          return {
            ...common,
            since: isoOf(sinceOf(tenantId, check.id, verdict)),
            reason: found?.reason ?? null,
            objectCount: found?.objectCount ?? 0,
          }
        }),
      }
    },

    async tenant(access: TenantAccess): Promise<TenantPosture> {
      const { emergencyAccountsVersion } = await ofTenant.find(access)
      const [judged, accounts] = await Promise.all([
        ofTenant.posture(access),
        emergencyAccounts.list(access),
      ])
      return { ...judged, emergencyAccounts: accounts, emergencyAccountsVersion }
    },

    tenantChanges: (access: TenantAccess, since: string): Promise<PostureChanges> =>
      ofTenant.changes({ access }, since),

    async tenantCheck(access: TenantAccess, checkId: string): Promise<TenantCheckDetails> {
      const check = knownCheck(checkId)
      const tenant = await ofTenant.find(access)
      const [judged, history] = await Promise.all([
        ofTenant.checksOf(access, tenant, check),
        repo.history(access, check.id),
      ])
      return {
        check: presentTexts(check),
        found: judged?.checks[0] ?? null,
        history: history.map(({ since, until, ...rest }) => ({
          ...rest,
          since: since.toISOString(),
          until: isoOf(until),
        })),
      }
    },
  }
}

const OLD_REASON = 'The tenant was not read for 7 days.'

function knownCheck(checkId: string): Check {
  const check = CHECK_BY_ID.get(checkId)
  if (check === undefined) throw new AppError('NOT_FOUND', 'Check not found')
  return check
}

import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { isOldAt } from '@tenantscope/analysis/data-age'
import type { TenantId } from '@tenantscope/contract/ids'
import type { CheckVerdict, ShownVerdict } from '@tenantscope/contract/posture'
import type { PostureSummary } from '@tenantscope/contract/posture-summary'

import type { TenantScope } from '../../db/tenant-scope.ts'
import type { Clock } from '../../lib/clock.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'
import type { JudgedTenant, PostureRepo } from './posture.repo.ts'
import {
  exceptionsOf,
  isEachExcepted,
  storedVerdictsOf,
  summaryOf,
} from './shown-verdicts.rules.ts'
import type { Exceptions } from './shown-verdicts.rules.ts'

const CHECK_IDS = CHECKS.map(({ id }) => id)

/** A failed check that may be excepted. */
interface Failing {
  readonly tenantId: TenantId
  readonly checkId: string
}

const keyOf = ({ tenantId, checkId }: Failing): string => `${tenantId} ${checkId}`

interface Judged {
  readonly tenantId: TenantId
  readonly verdicts: readonly CheckVerdict[]
}

/** The verdicts of tenants as every screen shows and counts them: exceptions are applied. */
export function createShownVerdictsService(deps: { repo: PostureRepo; clock: Clock }) {
  const { repo, clock } = deps

  /** Returns the shown verdicts of each tenant; reads evidence only where objects are excepted. */
  async function applyExceptions(
    judged: readonly Judged[],
    exceptions: Exceptions,
  ): Promise<Map<TenantId, ShownVerdict[]>> {
    const excepted = CHECK_IDS.map((id, at) => ({ id, at })).filter(({ id }) =>
      exceptions.hasAny(id),
    )
    const failing = judged.flatMap(({ tenantId, verdicts }) =>
      excepted
        .filter(({ at }) => verdicts[at] === 'failed')
        .map(({ id: checkId, at }) => ({ tenantId, checkId, at })),
    )
    const isWhole = ({ tenantId, checkId }: Failing): boolean =>
      exceptions.isCheckExcepted(tenantId, checkId)
    const asked = failing.filter(
      (each) => !isWhole(each) && exceptions.objectsOf(each.tenantId, each.checkId).size > 0,
    )
    const evidence = asked.length === 0 ? [] : await repo.readObjectIds(asked)
    const evidenceByKey = new Map(evidence.map((row) => [keyOf(row), row]))
    const shown = new Map(
      judged.map(({ tenantId, verdicts }): [TenantId, ShownVerdict[]] => [tenantId, [...verdicts]]),
    )
    for (const each of failing) {
      const objects = exceptions.objectsOf(each.tenantId, each.checkId)
      const verdicts = shown.get(each.tenantId)
      if (verdicts && (isWhole(each) || isEachExcepted(evidenceByKey.get(keyOf(each)), objects)))
        verdicts[each.at] = 'excepted'
    }
    return shown
  }

  /** Returns the shown verdicts of the estate's tenants; those that were not judged are missing. */
  async function inEstate(
    tenants: readonly JudgedTenant[],
    { now, exceptions }: { now: Date; exceptions: Exceptions },
  ): Promise<ReadonlyMap<TenantId, readonly ShownVerdict[]>> {
    const judged = tenants.flatMap((tenant): Judged[] => {
      const verdicts = storedVerdictsOf(tenant)
      return verdicts === null
        ? []
        : [
            {
              tenantId: tenant.tenantId,
              verdicts: isOldAt(tenant.dataAsOf, now) ? verdicts.map(() => 'notRead') : verdicts,
            },
          ]
    })
    return applyExceptions(judged, exceptions)
  }

  async function exceptionsFor(now: Date, checkId?: string): Promise<Exceptions> {
    return exceptionsOf(await repo.activeExceptions(now, checkId))
  }

  /** Returns the score of each judged tenant, as in the estate. */
  async function summariesOf(
    reading: Promise<readonly JudgedTenant[]>,
  ): Promise<ReadonlyMap<TenantId, PostureSummary>> {
    const now = clock.now()
    const [tenants, exceptions] = await Promise.all([reading, exceptionsFor(now)])
    const shown = await inEstate(tenants, { now, exceptions })
    return new Map(
      tenants.flatMap(({ tenantId, dataAsOf }) => {
        const verdicts = shown.get(tenantId)
        return verdicts === undefined
          ? []
          : [[tenantId, summaryOf(verdicts, isOldAt(dataAsOf, now))] as const]
      }),
    )
  }

  return {
    applyExceptions,
    inEstate,
    exceptionsFor,

    /** The scores of the scope's tenants; those that were not judged are missing. */
    summaries: (scope: TenantScope) => summariesOf(repo.list(scope)),

    /** The score of one tenant, as `summaries` has it. */
    async summary(access: TenantAccess): Promise<PostureSummary | null> {
      const reading = repo.find(access).then((tenant) => (tenant === undefined ? [] : [tenant]))
      return (await summariesOf(reading)).get(access.tenantId) ?? null
    },
  }
}

import { cheapestSets } from '@tenantscope/analysis/plans/cheapest-sets'
import type { SetsInput } from '@tenantscope/analysis/plans/cheapest-sets'
import type { PlanPerson, PlanSku } from '@tenantscope/analysis/plans/plan-needs'
import { seatChangesOf } from '@tenantscope/analysis/plans/seat-changes'
import { setChangeOf } from '@tenantscope/analysis/plans/set-changes'

/** A license of a person; a plan is switched off when each assignment switches it off. */
export interface HeldRow {
  readonly userId: string
  readonly skuId: string
  readonly disabledPlans: readonly string[]
}

export interface UsageRow {
  readonly name: string
  readonly exchange: boolean
  readonly files: boolean
  readonly teams: boolean
  readonly yammer: boolean
}

export type Computed = ReturnType<typeof computeProposal>

/** Takes seconds of processor time for a large tenant; runs in a thread. */
export function computeProposal(input: SetsInput) {
  const { groups, atRenewal, now, ...sets } = cheapestSets(input)
  const skuById = new Map<string, PlanSku>(input.skus.map((sku) => [sku.skuId, sku]))
  return {
    atRenewal,
    now,
    changes: groups
      .map((group) => setChangeOf(group, skuById))
      .filter(({ added, removed }) => added.length + removed.length > 0),
    seats: seatChangesOf(sets, input.skus, input.now),
  }
}

/** People younger than this may not have begun to use what they have. */
const NEW_MS = 180 * 24 * 3_600_000

interface Facts {
  readonly people: readonly {
    readonly id: string
    readonly userPrincipalName: string | null
    readonly createdDateTime: Date | null
  }[]
  readonly held: readonly HeldRow[]
  readonly usage: readonly UsageRow[]
  readonly marked: ReadonlySet<string>
  readonly now: Date
}

/** Returns the people with licenses. Desktop applications are not reported, so that they count as used. */
export function planPeople({ people, held, usage, marked, now }: Facts): PlanPerson[] {
  const usageByName = new Map(usage.map((row) => [row.name, row]))
  const heldById = Map.groupBy(held, ({ userId }) => userId)
  return people.flatMap(({ id, userPrincipalName, createdDateTime }) => {
    const own = heldById.get(id)
    if (own === undefined) return []
    const used = usageByName.get(userPrincipalName?.toLowerCase() ?? '')
    return [
      {
        id,
        licenses: [...Map.groupBy(own, ({ skuId }) => skuId)].map(([skuId, rows]) => ({
          skuId,
          disabledPlanIds: offInAll(rows),
        })),
        use:
          used === undefined
            ? null
            : {
                exchange: used.exchange,
                files: used.files,
                teams: used.teams,
                yammer: used.yammer,
                desktopApps: null,
              },
        isNew: createdDateTime === null || now.getTime() - createdDateTime.getTime() < NEW_MS,
        isMarked: marked.has(id),
        // Not known here: Entra ID P1 and P2 are kept.
        isCoveredByPolicy: true,
      },
    ]
  })
}

function offInAll([first, ...others]: readonly HeldRow[]): string[] {
  const off = (first?.disabledPlans ?? []).map((planId) => planId.toLowerCase())
  return off.filter((planId) =>
    others.every(({ disabledPlans }) =>
      disabledPlans.some((each) => each.toLowerCase() === planId),
    ),
  )
}

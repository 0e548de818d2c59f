import { LICENSE_KINDS } from '@tenantscope/contract/licenses'
import type { LicenseIssue, LicenseIssueKind, LicenseKind } from '@tenantscope/contract/licenses'
import type { TenantIssue } from '@tenantscope/contract/tenants'

import type { SubscriptionFacts } from './seat-removal.ts'

interface SoldSku {
  readonly skuId: string
  readonly kind: LicenseKind
  readonly usable: number
  readonly consumedUnits: number
  readonly warningUnits: number
  readonly suspendedUnits: number
  readonly lockedOutUnits: number
}

/**
 * Returns the problems of a SKU; subscriptions of other SKUs are ignored. Whatever is bought can end;
 * only seats of users can be too few.
 */
export function issuesOf(
  sku: SoldSku,
  subscriptions: readonly SubscriptionFacts[],
): LicenseIssue[] {
  const { usable, consumedUnits, kind } = sku
  const { inSeats, inCost } = LICENSE_KINDS[kind]
  const beyond = Math.max(0, consumedUnits - usable)
  const suspended = Math.max(0, sku.suspendedUnits) + Math.max(0, sku.lockedOutUnits)
  const found: [issue: LicenseIssueKind, seats: number, isFound: boolean][] = [
    ['overallocated', beyond, inSeats && usable > 0 && beyond > 0],
    ['unentitled', beyond, inSeats && usable <= 0 && beyond > 0],
    ['grace', sku.warningUnits, inCost && sku.warningUnits > 0],
    ['suspended', suspended, inCost && suspended > 0],
    ['retired', usable, kind === 'retired'],
  ]
  return found.flatMap(([issue, seats, isFound]) =>
    isFound
      ? [
          {
            kind: issue,
            seats,
            endsAt: issue === 'grace' ? graceEndOf(sku.skuId, subscriptions) : null,
          },
        ]
      : [],
  )
}

/** In the order of the screens. */
const KINDS: readonly LicenseIssueKind[] = [
  'overallocated',
  'unentitled',
  'grace',
  'suspended',
  'retired',
]

/** Sums the problems of licenses by kind; a kind without a license is absent. */
export function sumIssues(licenses: readonly { issues: readonly LicenseIssue[] }[]): TenantIssue[] {
  const all = licenses.flatMap(({ issues }) => issues)
  return KINDS.flatMap((kind) => {
    const issues = all.filter((issue) => issue.kind === kind)
    if (issues.length === 0) return []
    return {
      kind,
      licenses: issues.length,
      seats: issues.reduce((sum, { seats }) => sum + seats, 0),
      endsAt: earliestOf(issues.flatMap(({ endsAt }) => endsAt ?? [])),
    }
  })
}

/** For a subscription in the grace period, Microsoft's next lifecycle date is the end of that period. */
function graceEndOf(skuId: string, subscriptions: readonly SubscriptionFacts[]): string | null {
  return earliestOf(
    subscriptions
      .filter((each) => each.skuId.toLowerCase() === skuId.toLowerCase())
      .filter(({ status }) => status?.trim().toUpperCase() === 'WARNING')
      .flatMap(({ nextLifecycleDateTime }) => nextLifecycleDateTime?.toISOString() ?? []),
  )
}

function earliestOf(times: readonly string[]): string | null {
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}

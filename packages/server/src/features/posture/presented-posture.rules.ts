import type { Check } from '@tenantscope/analysis/checks/define-check'
import type { TenantId } from '@tenantscope/contract/ids'
import type {
  CheckVerdict,
  PostureChange,
  PostureChanges,
  ShownVerdict,
  TenantCheck,
} from '@tenantscope/contract/posture'

import { CHECK_BY_ID, presentCheck } from './shown-verdicts.rules.ts'

/** The stored evidence of a check with its first objects. */
export interface StoredEvidence extends Pick<TenantCheck, 'reason' | 'counts'> {
  readonly checkId: string
  /** Null: that of the posture. */
  readonly dataAsOf: Date | null
  readonly objects: readonly Omit<TenantCheck['objects'][number], 'isExcepted'>[]
  /** How many objects are stored. */
  readonly stored: number
  /** Objects that are not stored. */
  readonly more: number
}

export interface ChangeRow {
  readonly tenantId: TenantId
  readonly displayName: string
  readonly checkId: string
  readonly change: PostureChange
  readonly verdict: CheckVerdict
  readonly since: Date
  /** Changes in all, also those beyond the limit. */
  readonly total: number
}

export const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

const UNREADABLE: ReadonlySet<ShownVerdict> = new Set(['notRead', 'noPermission'])

const intervalKey = (tenantId: TenantId, checkId: string, verdict: ShownVerdict): string =>
  `${tenantId} ${checkId} ${UNREADABLE.has(verdict)}`

/** Returns the begin of a shown verdict: that of the unreadable interval only where none could be read. */
export function beginnings(
  open: readonly { tenantId: TenantId; checkId: string; verdict: CheckVerdict; since: Date }[],
): (tenantId: TenantId, checkId: string, shown: ShownVerdict) => Date | null {
  const sinceByKey = new Map(
    open.map(({ since, ...row }) => [intervalKey(row.tenantId, row.checkId, row.verdict), since]),
  )
  return (tenantId, checkId, shown) => sinceByKey.get(intervalKey(tenantId, checkId, shown)) ?? null
}

export function presentChange(row: ChangeRow): PostureChanges['changes'] {
  const { tenantId, displayName, checkId, change, verdict, since } = row
  const check = CHECK_BY_ID.get(checkId)
  if (check === undefined) return []
  const { title, severity } = check
  return [
    { tenantId, displayName, checkId, title, severity, change, verdict, at: since.toISOString() },
  ]
}

const NO_EVIDENCE = { reason: '', counts: {}, objects: [], stored: 0, more: 0 }

/** A check of a tenant as its page shows it. */
export function presentTenantCheck(
  check: Check,
  evidence: StoredEvidence | undefined,
  shown: {
    readonly verdict: ShownVerdict
    readonly since: Date | null
    readonly dataAsOf: Date | null
    isExcepted(objectId: string): boolean
  },
): TenantCheck {
  const { reason, counts, objects, stored, more } = evidence ?? NO_EVIDENCE
  return {
    ...presentCheck(check),
    verdict: shown.verdict,
    since: isoOf(shown.since),
    dataAsOf: isoOf(evidence?.dataAsOf ?? shown.dataAsOf),
    reason,
    counts,
    objects: objects.map((object) => ({ ...object, isExcepted: shown.isExcepted(object.id) })),
    more: stored + more - objects.length,
  }
}

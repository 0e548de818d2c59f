import type { CheckVerdict, PostureChange } from '@tenantscope/contract/posture'

/** An interval that has not ended: the verdict holds until another one ends it. */
export interface OpenInterval {
  readonly verdict: CheckVerdict
  readonly checkVersion: number
}

/** What is known of a check of a tenant before it is judged again. */
export interface VerdictHistory {
  /** The last verdict that could be read; null: there was never one. */
  readonly readable: OpenInterval | null
  /** Set while the check cannot be read. */
  readonly unreadable: OpenInterval | null
  /** The last verdict that was passed or failed; null: it was never one of them. */
  readonly lastResult: 'passed' | 'failed' | null
}

type Ended = 'readable' | 'unreadable'

export interface HistoryStep {
  /** The open intervals that end. */
  readonly ends: readonly Ended[]
  /** The interval that begins; null: none. */
  readonly begins: (OpenInterval & { readonly change: PostureChange }) | null
  /** True when the open readable interval holds for another version of the check from now on. */
  readonly isRevised: boolean
}

/** True for verdicts that say nothing of the tenant, because it could not be read. */
export const isUnreadable = (verdict: CheckVerdict): boolean =>
  verdict === 'notRead' || verdict === 'noPermission'

/**
 * Returns what a new verdict changes in the history of a check (docs/posture.md, History). A verdict
 * that cannot be read ends no readable one: its interval is open beside it.
 */
export function nextInHistory(history: VerdictHistory, judged: OpenInterval): HistoryStep {
  const { readable, unreadable } = history
  if (isUnreadable(judged.verdict)) {
    if (unreadable?.verdict === judged.verdict) return NOTHING
    const change = changeToUnreadable(history)
    const ends: Ended[] = unreadable ? ['unreadable'] : []
    return { ends, begins: { ...judged, change }, isRevised: false }
  }
  const ends: Ended[] = unreadable ? ['unreadable'] : []
  if (readable?.verdict === judged.verdict)
    return { ends, begins: null, isRevised: readable.checkVersion !== judged.checkVersion }
  if (readable === null)
    return { ends, begins: { ...judged, change: 'baseline' }, isRevised: false }
  const isSameRule = readable.checkVersion === judged.checkVersion
  const change = isSameRule ? changeTo(judged.verdict, history.lastResult) : 'ruleChanged'
  return { ends: ['readable', ...ends], begins: { ...judged, change }, isRevised: false }
}

const NOTHING: HistoryStep = { ends: [], begins: null, isRevised: false }

/** A check that could never be read has lost nothing, and another reason is no new loss. */
function changeToUnreadable({ readable, unreadable }: VerdictHistory): PostureChange {
  if (readable === null) return 'baseline'
  return unreadable ? 'other' : 'unreadable'
}

/**
 * A verdict between, such as notLicensed, does not make an old result new: only the last result counts.
 */
function changeTo(verdict: CheckVerdict, lastResult: VerdictHistory['lastResult']): PostureChange {
  if (verdict === 'failed' && lastResult === 'passed') return 'regressed'
  if (verdict === 'failed' && lastResult === null) return 'new'
  if (verdict === 'passed' && lastResult === 'failed') return 'fixed'
  return 'other'
}

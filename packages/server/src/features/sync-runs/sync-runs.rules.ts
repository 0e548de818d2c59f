import type { RunId } from '@tenantscope/contract/ids'
import type { SyncRun, SyncRunState } from '@tenantscope/contract/sync'

/** A run as one reader may see it: its tenants are already cut to that reader's. */
export interface VisibleRun {
  readonly id: RunId
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
  readonly isDiscovering: boolean
  readonly total: number
  readonly done: number
  readonly failed: number
  /** Tenants whose reading has begun, finished ones too. */
  readonly begun: number
  readonly lastDoneAt: Date | null
  readonly failures: SyncRun['failures']
}

type FinalState = Extract<SyncRunState, 'succeeded' | 'partial' | 'failed'>

/** Returns a run's final state from its finished tenants. */
export function finalStateOf({ total, failed }: { total: number; failed: number }): FinalState {
  if (failed === 0) return 'succeeded'
  return failed < total ? 'partial' : 'failed'
}

/** The run for its reader: state and times speak of the tenants in `run` and of no others. */
export function presentRun(run: VisibleRun): SyncRun {
  const state = stateOf(run)
  const isOver = state !== 'queued' && state !== 'running'
  const finishedAt = isOver ? (run.lastDoneAt ?? run.finishedAt) : null
  return {
    id: run.id,
    state,
    startedAt: state === 'queued' ? null : (run.startedAt?.toISOString() ?? null),
    finishedAt: finishedAt?.toISOString() ?? null,
    tenants: { total: run.total, done: run.done, failed: run.failed },
    failures: run.failures,
  }
}

function stateOf(run: VisibleRun): SyncRunState {
  if (isOver(run)) return finalStateOf(run)
  const hasBegun = run.begun > 0 || (run.isDiscovering && run.startedAt !== null)
  return hasBegun ? 'running' : 'queued'
}

/** A reader's own tenants may all be done while the run still reads others. */
function isOver({ finishedAt, isDiscovering, total, done }: VisibleRun): boolean {
  return finishedAt !== null || (!isDiscovering && total > 0 && done === total)
}

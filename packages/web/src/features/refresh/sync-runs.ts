import type { SyncRun } from '@tenantscope/contract/sync'

/** Whether a run still has tenants to read. */
export function isUnderWay(run: SyncRun): boolean {
  return run.state === 'queued' || run.state === 'running'
}

/**
 * The later of two accounts of one run. An event and a polled answer can overtake each other, and
 * progress must never step back.
 */
export function laterOf(known: SyncRun | undefined, heard: SyncRun): SyncRun {
  if (known?.id !== heard.id) return heard
  if (isUnderWay(known) !== isUnderWay(heard)) return isUnderWay(known) ? heard : known
  return heard.tenants.done >= known.tenants.done ? heard : known
}

/** Whether a run began when another had ended. One that overlaps it may hold other tenants. */
export function beganAfter({ startedAt }: SyncRun, { finishedAt }: SyncRun): boolean {
  // ISO 8601 in UTC sorts as text.
  return startedAt !== null && finishedAt !== null && startedAt >= finishedAt
}

/** What a run is doing, for example 'Reading tenants: 12 of 40'. */
export function progressTextOf({ state, tenants }: SyncRun): string {
  if (state === 'queued') return 'Waiting to start...'
  return `Reading tenants: ${tenants.done} of ${tenants.total}`
}

/** '1 tenant' or '12 tenants'. */
export function tenantCount(count: number): string {
  return count === 1 ? '1 tenant' : `${count} tenants`
}

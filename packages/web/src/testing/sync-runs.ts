import { RunId } from '@tenantscope/contract/ids'
import type { SyncRun } from '@tenantscope/contract/sync'

export const RUN_ID = RunId.parse('10000000-0000-4000-8000-000000000001')

/** A refresh of 40 tenants, 12 of them read. */
export function makeRun(changes: Partial<SyncRun> = {}): SyncRun {
  return {
    id: RUN_ID,
    state: 'running',
    startedAt: '2026-11-20T10:00:00.000Z',
    finishedAt: null,
    tenants: { total: 40, done: 12, failed: 0 },
    failures: [],
    ...changes,
  }
}

import { facts, NOW } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const syncedAt = (
  onPremisesLastSyncDateTime: string | null,
  onPremisesSyncEnabled: boolean | null = true,
) => facts({ organization: { onPremisesSyncEnabled, onPremisesLastSyncDateTime } })

export const cases: readonly CheckCase[] = [
  { name: '2 hours ago', facts: syncedAt('2026-11-24T10:00:00Z'), verdict: 'passed' },
  {
    name: 'exactly 3 hours ago',
    facts: syncedAt('2026-11-24T09:00:00Z'),
    verdict: 'failed',
    objects: ['onPremisesLastSyncDateTime'],
  },
  {
    name: 'facts of yesterday are compared with the time of their reading',
    facts: {
      ...syncedAt('2026-11-23T11:00:00Z'),
      asOf: new Date(NOW.getTime() - 24 * 60 * 60 * 1_000),
    },
    verdict: 'passed',
  },
  { name: 'never synchronized', facts: syncedAt(null, null), verdict: 'notApplicable' },
  {
    name: 'no longer synchronized',
    facts: syncedAt('2026-01-01T00:00:00Z', false),
    verdict: 'notApplicable',
  },
  { name: 'a time that is null', facts: syncedAt(null), verdict: 'notRead' },
  {
    name: 'a setting that is absent',
    facts: facts({ organization: { onPremisesLastSyncDateTime: '2026-11-24T10:00:00Z' } }),
    verdict: 'notRead',
  },
  {
    name: 'without permission',
    facts: facts({ organization: 'noPermission' }),
    verdict: 'noPermission',
  },
]

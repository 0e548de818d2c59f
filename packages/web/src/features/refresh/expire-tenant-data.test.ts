import type { AppEvent } from '@tenantscope/contract/sync'
import { expect, test } from 'vitest'

import { createQueryClient } from '../../lib/query-client.ts'
import { ALL_LICENSES, TENANT_DETAILS, TENANT_LIST } from '../../lib/tenant-data.ts'
import { makeRun } from '../../testing/sync-runs.ts'
import { expireOnEvent } from './expire-tenant-data.ts'

const AGES_MS = { fresh: 5_000, older: 60_000 }

/** Which of the things read some time ago count as old once the event was heard. */
function oldAfter(event: AppEvent) {
  const client = createQueryClient()
  const keys = [TENANT_LIST, TENANT_DETAILS, ALL_LICENSES, 'preferences'].flatMap((first) =>
    Object.entries(AGES_MS).map(([age, ageMs]) => ({ queryKey: [first, age], ageMs })),
  )
  for (const { queryKey, ageMs } of keys)
    client.setQueryData(queryKey, 'data', { updatedAt: Date.now() - ageMs })
  expireOnEvent(client, event)
  return keys
    .map(({ queryKey }) => queryKey)
    .filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
    .map((queryKey) => queryKey.join(' '))
}

test('the end of a run makes everything that was read of tenants old, and nothing else', () => {
  const finishedAt = '2026-11-20T10:01:00.000Z'
  for (const state of ['succeeded', 'partial', 'failed'] as const)
    expect(oldAfter({ type: 'sync-run', run: makeRun({ state, finishedAt }) })).toEqual([
      'tenants fresh',
      'tenants older',
      'tenant-details fresh',
      'tenant-details older',
      'licenses fresh',
      'licenses older',
    ])
})

test('a run that goes on makes nothing old', () => {
  expect(oldAfter({ type: 'sync-run', run: makeRun() })).toEqual([])
})

test('a stream that comes back makes old what was read before it can have gone', () => {
  expect(oldAfter({ type: 'hello', build: 'build-1' })).toEqual([
    'tenants older',
    'tenant-details older',
    'licenses older',
  ])
})

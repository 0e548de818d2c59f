import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'

import { createQueryClient } from '../lib/query-client.ts'

/** Returns the number of calls after each of these waits. */
export async function callsAfter(
  waitsMs: readonly number[],
  { read, calls }: { read: (client: QueryClient) => Promise<unknown>; calls: () => number },
): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['Date'] })
  const client = createQueryClient()
  const counts: number[] = []
  for (const waitMs of waitsMs) {
    vi.setSystemTime(Date.now() + waitMs)
    await read(client)
    counts.push(calls())
  }
  return counts
}

import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

import { visibleToast } from '../lib/toasts.ts'
import type { FakeServer } from './fake-server.ts'

/**
 * Holds the refetch after a change. The returned function expects that no success was shown before
 * it, and releases it.
 */
export function holdReading(server: FakeServer, endpoint: AnyEndpoint): () => Promise<void> {
  const before = server.requestsTo(endpoint).length
  const release = server.hold(endpoint)
  const received = visibleToast.get()
  return async () => {
    await waitFor(() => expect(server.requestsTo(endpoint).length).toBeGreaterThan(before))
    expect(visibleToast.get()).toBe(received)
    release()
  }
}

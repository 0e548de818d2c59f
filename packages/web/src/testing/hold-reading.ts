import type { AnyEndpoint } from '@tenantscope/contract/endpoint'
import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'

import { visibleToast } from '../lib/toasts.ts'
import type { FakeServer } from './fake-server.ts'

/**
 * Holds what is read again after a change; the function returned sees that nothing was told before it
 * was there, and lets it come.
 */
export function holdReading(server: FakeServer, endpoint: AnyEndpoint): () => Promise<void> {
  const before = server.requestsTo(endpoint).length
  const release = server.hold(endpoint)
  const told = visibleToast.get()
  return async () => {
    await waitFor(() => expect(server.requestsTo(endpoint).length).toBeGreaterThan(before))
    expect(visibleToast.get()).toBe(told)
    release()
  }
}

import { signOut } from '@tenantscope/contract/auth'
import { expect, test, vi } from 'vitest'

import { installFakeServer } from '../testing/fake-server.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { createQueryClient } from './query-client.ts'
import { endSession } from './session.ts'
import { visitor } from './visitor.ts'

test.each([
  [
    'that the server refuses',
    (server: FakeServer) =>
      server.refuse(signOut, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  ],
  ['that never reaches the server', (server: FakeServer) => server.cut(signOut)],
])('a sign-out %s forgets the person too, and the browser goes to /', async (_, fail) => {
  const server = installFakeServer()
  fail(server)
  const assign = vi.fn()
  // jsdom goes nowhere.
  vi.stubGlobal('location', { origin: location.origin, assign })
  const client = createQueryClient()
  client.setQueryData(['tenants'], 'what the person saw')
  await endSession(client)
  expect(server.requestsTo(signOut)).toHaveLength(1)
  expect(client.getQueryData(['tenants'])).toBeUndefined()
  expect(visitor.get()).toBe('signed-out')
  expect(assign.mock.calls).toEqual([['/']])
})

import { createGraph } from '@tenantscope/graph-client/graph'
import { createLimiter } from '@tenantscope/graph-client/limiter'
import { findDirectoryPeople } from '@tenantscope/graph-client/read/directory-people'
import { createTokens } from '@tenantscope/graph-client/tokens'
import { createTransport } from '@tenantscope/graph-client/transport'
import type { Transport } from '@tenantscope/graph-client/transport'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { askDirectory } from './own-directory.ts'
import type { OwnDirectory, OwnDirectoryDeps } from './own-directory.ts'

let simulator: Simulator
let transport: Transport
let openDirectory: OwnDirectoryDeps['openDirectory']

beforeAll(async () => {
  simulator = await startSimulator({ tenants: 1, users: 5 })
  transport = createTransport({ microsoftEndpoint: new URL(simulator.url) })
  const { registration, partner } = simulator.world
  const clock = { now: () => new Date() }
  const common = { transport, cloud: 'global', clock } as const
  const { clientId, clientSecret } = registration
  const credential = { kind: 'secret', secret: clientSecret } as const
  openDirectory = (limits) => {
    const tokens = createTokens({ ...common, clientId, credential })
    const limiter = createLimiter({ clock, appId: clientId })
    const graph = createGraph({ ...common, tokens, limiter }).forTenant(partner.id, limits)
    return Promise.resolve({ tenantId: partner.id, graph, forgetToken: () => undefined })
  }
})
afterAll(async () => {
  await transport.close()
  await simulator.close()
})
beforeEach(() => {
  simulator.faults.clear()
})

const find = ({ graph }: OwnDirectory) => findDirectoryPeople(graph, 'a', 5)
const never = new AbortController().signal

test.each([['/users'], ['/token']])('a timeout of %s is reported', async (path) => {
  simulator.faults.add('slow', { paths: [path], seconds: 30 })
  await expect(askDirectory({ openDirectory, withinMs: 300 }, never, find)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'Microsoft did not respond within 10 seconds. Try again in a few minutes.',
  })
})

test('who leaves ends the question', async () => {
  simulator.faults.add('slow', { seconds: 30 })
  const leaving = new AbortController()
  const asking = askDirectory({ openDirectory }, leaving.signal, find)
  setTimeout(() => leaving.abort(), 50)
  await expect(asking).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The server stopped before Microsoft responded. Please try again.',
  })
})

test('without a connection, requests are refused', async () => {
  const closed = { openDirectory: () => Promise.resolve(null) }
  await expect(askDirectory(closed, never, find)).rejects.toMatchObject({ code: 'CONFLICT' })
})

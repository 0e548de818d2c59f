import { gunzipSync } from 'node:zlib'

import { request } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator, type SimulatorOptions } from './simulator.ts'
import { createCalls, tenantOf } from './testing/calls.ts'

describe('the simulator over HTTP', () => {
  let simulator: Simulator

  afterEach(() => simulator.close())

  async function start(options: SimulatorOptions = {}) {
    simulator = await startSimulator({ tenants: 2, users: 60, ...options })
    return createCalls(simulator)
  }

  async function readUsers(headers: Readonly<Record<string, string>>) {
    const calls = createCalls(simulator)
    const tenant = tenantOf(simulator, 'no-mfa-policy')
    const authorization = `Bearer ${await calls.appToken(tenant)}`
    simulator.counters.reset()
    const answer = await request(`${simulator.url}/v1.0/users?$top=60`, {
      headers: { host: 'graph.microsoft.com', authorization, ...headers },
    })
    return { headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) }
  }

  test('packs what it answers for those who ask', async () => {
    await start()
    const plain = await readUsers({})
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(simulator.counters.read().bytesSent).toBe(plain.bytes.length)
    const packed = await readUsers({ 'accept-encoding': 'gzip, deflate' })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
    expect(simulator.counters.read().bytesSent).toBe(packed.bytes.length)
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString())
  })

  test.each(['identity', 'gzip;q=0', 'br'])(
    'sends plain text to those who accept %s',
    async (accepted) => {
      await start()
      const { headers, bytes } = await readUsers({ 'accept-encoding': accepted })
      expect(headers['content-encoding']).toBeUndefined()
      expect(() => JSON.parse(bytes.toString()) as unknown).not.toThrow()
    },
  )

  test('answers no sooner than its latency', async () => {
    const calls = await start({ latencyMs: 120, jitter: false })
    const startedAt = performance.now()
    await calls.identity('/common/v2.0/.well-known/openid-configuration')
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(119)
  })

  test('keeps a connection for the next request', async () => {
    const calls = await start()
    const { headers } = await calls.identity('/common/v2.0/.well-known/openid-configuration')
    expect(headers['connection']).toBe('keep-alive')
    expect(headers['keep-alive']).toBe('timeout=120')
  })

  test('lets four requests for secure scores run at a time, each until its answer is sent', async () => {
    const calls = await start({ latencyMs: 300, jitter: false })
    const tenant = tenantOf(simulator, 'no-mfa-policy')
    await calls.graph(tenant, '/organization')
    const path = '/security/secureScores?$top=1'
    const answers = await Promise.all(Array.from({ length: 5 }, () => calls.graph(tenant, path)))
    const throttled = answers.filter(({ status }) => status === 429)
    expect(throttled).toHaveLength(1)
    expect(throttled[0]?.headers['retry-after']).toBe('1')
    expect((await calls.graph(tenant, path)).status).not.toBe(429)
  })
})

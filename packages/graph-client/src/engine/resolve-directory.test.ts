import { startSimulator } from '@tenantscope/graph-sim/simulator'
import { describe, expect, onTestFinished, test } from 'vitest'

import { startFakeMicrosoft } from '../testing/fake-microsoft.ts'
import type { Handler } from '../testing/fake-microsoft.ts'
import { failureOf } from '../testing/set-up.ts'
import type { Cloud } from './clouds.ts'
import { resolveDirectory } from './resolve-directory.ts'
import { createTransport } from './transport.ts'

const clock = { now: () => new Date('2026-11-20T08:30:00Z') }
const CLOUD_NAMES = ['global', 'usgov', 'usgovdod', 'china'] as const

function askerAt(endpoint: URL, cloud: Cloud) {
  const transport = createTransport({ microsoftEndpoint: endpoint })
  onTestFinished(() => transport.close())
  return (name: string, signal = AbortSignal.timeout(5_000)) =>
    resolveDirectory({ transport, cloud, clock }, name, signal)
}

async function setUpSimulator(worldsCloud: Cloud, cloud: Cloud = worldsCloud) {
  const simulator = await startSimulator({ tenants: 2, users: 2, cloud: worldsCloud })
  onTestFinished(() => simulator.close())
  return { ask: askerAt(new URL(simulator.url), cloud), world: simulator.world }
}

async function setUpFake(handle: Handler, cloud: Cloud = 'global') {
  const microsoft = await startFakeMicrosoft(handle)
  onTestFinished(() => microsoft.close())
  return { ask: askerAt(microsoft.endpoint, cloud), seen: microsoft.seen }
}

describe.each(CLOUD_NAMES)('in the cloud %s', (cloud) => {
  test('a directory is found by each of its names', async () => {
    const { ask, world } = await setUpSimulator(cloud)
    const { id, defaultDomainName, initialDomainName } = world.tenants[1]!
    for (const name of [id, id.toUpperCase(), defaultDomainName, initialDomainName])
      expect(await ask(name)).toEqual({ kind: 'found', tenantId: id })
  })

  test('a directory of another cloud is distinguished from a missing one', async () => {
    const other = cloud === 'global' ? 'china' : 'global'
    const { ask, world } = await setUpSimulator(other, cloud)
    expect(await ask(world.tenants[1]!.id)).toEqual({ kind: 'otherCloud' })
    expect(await ask('nowhere.example')).toEqual({ kind: 'unknown' })
    expect(await ask('00000000-0000-4000-8000-000000000404')).toEqual({ kind: 'unknown' })
    expect(await ask('nonsense')).toEqual({ kind: 'unknown' })
  })
})

const ID = 'aaaaaaaa-0000-4000-8000-00000000000a'
const document = (changes: object = {}) => ({
  issuer: `https://login.microsoftonline.com/${ID}/v2.0`,
  cloud_instance_name: 'microsoftonline.com',
  ...changes,
})

test('the cloud that the document names counts, where the sign-in host answers for several', async () => {
  const body = document({ cloud_instance_name: 'microsoftonline.us' })
  const { ask } = await setUpFake(() => ({ body }))
  expect(await ask('gov.example')).toEqual({ kind: 'otherCloud' })
})

test('a name reaches no other path of the sign-in host', async () => {
  const { ask, seen } = await setUpFake(() => ({ body: document() }))
  await ask('../common?x=1#')
  expect(seen.map(({ host, path }) => [host, path])).toEqual([
    ['login.microsoftonline.com', '/..%2Fcommon%3Fx%3D1%23/v2.0/.well-known/openid-configuration'],
  ])
})

test.each([
  ['a template in place of an id', { body: document({ issuer: 'https://x/{tenantid}/v2.0' }) }],
  ['no issuer', { body: document({ issuer: null }) }],
  ['a page', { body: '<html>' }],
  ['a page with an error status', { status: 400, body: '<html>' }],
])('%s is an answer that cannot be read', async (_, reply) => {
  const { ask } = await setUpFake(() => reply)
  expect(await failureOf(ask('contoso.example'))).toMatchObject({ code: 'MALFORMED_ANSWER' })
})

test.each([
  [429, 'THROTTLED'],
  [500, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
])('the status %i means %s', async (status, code) => {
  const { ask } = await setUpFake(() => ({ status, body: '' }))
  expect(await failureOf(ask('contoso.example'))).toMatchObject({ code, status })
})

test('the look-up ends with its signal, and a lost connection is named', async () => {
  const silent = await setUpFake(() => undefined)
  await expect(silent.ask('contoso.example', AbortSignal.timeout(50))).rejects.toMatchObject({
    name: 'TimeoutError',
  })
  const broken = await setUpFake((_, response) => {
    response.socket?.destroy()
    return undefined
  })
  expect(await failureOf(broken.ask('contoso.example'))).toMatchObject({ code: 'UNAVAILABLE' })
})

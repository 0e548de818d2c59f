import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, type Calls } from '../testing/calls.ts'
import { refusalOf, signInAs } from '../testing/sign-in.ts'

describe('from outside of the process', () => {
  let simulator: Simulator
  let calls: Calls

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 1 })
    calls = createCalls(simulator)
  })
  afterAll(() => simulator.close())

  test('the registered certificate is to be had with its private key, always the same', async () => {
    const { status, body } = await calls.control('/certificate')
    expect(status).toBe(200)
    expect(body).toEqual(await simulator.identity.certificate())
    expect(body['privateKeyPem']).toMatch(/^-----BEGIN PRIVATE KEY-----/)
  })

  test('a consent takes as long to spread as one that was given on the page', async () => {
    const { id } = simulator.world.partner
    const change = (isGranted: boolean) =>
      calls.control('/consent', { json: { tenantId: id, isGranted } })
    await change(false)
    simulator.faults.add('consent-propagating', { seconds: 3600 })
    await change(true)
    expect(refusalOf(await calls.requestToken(id))[3]).toBe('7000229')
    simulator.faults.clear()
    expect((await calls.requestToken(id)).status).toBe(200)
  })

  test('a federated token is to be had, and proves who the app is', async () => {
    const { body } = await calls.control('/federated-assertion', { method: 'POST' })
    const { clientId } = simulator.world.registration
    const { status } = await calls.identity(`/${simulator.world.partner.id}/oauth2/v2.0/token`, {
      form: {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: String(body['assertion']),
        scope: 'https://graph.microsoft.com/.default',
      },
    })
    expect(status).toBe(200)
  })

  test('the sign-ins of a person are revoked', async () => {
    const { id, people } = simulator.world.partner
    const oid = people[0]?.id ?? ''
    const { body } = await signInAs(simulator, calls, { personId: oid, tenant: id })
    expect((await calls.control('/revoke-sign-ins', { json: { oid } })).status).toBe(200)
    const refused = await calls.requestToken(id, {
      grant_type: 'refresh_token',
      refresh_token: String(body['refresh_token']),
    })
    expect(refusalOf(refused)).toEqual([400, 'invalid_grant', [50173], '50173'])
  })

  test('nobody’s sign-ins cannot be revoked', async () => {
    expect((await calls.control('/revoke-sign-ins', { json: { oid: 'nobody' } })).status).toBe(400)
  })
})

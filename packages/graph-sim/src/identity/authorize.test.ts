import { createHash } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, createCalls, type Calls } from '../testing/calls.ts'

const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rules-0123456789'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

describe('the sign-in page', () => {
  let simulator: Simulator
  let calls: Calls
  let redirectUri: string

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2 })
    calls = createCalls(simulator)
    redirectUri = simulator.world.registration.redirectUris[0] ?? ''
  })
  afterAll(() => simulator.close())

  function addressOf(
    change: Readonly<Record<string, string | null>> = {},
    tenant = simulator.world.partner.id,
  ): string {
    const query = new URLSearchParams({
      client_id: simulator.world.registration.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state: 'state & more',
      nonce: 'nonce-1',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    })
    for (const [name, value] of Object.entries(change)) {
      if (value === null) query.delete(name)
      else query.set(name, value)
    }
    return `/${tenant}/oauth2/v2.0/authorize?${query.toString()}`
  }

  async function choose(address: string, form: Readonly<Record<string, string>>) {
    const answer = await calls.identity(address, { form })
    const location = URL.parse(String(answer.headers['location']))
    return { ...answer, location, fields: location?.searchParams ?? new URLSearchParams() }
  }

  const firstPerson = () => simulator.world.partner.people[0]?.id ?? ''
  const stranger = () => simulator.world.tenants.at(-1)?.people[0]?.id ?? ''

  test('says that it is not Microsoft, and lists people with address and roles', async () => {
    const { status, headers, text } = await calls.identity(addressOf())
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain('Simulated Microsoft – this is not Microsoft')
    expect(text).toContain('<html lang="en">')
    expect(text.match(/<h1>/g)).toHaveLength(1)
    for (const person of simulator.world.partner.people) {
      expect(text).toContain(person.displayName)
      expect(text).toContain(person.userPrincipalName)
      expect(text).toContain(`value="${person.id}"`)
    }
    expect(text).toContain('<span>Global Administrator</span>')
    expect(text).toContain('<span>No directory role</span>')
    expect(text).toContain('sam.elsewhere@elsewhere-trading.example')
    expect(text).toMatch(/<button name="cancel"[^>]*>Cancel<\/button>/)
  })

  test('answers a browser that comes by the loopback address', async () => {
    const { host } = new URL(simulator.url)
    const { status, text } = await calls.send(host, addressOf())
    expect(status).toBe(200)
    expect(text).toContain('Pick a person')
  })

  test('sends the chosen person back with a code, the state and a session', async () => {
    const { status, location, fields } = await choose(addressOf(), { person: firstPerson() })
    expect(status).toBe(302)
    expect(`${location?.origin}${location?.pathname}`).toBe(redirectUri)
    expect(fields.get('code')).toMatch(/^1\.[A-Za-z0-9]{86}$/)
    expect(fields.get('state')).toBe('state & more')
    expect(fields.get('session_state')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('sends a cancelled sign-in back with AADSTS65004', async () => {
    const { fields } = await choose(addressOf(), { cancel: 'true' })
    expect(fields.get('error')).toBe('access_denied')
    expect(fields.get('error_subcode')).toBe('cancel')
    expect(fields.get('error_description')).toMatch(/^AADSTS65004: User declined to consent/)
    expect(fields.get('state')).toBe('state & more')
    expect(fields.has('code')).toBe(false)
  })

  test.each([
    ['an unknown app', { client_id: '11111111-1111-4111-8111-111111111111' }, 'AADSTS700016'],
    ['no app', { client_id: null }, 'AADSTS900144'],
    ['an unknown address', { redirect_uri: 'https://evil.example/' }, 'AADSTS50011'],
    ['no address', { redirect_uri: null }, 'AADSTS50011'],
    [
      'an address with a path more',
      { redirect_uri: 'http://localhost:3000/api/auth/microsoft/callback/x' },
      'AADSTS50011',
    ],
  ])('shows %s on its own page without a redirect', async (_, change, code) => {
    for (const options of [{}, { form: { person: firstPerson() } }]) {
      const { status, headers, text } = await calls.identity(addressOf(change), options)
      expect(status).toBe(400)
      expect(headers['location']).toBeUndefined()
      expect(text).toContain(code)
    }
  })

  test('escapes what it was asked for', async () => {
    const { text } = await calls.identity(addressOf({ redirect_uri: '"><script>x</script>' }))
    expect(text).not.toContain('<script>x')
    expect(text).toContain('&lt;script&gt;')
  })

  test('shows a tenant that does not exist on its own page', async () => {
    const { status, text } = await calls.identity(addressOf({}, 'unknown.example'))
    expect(status).toBe(400)
    expect(text).toContain('AADSTS90002')
  })

  test.each([
    ['response_type', null, 'invalid_request', 900144],
    ['response_type', 'id_token', 'unsupported_response_type', 700054],
    ['scope', null, 'invalid_request', 900144],
    ['response_mode', 'carrier-pigeon', 'invalid_request', 70007],
    ['code_challenge_method', 'S512', 'invalid_request', 9002331],
    ['response_mode', 'fragment', 'invalid_request', 70007],
    ['code_challenge_method', null, 'invalid_request', 9002331],
    ['prompt', 'none', 'invalid_request', 90023],
    ['prompt', 'admin_consent', 'invalid_request', 90023],
  ])('sends %s=%s back as %s', async (name, value, error, code) => {
    const answer = await calls.identity(addressOf({ [name]: value }))
    const fields = URL.parse(String(answer.headers['location']))?.searchParams
    expect(answer.status).toBe(302)
    expect(fields?.get('error')).toBe(error)
    expect(fields?.get('error_description')).toContain(`AADSTS${code}:`)
    expect(fields?.get('state')).toBe('state & more')
  })

  test('refuses a person of another directory on the page of the tenant', async () => {
    const { status, headers, text } = await calls.identity(addressOf(), {
      form: { person: stranger() },
    })
    expect(status).toBe(400)
    expect(headers['location']).toBeUndefined()
    expect(text).toContain('AADSTS50020')
  })

  test('refuses an unknown user', async () => {
    const { text } = await calls.identity(addressOf(), { form: { person: 'unknown' } })
    expect(text).toContain('AADSTS50034')
  })

  test.each(['organizations', 'common'])(
    'lets a person of another directory in by /%s, with the tid of that directory',
    async (tenant) => {
      const { fields } = await choose(addressOf({}, tenant), { person: stranger() })
      const { body } = await calls.requestToken(tenant, exchange(fields.get('code') ?? ''))
      expect(claimsOf(body['id_token'])['tid']).toBe(simulator.world.tenants.at(-1)?.id)
    },
  )

  test('lets a stranger in by the tenant when the fault foreign-directory is on', async () => {
    simulator.faults.add('foreign-directory', { times: 1 })
    const { fields } = await choose(addressOf(), { person: stranger() })
    const { body } = await calls.requestToken(
      simulator.world.partner.id,
      exchange(fields.get('code') ?? ''),
    )
    expect(claimsOf(body['id_token'])['tid']).not.toBe(simulator.world.partner.id)
  })

  test.each(['login', 'select_account'])('asks who it is at prompt=%s', async (prompt) => {
    const { status, text } = await calls.identity(addressOf({ prompt }))
    expect(status).toBe(200)
    expect(text).toContain('Pick a person')
    const { fields } = await choose(addressOf({ prompt }), { person: firstPerson() })
    expect(fields.has('code')).toBe(true)
  })

  test('takes a typed address', async () => {
    const account = ` ${simulator.world.partner.people[1]?.userPrincipalName.toUpperCase()} `
    const { fields } = await choose(addressOf(), { account })
    const { body } = await calls.requestToken(
      simulator.world.partner.id,
      exchange(fields.get('code') ?? ''),
    )
    expect(claimsOf(body['id_token'])['oid']).toBe(simulator.world.partner.people[1]?.id)
  })

  function exchange(code: string) {
    return {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: VERIFIER,
    }
  }
})

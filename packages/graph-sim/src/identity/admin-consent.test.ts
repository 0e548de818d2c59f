import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { claimsOf, createCalls, tenantOf, type Calls } from '../testing/calls.ts'
import type { Tenant } from '../world/types.ts'

const DEFAULT_SCOPE = 'https://graph.microsoft.com/.default'

describe('admin consent', () => {
  let simulator: Simulator
  let calls: Calls
  let tenant: Tenant
  let redirectUri: string

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 8 })
    calls = createCalls(simulator)
    tenant = tenantOf(simulator, 'never-consented')
    redirectUri = simulator.world.registration.redirectUris[1] ?? ''
  })
  afterAll(() => simulator.close())
  beforeEach(() => {
    simulator.faults.clear()
    tenant.consent = null
  })

  function addressOf(
    change: Readonly<Record<string, string | null>> = {},
    name = tenant.id,
  ): string {
    const query = new URLSearchParams({
      client_id: simulator.world.registration.clientId,
      redirect_uri: redirectUri,
      state: 'state & more',
      scope: DEFAULT_SCOPE,
    })
    for (const [key, value] of Object.entries(change)) {
      if (value === null) query.delete(key)
      else query.set(key, value)
    }
    return `/${name}/v2.0/adminconsent?${query.toString()}`
  }

  async function choose(address: string, form: Readonly<Record<string, string>>) {
    const answer = await calls.identity(address, { form })
    const location = URL.parse(String(answer.headers['location']))
    return {
      ...answer,
      fields: [...(location?.searchParams ?? [])],
      target: `${location?.origin}${location?.pathname}`,
    }
  }

  test('lists an administrator and an ordinary person of the tenant', async () => {
    const { status, headers, text } = await calls.identity(addressOf())
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('no-store')
    expect(text).toContain('Pick a person')
    expect(text).toContain(`value="${administratorOf(tenant)}"`)
    expect(text).toContain(`value="${ordinaryOf(tenant)}"`)
    expect(text).toMatch(/<label for="account">Address<\/label>/)
    expect(text).not.toContain('sam.elsewhere')
    expect(text.match(/<h1>/g)).toHaveLength(1)
  })

  test('lists what is asked for, in words, before it grants anything', async () => {
    const { status, text } = await choose(addressOf(), {
      person: administratorOf(tenant),
    })
    expect(status).toBe(200)
    expect(text).toContain('<h1>Permissions requested</h1>')
    expect(text).toContain('Read directory data<span>Directory.Read.All</span>')
    for (const name of simulator.world.registration.requiredPermissions) {
      expect(text).toContain(`<span>${name}</span>`)
    }
    expect(text).toMatch(/<button[^>]* name="accept"[^>]*>Accept<\/button>/)
    expect(text).toMatch(/<button name="cancel"[^>]*>Cancel<\/button>/)
    expect(text).not.toContain('<script')
    expect(tenant.consent).toBeNull()
  })

  test('grants all that the registration requires', async () => {
    await choose(addressOf(), { person: administratorOf(tenant), accept: 'true' })
    const { body } = await calls.requestToken(tenant.id)
    const claims = claimsOf(body['access_token'])
    expect(claims['roles']).toEqual(simulator.world.registration.requiredPermissions)
    expect(claims['oid']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('adds to what was granted before, under the same service principal', async () => {
    tenant.consent = { servicePrincipalId: 'sp-1', roles: ['Mail.Send'] }
    await choose(addressOf(), { person: administratorOf(tenant), accept: 'true' })
    expect(tenant.consent).toMatchObject({
      servicePrincipalId: 'sp-1',
      roles: ['Mail.Send', ...simulator.world.registration.requiredPermissions],
    })
  })

  test('takes an account by its typed address', async () => {
    const account = tenant.people[0]?.userPrincipalName.toUpperCase() ?? ''
    const { text } = await choose(addressOf(), { account })
    expect(text).toContain('Permissions requested')
    const unknown = await choose(addressOf(), { account: 'unknown@nowhere.example' })
    expect(unknown.text).toContain('AADSTS50034')
  })

  test('stops ordinary people on its own page, with a way back', async () => {
    for (const form of [{}, { accept: 'true' }]) {
      const answer = await choose(addressOf(), { person: ordinaryOf(tenant), ...form })
      expect(answer.status).toBe(400)
      expect(answer.headers['location']).toBeUndefined()
      expect(answer.text).toContain('AADSTS90094')
      expect(answer.text).toContain('Return to the application without granting consent')
    }
    expect(tenant.consent).toBeNull()
  })

  test('offers ordinary people a request where the directory has that', async () => {
    const { adminConsentRequestPolicy } = tenant.settings
    tenant.settings.adminConsentRequestPolicy = { ...adminConsentRequestPolicy, isEnabled: true }
    const { text } = await choose(addressOf(), { person: ordinaryOf(tenant) })
    tenant.settings.adminConsentRequestPolicy = adminConsentRequestPolicy
    expect(text).toContain('AADSTS90095')
  })

  test('refuses an administrator of another directory', async () => {
    const { status, text } = await choose(addressOf(), {
      person: administratorOf(simulator.world.partner),
      accept: 'true',
    })
    expect(status).toBe(400)
    expect(text).toContain('AADSTS50020')
    expect(tenant.consent).toBeNull()
  })

  test('consents for the directory of the administrator at /organizations', async () => {
    const address = addressOf({}, 'organizations')
    const page = await calls.identity(address)
    expect(page.text).toContain(`value="${administratorOf(tenant)}"`)
    const { fields } = await choose(address, {
      person: administratorOf(tenant),
      accept: 'true',
    })
    expect(Object.fromEntries(fields)).toMatchObject({ tenant: tenant.id, admin_consent: 'True' })
    expect(tenant.consent).not.toBeNull()
  })

  test.each([
    ['an unknown app', { client_id: '11111111-1111-4111-8111-111111111111' }, 'AADSTS700016'],
    ['no app', { client_id: null }, 'AADSTS900144'],
    ['an unknown address', { redirect_uri: 'https://evil.example/' }, 'AADSTS50011'],
    ['no address', { redirect_uri: null }, 'AADSTS50011'],
  ])('shows %s on its own page without a redirect', async (_, change, code) => {
    for (const options of [{}, { form: { person: administratorOf(tenant), accept: 'true' } }]) {
      const { status, headers, text } = await calls.identity(addressOf(change), options)
      expect(status).toBe(400)
      expect(headers['location']).toBeUndefined()
      expect(text).toContain(code)
    }
    expect(tenant.consent).toBeNull()
  })

  test.each([
    ['3d1f2f1e-0000-4000-8000-000000000000', 'AADSTS90002'],
    ['malformed~tenant', 'AADSTS900023'],
    ['consumers', 'AADSTS90130'],
    ['common', 'AADSTS90130'],
  ])('shows the directory %s on its own page', async (name, code) => {
    const { status, text } = await calls.identity(addressOf({}, name))
    expect(status).toBe(400)
    expect(text).toContain(code)
  })

  test('leaves the state out when none was given', async () => {
    for (const form of [{ cancel: 'true' }, { person: administratorOf(tenant), accept: 'true' }]) {
      const { fields } = await choose(addressOf({ state: null }), form)
      expect(fields.map(([name]) => name)).not.toContain('state')
    }
  })

  test('answers admin_consent, tenant, scope, state', async () => {
    const { status, target, fields } = await choose(addressOf(), {
      person: administratorOf(tenant),
      accept: 'true',
    })
    expect(status).toBe(302)
    expect(target).toBe(redirectUri)
    expect(fields.map(([name]) => name)).toEqual(['admin_consent', 'tenant', 'scope', 'state'])
    const { scope = '', ...others } = Object.fromEntries(fields)
    expect(others).toEqual({ admin_consent: 'True', tenant: tenant.id, state: 'state & more' })
    expect(scope.split(' ')).toEqual([
      ...simulator.world.registration.requiredPermissions.map(
        (name) => `https://graph.microsoft.com/${name}`,
      ),
      DEFAULT_SCOPE,
    ])
  })

  test('cancels with consent_required, and says admin_consent=True all the same', async () => {
    const { fields } = await choose(addressOf(), { cancel: 'true' })
    expect(fields).toEqual([
      ['admin_consent', 'True'],
      ['error', 'consent_required'],
      ['error_description', expect.stringMatching(/^AADSTS65004: User declined to consent/)],
      ['state', 'state & more'],
    ])
    expect(tenant.consent).toBeNull()
  })

  test('may cancel with access_denied, by a fault', async () => {
    simulator.faults.add('consent-cancel-denied')
    const { fields } = await choose(addressOf(), { cancel: 'true' })
    const answer = Object.fromEntries(fields)
    expect(answer).toMatchObject({ error: 'access_denied', error_subcode: 'cancel' })
    expect(answer['error_description']).toMatch(/^AADSTS65004: /)
  })

  test('an error may lose the state, by a fault', async () => {
    simulator.faults.add('consent-error-stateless')
    const { fields } = await choose(addressOf(), { cancel: 'true' })
    expect(fields.map(([name]) => name)).toEqual(['admin_consent', 'error', 'error_description'])
  })

  test.each([
    [null, 'invalid_request', 900144],
    ['', 'invalid_request', 900144],
    [`${DEFAULT_SCOPE} https://graph.microsoft.com/User.Read`, 'invalid_scope', 70011],
    ['https://vault.example/.default', 'invalid_resource', 500011],
    ['https://graph.microsoft.us/.default', 'invalid_resource', 500011],
    ['https://graph.microsoft.com/User.Read.All', 'invalid_scope', 70011],
  ])('sends the scope %s back as %s', async (scope, error, code) => {
    const answer = await calls.identity(addressOf({ scope }))
    const fields = URL.parse(String(answer.headers['location']))?.searchParams
    expect(answer.status).toBe(302)
    expect(fields?.get('admin_consent')).toBe('True')
    expect(fields?.get('error')).toBe(error)
    expect(fields?.get('error_description')).toContain(`AADSTS${code}:`)
    expect(fields?.get('state')).toBe('state & more')
  })
})

function administratorOf({ people }: Tenant): string {
  return people[0]?.id ?? ''
}

function ordinaryOf({ people }: Tenant): string {
  const person = people.find((each) => each.accountEnabled && each.roleTemplateIds.length === 0)
  return person?.id ?? ''
}

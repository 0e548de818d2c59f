import { importPKCS8 } from 'jose'
import {
  ClientSecretPost,
  PrivateKeyJwt,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  modifyAssertion,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSimulator, type Simulator } from '../simulator.ts'
import { createCalls, type Calls } from '../testing/calls.ts'
import { reroute } from '../testing/reroute.ts'

describe('unmodified openid-client', () => {
  let simulator: Simulator
  let calls: Calls
  let redirectUri: string

  beforeAll(async () => {
    simulator = await startSimulator({ tenants: 2 })
    calls = createCalls(simulator)
    redirectUri = simulator.world.registration.redirectUris[0] ?? ''
    reroute(simulator)
  })
  afterAll(() => simulator.close())

  async function configure(
    authentication = ClientSecretPost(),
    directory = simulator.world.partner.id,
  ): Promise<Configuration> {
    const { registration } = simulator.world
    const configuration = await discovery(
      new URL(`https://login.microsoftonline.com/${directory}/v2.0`),
      registration.clientId,
      registration.clientSecret,
      authentication,
    )
    enableNonRepudiationChecks(configuration)
    return configuration
  }

  /** Signs in by the page of people, and exchanges the code. */
  async function signIn(
    configuration: Configuration,
    change: { verifier?: string; scope?: string; personId?: string } = {},
  ) {
    const { partner } = simulator.world
    const verifier = randomPKCECodeVerifier()
    const checks = { expectedState: randomState(), expectedNonce: randomNonce() }
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: change.scope ?? 'openid profile email User.Read',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const answer = await calls.identity(`${url.pathname}${url.search}`, {
      form: { person: change.personId ?? partner.people[0]?.id ?? '' },
    })
    const callback = new URL(String(answer.headers['location']))
    return authorizationCodeGrant(configuration, callback, {
      ...checks,
      pkceCodeVerifier: change.verifier ?? verifier,
      idTokenExpected: true,
    })
  }

  test('signs a person in with a code and PKCE, and verifies the id_token by its keys', async () => {
    const { partner, registration } = simulator.world
    const [person] = partner.people
    const tokens = await signIn(await configure())
    expect(tokens.claims()).toMatchObject({
      iss: `https://login.microsoftonline.com/${partner.id}/v2.0`,
      aud: registration.clientId,
      tid: partner.id,
      oid: person?.id,
      name: person?.displayName,
      preferred_username: person?.userPrincipalName,
      ver: '2.0',
    })
    expect(tokens.claims()?.['wids']).toEqual(
      expect.arrayContaining([...(person?.roleTemplateIds ?? [])]),
    )
    expect(tokens.claims()?.sub).not.toBe(person?.id)
    expect(tokens.scope).toBe('openid profile email User.Read')
    expect(tokens.refresh_token).toBeUndefined()
  })

  test('receives no roles when the registration does not request them', async () => {
    simulator.faults.add('roles-unclaimed', { times: 1 })
    const tokens = await signIn(await configure())
    expect(tokens.claims()).toHaveProperty('oid')
    expect(tokens.claims()).not.toHaveProperty('wids')
  })

  test('may prove itself by its certificate', async () => {
    const { privateKeyPem, x5t } = await simulator.identity.certificate()
    const key = await importPKCS8(privateKeyPem, 'RS256')
    const authentication = PrivateKeyJwt(key, {
      [modifyAssertion](header) {
        header['x5t'] = x5t
      },
    })
    const tokens = await signIn(await configure(authentication))
    expect(tokens.claims()).toHaveProperty('oid')
  })

  test('signs a person of any directory in at /organizations, and fills in the issuer', async () => {
    const configuration = await configure(ClientSecretPost(), 'organizations')
    expect(configuration.serverMetadata().issuer).toContain('{tenantid}')
    const [, customer] = simulator.world.tenants
    const tokens = await signIn(configuration, { personId: customer?.people[0]?.id ?? '' })
    expect(tokens.claims()).toMatchObject({
      iss: `https://login.microsoftonline.com/${customer?.id}/v2.0`,
      tid: customer?.id,
      oid: customer?.people[0]?.id,
    })
  })

  test('refuses a token of a key that it has not read yet, and takes it once it has', async () => {
    const configuration = await configure()
    await signIn(configuration)
    await simulator.identity.rotateKeys()
    const refusal: unknown = await signIn(configuration).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'OAUTH_KEY_SELECTION_FAILED' })
    const tokens = await signIn(await configure())
    expect(tokens.claims()?.['tid']).toBe(simulator.world.partner.id)
  })

  test('gets invalid_grant for a wrong code_verifier', async () => {
    const signingIn = signIn(await configure(), { verifier: randomPKCECodeVerifier() })
    await expect(signingIn).rejects.toMatchObject({ error: 'invalid_grant', status: 400 })
  })

  test('refuses an id_token whose signature is forged', async () => {
    simulator.faults.add('forged-id-token', { times: 1 })
    await expect(signIn(await configure())).rejects.toMatchObject({
      cause: { message: 'JWT signature verification failed' },
    })
  })

  test('finds the tenant by its domain, with the issuer of the tenant id', async () => {
    const { registration, partner } = simulator.world
    const configuration = await discovery(
      new URL(`https://login.microsoftonline.com/${partner.defaultDomainName}/v2.0`),
      registration.clientId,
    )
    expect(configuration.serverMetadata().issuer).toBe(
      `https://login.microsoftonline.com/${partner.id}/v2.0`,
    )
  })
})

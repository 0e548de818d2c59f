import { createPrivateKey, X509Certificate } from 'node:crypto'

import { FRESH_SIGN_IN_MINUTES } from '@tenantscope/contract/limits'
import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { AppCredential } from '@tenantscope/graph-client/token-request'
import type { Transport } from '@tenantscope/graph-client/transport'
import * as openid from 'openid-client'

import type { Clock } from '../../lib/clock.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'
import type { MicrosoftConnection } from './microsoft-connection.ts'
import type { SignInFlow } from './sign-in-flow.ts'

export type MicrosoftClient = ReturnType<typeof createMicrosoftClient>

type Connection = NonNullable<Awaited<ReturnType<MicrosoftConnection['current']>>>

type Registration = Pick<Connection, 'clientId' | 'tenantId' | 'cloud' | 'version'> & {
  readonly credential: AppCredential
}

/** The verified claims that identify a user. */
export interface IdentityClaims {
  readonly tenantId: string | null
  readonly objectId: string | null
  readonly displayName: string | null
  readonly email: string | null
  readonly username: string | null
  /** Template ids of directory roles; null when the registration does not request them. */
  readonly directoryRoles: readonly string[] | null
  /** True when the token says that another directory owns the account. */
  readonly isGuest: boolean
  /** When the user proved their identity to Microsoft; null when the token does not contain it. */
  readonly authenticatedAt: Date | null
}

/** Interval of discovery; keys are also fetched when a token names an unknown one. */
const DISCOVERY_KEPT_MS = 3_600_000
const TIMEOUT_SECONDS = 10
const SCOPE = 'openid profile email'

/** OpenID Connect with one Microsoft directory. No claim is used before the token's signature is verified. */
export function createMicrosoftClient(deps: {
  transport: Pick<Transport, 'fetch' | 'browserUrl'>
  redirectUri: string
  clock: Clock
}) {
  const { transport, redirectUri, clock } = deps
  let kept: { registration: Registration; discovered: openid.Configuration; at: number } | null =
    null

  async function configurationFor(registration: Registration): Promise<openid.Configuration> {
    const now = clock.now().getTime()
    if (kept && isSame(kept.registration, registration) && now - kept.at < DISCOVERY_KEPT_MS)
      return kept.discovered
    const discovered = await discover(transport, registration)
    kept = { registration, discovered, at: now }
    return discovered
  }

  return {
    /** Returns the address for signing in; a fresh flow requires the password again. */
    async authorizationUrl(registration: Registration, flow: SignInFlow): Promise<URL> {
      const configuration = await configurationFor(registration)
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        response_mode: 'query',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
        // Technicians have several accounts; otherwise Microsoft silently uses the last one.
        prompt: flow.isFresh ? 'login' : 'select_account',
        // OpenID Connect Core: with max_age, the id_token contains auth_time.
        ...(flow.isFresh && { max_age: String(FRESH_SIGN_IN_MINUTES * 60) }),
      })
      return transport.browserUrl(url)
    },

    /** Exchanges the code and verifies issuer, audience, expiry, nonce and signature of the id_token. */
    async claimsOf(
      registration: Registration,
      flow: SignInFlow,
      answer: URLSearchParams,
    ): Promise<IdentityClaims> {
      const configuration = await configurationFor(registration)
      const tokens = await openid.authorizationCodeGrant(
        configuration,
        new URL(`${redirectUri}?${answer.toString()}`),
        {
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          pkceCodeVerifier: flow.codeVerifier,
          idTokenExpected: true,
        },
      )
      const claims = tokens.claims() ?? {}
      return {
        tenantId: textOf(claims, 'tid')?.toLowerCase() ?? null,
        objectId: textOf(claims, 'oid')?.toLowerCase() ?? null,
        displayName: textOf(claims, 'name'),
        email: textOf(claims, 'email') ?? textOf(claims, 'preferred_username'),
        username: textOf(claims, 'preferred_username'),
        directoryRoles: textsOf(claims, 'wids'),
        isGuest: saysGuest(claims),
        authenticatedAt: timeOf(claims, 'auth_time'),
      }
    },
  }
}

function discover(
  transport: Pick<Transport, 'fetch'>,
  { clientId, credential, tenantId, cloud }: Registration,
): Promise<openid.Configuration> {
  // The issuer's host, which differs from the login host in China: discovery requires the issuer's
  // own document.
  const issuer = new URL(`https://${CLOUDS[cloud].issuerHost}/${tenantId}/v2.0`)
  const clientAuth = clientAuthOf(credential, { tenantId, cloud })
  return openid.discovery(issuer, clientId, {}, clientAuth, {
    timeout: TIMEOUT_SECONDS,
    // Otherwise the library trusts TLS for the id_token and does not check its signature.
    execute: [openid.enableNonRepudiationChecks],
    [openid.customFetch]: (url, { body, signal, ...rest }) =>
      transport.fetch(url, { ...rest, body: body ?? null, signal: signal ?? null }),
  })
}

const isSame = (a: Registration, b: Registration): boolean =>
  a.clientId === b.clientId &&
  a.tenantId === b.tenantId &&
  a.cloud === b.cloud &&
  a.version === b.version

/**
 * True for guests: `acct` is an optional claim, 1 for guests; `idp` is present if it differs from
 * the issuer (Microsoft's pages "ID token claims reference" and "Optional claims reference").
 */
function saysGuest(claims: object): boolean {
  const account: unknown = Reflect.get(claims, 'acct')
  const provider = textOf(claims, 'idp')
  const own = textOf(claims, 'tid') ?? ''
  // The directory's own issuers, in either form, contain its id.
  return String(account) === '1' || (provider !== null && !provider.toLowerCase().includes(own))
}

function textsOf(claims: object, name: string): string[] | null {
  const value: unknown = Reflect.get(claims, name)
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null
}

function textOf(claims: object, name: string): string | null {
  const value: unknown = Reflect.get(claims, name)
  return typeof value === 'string' ? visibleText(oneLine(value)) : null
}

/** A time in seconds since 1970. */
function timeOf(claims: object, name: string): Date | null {
  const value: unknown = Reflect.get(claims, name)
  return typeof value === 'number' && Number.isFinite(value) ? new Date(value * 1_000) : null
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Returns how the app registration authenticates when it exchanges a sign-in's code. */
function clientAuthOf(
  credential: AppCredential,
  directory: Pick<Registration, 'tenantId' | 'cloud'>,
): openid.ClientAuth {
  if (credential.kind === 'secret') return openid.ClientSecretPost(credential.secret)
  if (credential.kind === 'certificate') return certified(credential, directory)
  // oxlint-disable-next-line typescript/no-misused-promises -- the library awaits it, as oauth4webapi's own type says
  return async (_server, client, body) => {
    body.set('client_id', client.client_id)
    body.set('client_assertion_type', ASSERTION_TYPE)
    body.set('client_assertion', await credential.assertion())
  }
}

/** Microsoft identifies the key by its certificate's thumbprint ("certificate credentials"). */
function certified(
  { certificatePem, privateKeyPem }: Extract<AppCredential, { kind: 'certificate' }>,
  { tenantId, cloud }: Pick<Registration, 'tenantId' | 'cloud'>,
): openid.ClientAuth {
  const { fingerprint256 } = new X509Certificate(certificatePem)
  const thumbprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url')
  const key = createPrivateKey(privateKeyPem).toCryptoKey(
    { name: 'RSA-PSS', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return openid.PrivateKeyJwt(key, {
    [openid.modifyAssertion]: (header, payload) => {
      header['x5t#S256'] = thumbprint
      payload['aud'] = `https://${CLOUDS[cloud].loginHost}/${tenantId}/oauth2/v2.0/token`
    },
  })
}

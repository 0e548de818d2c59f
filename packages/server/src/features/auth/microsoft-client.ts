import { CLOUDS } from '@tenantscope/graph-client/clouds'
import type { Cloud } from '@tenantscope/graph-client/clouds'
import type { AppCredential } from '@tenantscope/graph-client/token-request'
import type { Transport } from '@tenantscope/graph-client/transport'
import * as openid from 'openid-client'

import type { Clock } from '../../lib/clock.ts'
import { oneLine, visibleText } from '../../lib/stored-text.ts'
import { clientAuthOf } from './microsoft-client-auth.ts'
import type { SignInFlow } from './sign-in-flow.ts'

export type MicrosoftClient = ReturnType<typeof createMicrosoftClient>

interface Registration {
  readonly clientId: string
  readonly credential: AppCredential
  readonly tenantId: string
  readonly cloud: Cloud
  /** Grows with every change, also of the credential alone. */
  readonly version: number
}

/** The verified claims that say who somebody is. */
export interface IdentityClaims {
  readonly tenantId: string | null
  readonly objectId: string | null
  readonly displayName: string | null
  readonly email: string | null
  readonly username: string | null
  /** Template ids of directory roles; null where the registration does not ask for them. */
  readonly directoryRoles: readonly string[] | null
  /** Whether the token says that another directory keeps the account. */
  readonly isGuest: boolean
}

/** Discovery is renewed this often; keys are fetched again whenever a token names an unknown one. */
const DISCOVERY_KEPT_MS = 3_600_000
const TIMEOUT_SECONDS = 10
const SCOPE = 'openid profile email'

/** OpenID Connect with one directory of Microsoft. Nothing of a token is believed before its signature is checked. */
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
    /** Where the browser goes to sign in; `isFresh`: with a new look at the password. */
    async authorizationUrl(
      registration: Registration,
      flow: SignInFlow,
      { isFresh }: { isFresh: boolean },
    ): Promise<URL> {
      const configuration = await configurationFor(registration)
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        response_mode: 'query',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
        // Technicians have several accounts; without this Microsoft silently takes the last one.
        prompt: isFresh ? 'login' : 'select_account',
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
      }
    },
  }
}

function discover(
  transport: Pick<Transport, 'fetch'>,
  { clientId, credential, tenantId, cloud }: Registration,
): Promise<openid.Configuration> {
  // The issuer's host, which differs from the login host in China: discovery insists on the issuer's
  // own document.
  const issuer = new URL(`https://${CLOUDS[cloud].issuerHost}/${tenantId}/v2.0`)
  const clientAuth = clientAuthOf(credential, { tenantId, cloud })
  return openid.discovery(issuer, clientId, {}, clientAuth, {
    timeout: TIMEOUT_SECONDS,
    // Without this the library trusts TLS for the id_token and does not check its signature.
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
 * `acct` is an optional claim, 1 for guests; `idp` comes where it differs from the issuer (Microsoft's
 * pages "ID token claims reference" and "Optional claims reference").
 */
function saysGuest(claims: object): boolean {
  const account: unknown = Reflect.get(claims, 'acct')
  const provider = textOf(claims, 'idp')
  const own = textOf(claims, 'tid') ?? ''
  // The directory names itself by either of its issuers, of which each holds its id.
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

import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto'

import { ConfidentialClientApplication } from '@azure/msal-node'
import type { Configuration, INetworkModule } from '@azure/msal-node'
import { codesRowOf } from '@tenantscope/contract/microsoft-codes'
import { z } from 'zod'

import { untilAborted } from './abort.ts'
import type { Clock } from './clock.ts'
import { CLOUDS } from './clouds.ts'
import type { Cloud } from './clouds.ts'
import { exchange, failureOfExchange, headerOf } from './exchange.ts'
import type { HttpAnswer } from './exchange.ts'
import { GraphFailure } from './failures.ts'
import { parsedJson } from './json.ts'
import type { OnRequest } from './request-log.ts'
import { retryAfterMs } from './retry.ts'
import type { Attempt } from './retry.ts'
import { failureOfTokenAnswer } from './token-failures.ts'
import type { Transport } from './transport.ts'

/** The credential of the app registration. */
export type AppCredential =
  | { kind: 'secret'; secret: string }
  /** PEM both; the certificate is the one that was uploaded to the registration. */
  | { kind: 'certificate'; privateKeyPem: string; certificatePem: string }
  /** A token of another identity provider, requested each time because it expires within minutes. */
  | { kind: 'federated'; assertion: () => Promise<string> }

/** An app-only token for one tenant. */
export type AppToken = {
  accessToken: string
  /** The application permissions that the tenant granted; empty when the token cannot be read. */
  roles: readonly string[]
  expiresAt: Date
}

type TokenRequestOptions = {
  transport: Transport
  cloud: Cloud
  clientId: string
  credential: AppCredential
  clock: Clock
  onRequest?: OnRequest
  /** How long one attempt may take. */
  timeoutMs: number
}

const PATH_TEMPLATE = '/{id}/oauth2/v2.0/token'

/** Asks once for a tenant's token. */
export function createTokenRequest(options: TokenRequestOptions) {
  return async (tenantId: string, attempt: number): Promise<Attempt<AppToken>> => {
    const path = `/${tenantId}/oauth2/v2.0/token`
    const correlationId = randomUUID()
    const facts = () => ({ at: options.clock.now(), path, correlationId })
    if (!isTenantName(tenantId)) throw new GraphFailure('APP_NOT_FOUND', facts())

    const proof = await proofOf(options).catch((error: unknown) =>
      unusable(options.credential, error, facts()),
    )
    if (proof instanceof GraphFailure) return failed(proof, null)
    const post = createOnePost(options, facts)
    const startedAt = performance.now()
    // MSAL wraps whatever its network client throws, so what really happened is read from `post`.
    const { network } = post
    const result = await acquire(options, { tenantId, correlationId, network, proof }).catch(
      (error: unknown) => error,
    )
    const durationMs = performance.now() - startedAt
    const { status, failure, afterMs, expiresInSeconds } = post.outcome()
    options.onRequest?.({ tenantId, pathTemplate: PATH_TEMPLATE, status, durationMs, attempt })

    if (failure) return failed(failure, afterMs)
    const accessToken = AccessToken.safeParse(result).data?.accessToken
    if (accessToken === undefined || expiresInSeconds === null) {
      throw new GraphFailure('MALFORMED_ANSWER', { ...facts(), status, detail: 'access_token' })
    }
    return { done: tokenOf(accessToken, expiresInSeconds, { ...facts(), status }) }
  }
}

const AccessToken = z.object({ accessToken: z.string().min(1) })

/** The credential of the app registration in the form that MSAL accepts. */
type Proof = Pick<Configuration['auth'], 'clientSecret' | 'clientCertificate' | 'clientAssertion'>

async function proofOf({ credential, timeoutMs }: TokenRequestOptions): Promise<Proof> {
  if (credential.kind === 'secret') return { clientSecret: credential.secret }
  if (credential.kind === 'federated') {
    const inTime = AbortSignal.timeout(timeoutMs)
    return { clientAssertion: await untilAborted(credential.assertion(), inTime) }
  }
  const certificate = new X509Certificate(credential.certificatePem)
  const privateKey = createPrivateKey(credential.privateKeyPem)
  if (!certificate.checkPrivateKey(privateKey)) throw new Error('they do not belong together')
  const thumbprintSha256 = certificate.fingerprint256.replaceAll(':', '')
  return { clientCertificate: { thumbprintSha256, privateKey: credential.privateKeyPem } }
}

/** The credential is invalid or missing; not retryable. */
function unusable({ kind }: AppCredential, error: unknown, facts: CredentialFacts): GraphFailure {
  if (error instanceof GraphFailure) return error
  // The issuer of the assertion does not respond. That is temporary, and no fault of the credential.
  const isSilent = error instanceof Error && error.name === 'TimeoutError'
  return new GraphFailure(isSilent ? 'UNAVAILABLE' : 'INVALID_CLIENT_SECRET', {
    ...facts,
    detail: `the ${kind} cannot be used`,
  })
}

type CredentialFacts = { at: Date; path: string; correlationId: string }

type AcquireOptions = {
  tenantId: string
  correlationId: string
  network: INetworkModule
  proof: Proof
}

/**
 * A client per tenant and request: MSAL keeps tokens and its own 60-second refusals after a 5xx in
 * the client, by the process's clock; ours are kept in tokens.ts, by the clock that was given.
 */
function acquire(
  options: TokenRequestOptions,
  { tenantId, correlationId, network, proof }: AcquireOptions,
) {
  const { loginHost, issuerHost, scope } = CLOUDS[options.cloud]
  const base = `https://${loginHost}/${tenantId}`
  const client = new ConfidentialClientApplication({
    auth: {
      clientId: options.clientId,
      authority: base,
      ...proof,
      // Spares MSAL the discovery of each tenant's endpoints, which differ in nothing but the tenant.
      // It does not look up the login hosts either: all of them are in its own list.
      authorityMetadata: JSON.stringify({
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
        issuer: `https://${issuerHost}/${tenantId}/v2.0`,
      }),
    },
    system: { networkClient: network },
  })
  return client.acquireTokenByClientCredential({
    scopes: [scope],
    correlationId,
    // Otherwise the variable MSAL_FORCE_REGION of the host would move requests to a regional host.
    azureRegion: 'DisableMsalForceRegion',
  })
}

type PostOutcome = {
  status: number | null
  failure: GraphFailure | null
  afterMs: number | null
  expiresInSeconds: number | null
}

type Facts = () => CredentialFacts

/** MSAL's network client for one token request; keeps what MSAL's own errors leave out. */
function createOnePost({ transport, clock, timeoutMs }: TokenRequestOptions, facts: Facts) {
  const outcome: PostOutcome = {
    status: null,
    failure: new GraphFailure('INTERNAL', facts()),
    afterMs: null,
    expiresInSeconds: null,
  }

  function fail(failure: GraphFailure): never {
    outcome.failure = failure
    throw failure
  }

  async function post(url: string, sent: { headers?: Record<string, string>; body?: string } = {}) {
    const answer = await exchange(transport.dispatcher, {
      method: 'POST',
      url,
      headers: { ...sent.headers, accept: 'application/json' },
      body: sent.body,
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => fail(failureOfExchange(error, facts())))
    outcome.status = answer.status
    outcome.afterMs = retryAfterMs(headerOf(answer, 'retry-after'), clock.now())
    const body =
      answer.status === 200 ? TokenBody.safeParse(parsedJson(answer.body)).data : undefined
    if (!body) return fail(failureOf(answer, facts))
    outcome.failure = null
    outcome.expiresInSeconds = body.expires_in
    return { status: answer.status, headers: {}, body }
  }

  const network: INetworkModule = {
    // Never called: there is nothing left to discover.
    sendGetRequestAsync: () => fail(new GraphFailure('INTERNAL', facts())),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- MSAL lets its caller name the body's type; TokenBody has just checked it
    sendPostRequestAsync: post as INetworkModule['sendPostRequestAsync'],
  }
  return { network, outcome: () => outcome }
}

function failureOf(answer: HttpAnswer, facts: Facts): GraphFailure {
  const { status, body } = answer
  const requestId = headerOf(answer, 'x-ms-request-id')
  if (status === 200) return new GraphFailure('MALFORMED_ANSWER', { ...facts(), status, requestId })
  return failureOfTokenAnswer({ status, body, requestId, ...facts() })
}

const TokenBody = z.looseObject({
  access_token: z.string().min(1),
  // Numbers from the v2 endpoint; the v1 endpoint and some proxies send text.
  expires_in: z.coerce.number().positive(),
})

function failed(failure: GraphFailure, afterMs: number | null): Attempt<never> {
  if (mayPassSoon(failure)) return { failure, afterMs }
  throw failure
}

/** The table of Microsoft's codes decides; without a code the kind of the failure does. */
function mayPassSoon({ code, microsoftCode }: GraphFailure): boolean {
  const row = codesRowOf(microsoftCode)
  return row === undefined ? PASSING.has(code) : row.retry === 'soon'
}

const PASSING = new Set<string>(['UNAVAILABLE', 'THROTTLED', 'MALFORMED_ANSWER'])

/** A GUID or a verified domain; anything else would reach into another path of the login host. */
function isTenantName(tenantId: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)*$/u.test(tenantId)
}

type TokenFacts = { at: Date; path: string; correlationId: string; status: number | null }

function tokenOf(accessToken: string, expiresInSeconds: number, facts: TokenFacts): AppToken {
  const roles = rolesIn(accessToken)
  // Without any consented application permission the token is issued all the same, without roles.
  if (roles?.length === 0) throw new GraphFailure('CONSENT_REQUIRED', facts)
  const expiresAt = new Date(facts.at.getTime() + expiresInSeconds * 1000)
  return { accessToken, roles: roles ?? [], expiresAt }
}

/** Null when the token is not a readable JWT: Microsoft reserves the right to make it opaque. */
function rolesIn(accessToken: string): string[] | null {
  const payload = accessToken.split('.')[1]
  if (payload === undefined) return null
  const claims = parsedJson(Buffer.from(payload, 'base64url').toString('utf8'))
  return Claims.safeParse(claims).data?.roles ?? null
}

const Claims = z.object({ roles: z.array(z.string()).catch([]).default([]) })

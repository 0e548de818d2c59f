import type { KeyObject } from 'node:crypto'

import {
  compactVerify,
  decodeJwt,
  decodeProtectedHeader,
  type JWTPayload,
  type ProtectedHeaderParameters,
} from 'jose'

import type { IdentityContext } from './context.ts'
import { IdentityRefusal } from './refusals.ts'
import { appDetails, type TokenRequest } from './token-request.ts'

/** Clocks may differ by five minutes. */
const SKEW_SECONDS = 300
/** The end of the year 9999. */
const LATEST_SECONDS = 253_402_300_799
const ALGORITHMS = ['RS256', 'PS256']

interface Assertion {
  readonly token: string
  readonly header: ProtectedHeaderParameters
  readonly payload: JWTPayload
}

/**
 * Verifies a client assertion (page "Microsoft identity platform application authentication
 * certificate credentials"). A token whose issuer is an address is a federated one, for which the
 * registration names issuer, subject and audience; the app signs every other one itself.
 */
export async function verifyClientAssertion(
  context: IdentityContext,
  asked: TokenRequest,
  token: string,
): Promise<void> {
  const assertion = decode(token)
  const { alg = 'none' } = assertion.header
  if (!ALGORITHMS.includes(alg)) throw new IdentityRefusal('assertionAlgorithm', { value: alg })
  if (URL.canParse(assertion.payload.iss ?? '')) return verifyFederated(context, assertion)
  return verifySigned(context, asked, assertion)
}

function decode(token: string): Assertion {
  try {
    return { token, header: decodeProtectedHeader(token), payload: decodeJwt(token) }
  } catch {
    throw malformed('It cannot be decoded.')
  }
}

async function verifySigned(
  context: IdentityContext,
  asked: TokenRequest,
  assertion: Assertion,
): Promise<void> {
  const { payload } = assertion
  const { clientId } = context.world.registration
  for (const name of ['iss', 'sub', 'aud', 'jti'] as const) {
    if (payload[name] === undefined) throw malformed(`It has no claim '${name}'.`)
  }
  if (payload.iss !== clientId || payload.sub !== clientId) {
    throw new IdentityRefusal('assertionOfOtherApp')
  }
  await refuseUnsigned(context, assertion)
  refuseUntimely(context, payload)
  const audiences = audiencesOf(asked)
  if (!givenAudiences(payload).some((each) => audiences.includes(each))) {
    throw new IdentityRefusal('assertionAudience')
  }
}

async function refuseUnsigned(context: IdentityContext, assertion: Assertion): Promise<void> {
  const { 'x5t#S256': sha256, x5t = '' } = assertion.header
  const thumbprint = typeof sha256 === 'string' ? sha256 : x5t
  const key = await context.certificates.find(thumbprint)
  const value = Buffer.from(thumbprint, 'base64url').toString('hex').toUpperCase()
  if (!key) throw new IdentityRefusal('assertionKeyUnknown', { ...appDetails(context), value })
  if (!(await isSigned(assertion, key))) throw new IdentityRefusal('assertionSignature', { value })
}

async function verifyFederated(context: IdentityContext, assertion: Assertion): Promise<void> {
  const { header, payload } = assertion
  const { iss = '', sub = '' } = payload
  const audience = givenAudiences(payload).join(' ')
  const ofIssuer = context.world.registration.federatedCredentials.filter(
    (credential) => credential.issuer === iss,
  )
  if (ofIssuer.length === 0) throw new IdentityRefusal('federatedIssuer', { value: iss })
  const ofAudience = ofIssuer.filter((credential) => credential.audience === audience)
  if (ofAudience.length === 0) throw new IdentityRefusal('federatedAudience', { value: audience })
  if (!ofAudience.some((credential) => credential.subject === sub)) {
    throw new IdentityRefusal('federatedSubject', { value: sub })
  }
  const key = await context.workloads.keyById(String(header.kid))
  if (!key || !(await isSigned(assertion, key))) throw new IdentityRefusal('federatedSignature')
  refuseUntimely(context, payload)
}

async function isSigned({ token }: Assertion, key: KeyObject): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: ALGORITHMS })
    return true
  } catch {
    return false
  }
}

function refuseUntimely({ now }: IdentityContext, { nbf = 0, exp }: JWTPayload): void {
  if (!isTime(nbf) || !isTime(exp)) throw malformed("Its claims 'nbf' and 'exp' must be times.")
  const seconds = now() / 1000
  if (nbf - SKEW_SECONDS <= seconds && exp + SKEW_SECONDS > seconds) return
  throw new IdentityRefusal('assertionTime', {
    value: `Current time: ${textOf(seconds)}, assertion valid from ${textOf(nbf)}, expiry time of assertion ${textOf(exp)}.`,
  })
}

function isTime(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && seconds >= 0 && seconds <= LATEST_SECONDS
}

function textOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function givenAudiences({ aud = [] }: JWTPayload): string[] {
  return [aud].flat()
}

/** The token endpoint itself, in either version, or the issuer of the directory. */
function audiencesOf({ directory, request }: TokenRequest): string[] {
  const { cloud } = request
  const names =
    directory.kind === 'tenant'
      ? [
          directory.tenant.id,
          directory.tenant.defaultDomainName,
          directory.tenant.initialDomainName,
        ]
      : [directory.name]
  const hosts = new Set([cloud.loginHost, cloud.issuerHost])
  return [...hosts].flatMap((host) =>
    names.flatMap((name) => [
      `https://${host}/${name}/oauth2/v2.0/token`,
      `https://${host}/${name}/oauth2/token`,
      `https://${host}/${name}/v2.0`,
      `https://${cloud.stsHost}/${name}/`,
    ]),
  )
}

function malformed(value: string): IdentityRefusal {
  return new IdentityRefusal('assertionMalformed', { value })
}

import { createHash } from 'node:crypto'

import { jsonReply, type SimReply } from '../http.ts'
import type { Grant } from './authorization-codes.ts'
import type { IdentityContext } from './context.ts'
import { segmentOf, type Directory } from './directories.ts'
import { IdentityRefusal } from './refusals.ts'
import { refuseByFault, required, type ClientProof, type TokenRequest } from './token-request.ts'
import {
  NO_STORE,
  USER_TOKEN_LIFETIME_SECONDS,
  grantedScope,
  signIdToken,
  signUserAccessToken,
} from './tokens.ts'

const PERSON_FAULTS = {
  'mfa-required': 'mfaRequired',
  'consent-missing': 'consentMissing',
} as const
const REFRESH_FAULTS = {
  'refresh-revoked': 'refreshRevoked',
  'refresh-expired': 'refreshExpired',
} as const

/** grant_type=authorization_code */
export async function answerAuthorizationCode(
  context: IdentityContext,
  asked: TokenRequest,
  proof: ClientProof,
): Promise<SimReply> {
  const { form } = asked
  const redirectUri = required(form, 'redirect_uri')
  const grant = context.codes.redeem(required(form, 'code'))
  if (!isSameDirectory(grant, asked.directory)) throw new IdentityRefusal('codeOfOtherTenant')
  if (grant.redirectUri !== redirectUri) {
    throw new IdentityRefusal('redirectChanged', { value: redirectUri })
  }
  if (!isVerified(grant, form.get('code_verifier'))) throw new IdentityRefusal('verifierWrong')
  return answerTokens(context, asked, { grant, proof })
}

/** grant_type=refresh_token: fresh tokens, for the same permissions or for those that scope names. */
export async function answerRefreshToken(
  context: IdentityContext,
  asked: TokenRequest,
  proof: ClientProof,
): Promise<SimReply> {
  const token = required(asked.form, 'refresh_token')
  refuseByFault(context, asked.target, REFRESH_FAULTS)
  const grant = context.refreshTokens.redeem(token)
  if (!isSameDirectory(grant, asked.directory)) throw new IdentityRefusal('codeOfOtherTenant')
  const asksFor = asked.form.get('scope') ?? ''
  const isWhole = asksFor === '' || asksFor.endsWith('/.default')
  const again = {
    ...grant,
    scope: isWhole ? grant.scope : `${asksFor} offline_access`,
    // It answers one sign-in, and this is none.
    nonce: undefined,
  }
  return answerTokens(context, asked, { grant: again, proof })
}

async function answerTokens(
  context: IdentityContext,
  { request, target }: TokenRequest,
  { grant, proof }: { readonly grant: Grant; readonly proof: ClientProof },
): Promise<SimReply> {
  refuseByFault(context, target, PERSON_FAULTS)
  const { cloud } = request
  const current = currentGrant(grant)
  const scopes = grant.scope.split(' ')
  return jsonReply(
    200,
    {
      token_type: 'Bearer',
      scope: grantedScope(grant.scope),
      expires_in: USER_TOKEN_LIFETIME_SECONDS,
      ext_expires_in: USER_TOKEN_LIFETIME_SECONDS,
      access_token: await signUserAccessToken(context, current, { cloud, proof }),
      ...(scopes.includes('offline_access')
        ? { refresh_token: context.refreshTokens.issue(current) }
        : {}),
      ...(scopes.includes('openid')
        ? { id_token: await signIdToken(context, current, cloud) }
        : {}),
    },
    NO_STORE,
  )
}

/** The person as they are now: renamed, given other roles, blocked or gone since the sign-in. */
function currentGrant(grant: Grant): Grant {
  const person = grant.home.people.find((each) => each.id === grant.person.id)
  if (!person) throw new IdentityRefusal('personUnknown', { value: grant.person.userPrincipalName })
  if (!person.accountEnabled) throw new IdentityRefusal('personDisabled')
  return { ...grant, person }
}

function isSameDirectory(grant: Grant, directory: Directory): boolean {
  if (directory.kind === 'shared' || directory.tenant.id === grant.home.id) return true
  return segmentOf(grant.directory) === segmentOf(directory)
}

function isVerified({ challenge, challengeMethod }: Grant, verifier: string | null): boolean {
  if (challenge === undefined) return true
  if (verifier === null) return false
  if (challengeMethod === 'plain') return verifier === challenge
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

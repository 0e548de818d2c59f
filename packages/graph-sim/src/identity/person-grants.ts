import { createHash } from 'node:crypto'

import { jsonReply, type SimReply } from '../http.ts'
import type { Grant } from './authorization-codes.ts'
import type { IdentityContext } from './context.ts'
import { segmentOf, type Directory } from './directories.ts'
import { IdentityRefusal } from './refusals.ts'
import { refuseByFault, required, type TokenRequest } from './token-request.ts'
import { NO_STORE, USER_TOKEN_LIFETIME_SECONDS, grantedScope, signIdToken } from './tokens.ts'

const PERSON_FAULTS = {
  'mfa-required': 'mfaRequired',
  'consent-missing': 'consentMissing',
} as const

/** grant_type=authorization_code */
export async function answerAuthorizationCode(
  context: IdentityContext,
  asked: TokenRequest,
): Promise<SimReply> {
  const { form } = asked
  const redirectUri = required(form, 'redirect_uri')
  const grant = context.codes.redeem(required(form, 'code'))
  if (!isSameDirectory(grant, asked.directory)) throw new IdentityRefusal('codeOfOtherTenant')
  if (grant.redirectUri !== redirectUri) {
    throw new IdentityRefusal('redirectChanged', { value: redirectUri })
  }
  const verifier = form.get('code_verifier') ?? ''
  if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge) {
    throw new IdentityRefusal('verifierWrong')
  }
  refuseByFault(context, asked.target, PERSON_FAULTS)
  const current = currentGrant(grant)
  const scopes = grant.scope.split(' ')
  return jsonReply(
    200,
    {
      token_type: 'Bearer',
      scope: grantedScope(grant.scope),
      expires_in: USER_TOKEN_LIFETIME_SECONDS,
      ext_expires_in: USER_TOKEN_LIFETIME_SECONDS,
      // Opaque here: the product never calls Graph on behalf of a user.
      access_token: context.newId(),
      ...(scopes.includes('openid')
        ? { id_token: await signIdToken(context, current, asked.request.cloud) }
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

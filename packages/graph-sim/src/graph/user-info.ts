import type { Tenant } from '../world/types.ts'
import { identityNotFound, type Caller } from './access-token.ts'
import { ok, type GraphAnswer } from './call.ts'
import { GraphRefusal } from './refusals.ts'

/** OpenID Connect's own path, beside Graph's versions. */
export const USER_INFO_PATH = '/oidc/userinfo'

/** What the signed-in person's scopes let the app know; an app alone is nobody. */
export function answerUserInfo({ userId, subject, scopes }: Caller, tenant: Tenant): GraphAnswer {
  if (userId === null) {
    throw new GraphRefusal(401, 'InvalidAuthenticationToken', {
      message: 'The token has no signed-in person.',
    })
  }
  const person = tenant.people.find((each) => each.id === userId)
  if (!person) throw identityNotFound()
  return ok({
    sub: subject,
    ...(scopes.includes('profile')
      ? {
          name: person.displayName,
          given_name: person.givenName,
          family_name: person.surname,
          picture: 'https://graph.microsoft.com/v1.0/me/photo/$value',
        }
      : {}),
    ...(scopes.includes('email') && person.mail !== null ? { email: person.mail } : {}),
  })
}

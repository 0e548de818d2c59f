import { isGraphResource, type Cloud } from '../clouds.ts'
import { jsonReply, type SimReply, type SimRequest } from '../http.ts'
import type { Tenant } from '../world/types.ts'
import { authenticateClient } from './client-authentication.ts'
import { seenConsent, type SeenConsent } from './consent.ts'
import type { IdentityContext } from './context.ts'
import { tenantIdOf, type Directory } from './directories.ts'
import { answerAuthorizationCode } from './person-grants.ts'
import { IdentityRefusal } from './refusals.ts'
import {
  readForm,
  refusalByFault,
  refuseByFault,
  required,
  type ClientProof,
  type TokenRequest,
} from './token-request.ts'
import { APP_TOKEN_LIFETIME_SECONDS, NO_STORE, signAppToken } from './tokens.ts'

const SERVICE_FAULTS = {
  'tenant-throttled': 'throttled',
  'directory-unavailable': 'transient',
  'external-retryable': 'externalRetryable',
  'budget-exceeded': 'budgetExceeded',
  'request-timeout': 'requestTimeout',
  'cross-cloud': 'crossCloud',
} as const

type Answer = (
  context: IdentityContext,
  asked: TokenRequest,
  proof: ClientProof,
) => Promise<SimReply>

const ANSWERS: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['client_credentials', answerClientCredentials],
  ['authorization_code', answerAuthorizationCode],
])

/** POST /{tenant}/oauth2/v2.0/token; throws an IdentityRefusal when Microsoft would refuse. */
export async function answerTokenRequest(
  context: IdentityContext,
  request: SimRequest,
  directory: Directory,
): Promise<SimReply> {
  if (request.method !== 'POST') throw new IdentityRefusal('postOnly', { value: request.method })
  const asked = {
    request,
    directory,
    form: readForm(request),
    target: { service: 'identity', tenantId: tenantIdOf(directory), path: request.path } as const,
  }
  refuseByFault(context, asked.target, SERVICE_FAULTS)
  const refusal = refusalByFault(context, asked.target)
  if (refusal) throw refusal
  const grantType = required(asked.form, 'grant_type')
  const answer = ANSWERS.get(grantType)
  if (!answer) throw new IdentityRefusal('unsupportedGrant', { value: grantType })
  const proof = await authenticateClient(context, asked)
  refuseByFault(context, asked.target, { 'access-blocked': 'accessBlocked' })
  return answer(context, asked, proof)
}

async function answerClientCredentials(
  context: IdentityContext,
  { request, directory, form, target }: TokenRequest,
  proof: ClientProof,
): Promise<SimReply> {
  if (directory.kind === 'shared') {
    throw new IdentityRefusal('tenantRequired', { tenant: directory.name })
  }
  const { tenant } = directory
  const { cloud } = request
  const resource = readResource(context, required(form, 'scope'), { tenant, cloud })
  const consent = rolesLeft(context, seenConsent(context, tenant, target), target)
  return jsonReply(
    200,
    {
      token_type: 'Bearer',
      expires_in: APP_TOKEN_LIFETIME_SECONDS,
      ext_expires_in: APP_TOKEN_LIFETIME_SECONDS,
      access_token: await signAppToken(context, { tenant, consent, resource, cloud, proof }),
    },
    NO_STORE,
  )
}

/** One resource per request, and all of its permissions at once: https://host/.default */
function readResource(
  { world }: IdentityContext,
  scope: string,
  { tenant, cloud }: { readonly tenant: Tenant; readonly cloud: Cloud },
): string {
  const match = /^(https?:\/\/[^/\s]+)\/\.default$/.exec(scope.trim())
  if (!match?.[1]) throw new IdentityRefusal('badScope', { value: scope })
  const [, resource] = match
  const isKnown =
    world.cloud === 'any' ? isGraphResource(resource) : resource === `https://${cloud.graphHost}`
  if (isKnown) return resource
  throw new IdentityRefusal('resourceUnknown', { value: resource, tenant: tenant.displayName })
}

function rolesLeft(
  { faults }: IdentityContext,
  consent: SeenConsent,
  target: TokenRequest['target'],
): SeenConsent {
  const fault = faults.take(['roles-removed'], target)
  if (!fault) return consent
  return {
    ...consent,
    roles: consent.roles.filter((role) => fault.roles && !fault.roles.includes(role)),
  }
}

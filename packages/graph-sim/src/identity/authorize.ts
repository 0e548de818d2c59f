import { redirectReply, type SimReply, type SimRequest } from '../http.ts'
import type { Person, Tenant } from '../world/types.ts'
import type { IdentityContext } from './context.ts'
import type { Directory } from './directories.ts'
import { formPostPage, pickerPage } from './pages.ts'
import { IdentityRefusal, describeRefusal, type Trace } from './refusals.ts'

const RESPONSE_MODES = ['query', 'fragment', 'form_post'] as const

interface SignInRequest {
  readonly directory: Directory
  readonly redirectUri: string
  readonly responseMode: (typeof RESPONSE_MODES)[number]
  readonly state: string | undefined
  readonly query: URLSearchParams
  readonly trace: Trace
}

/**
 * GET shows the people, POST is the choice among them. A client or an address that Microsoft does
 * not know is refused on its own page, by a thrown IdentityRefusal; everything else that is wrong
 * goes back to the app.
 */
export function answerSignIn(
  context: IdentityContext,
  request: SimRequest,
  { directory, trace }: { readonly directory: Directory; readonly trace: Trace },
): SimReply {
  const { query } = request
  const redirectUri = knownRedirectUri(context, query, directory)
  const mode = RESPONSE_MODES.find((each) => each === query.get('response_mode'))
  const asked: SignInRequest = {
    directory,
    redirectUri,
    responseMode: mode ?? 'query',
    state: query.get('state') ?? undefined,
    query,
    trace,
  }
  const refusal = problemOf(query)
  if (refusal) return sendBack(asked, refusal)
  if (request.method === 'POST') return answerChoice(context, asked, request.body)
  const { registration, partner } = context.world
  return pickerPage({
    appName: registration.displayName,
    members: partner,
    strangers: foreignOf(context),
  })
}

function knownRedirectUri(
  { world }: IdentityContext,
  query: URLSearchParams,
  directory: Directory,
): string {
  const { clientId, redirectUris } = world.registration
  const appId = query.get('client_id')
  if (!appId) throw new IdentityRefusal('missingParameter', { value: 'client_id' })
  if (appId.toLowerCase() !== clientId) {
    const tenant = directory.kind === 'tenant' ? directory.tenant.displayName : directory.name
    throw new IdentityRefusal('appUnknown', { appId, tenant })
  }
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!redirectUris.includes(redirectUri)) {
    throw new IdentityRefusal('redirectUnknown', { value: redirectUri, appId })
  }
  return redirectUri
}

function problemOf(query: URLSearchParams): IdentityRefusal | undefined {
  const responseType = query.get('response_type')
  if (!responseType) return missing('response_type')
  if (responseType !== 'code') {
    return new IdentityRefusal('responseTypeUnsupported', { value: responseType })
  }
  if (!query.get('scope')) return missing('scope')
  const mode = query.get('response_mode')
  if (mode !== null && !RESPONSE_MODES.some((each) => each === mode)) {
    return new IdentityRefusal('responseModeUnsupported', { value: mode })
  }
  const method = query.get('code_challenge_method')
  if (method !== null && method !== 'S256' && method !== 'plain') {
    return new IdentityRefusal('challengeMethodUnsupported', { value: method })
  }
  return query.get('prompt') === 'none' ? new IdentityRefusal('silentSignIn') : undefined
}

function missing(parameter: string): IdentityRefusal {
  return new IdentityRefusal('missingParameter', { value: parameter })
}

function answerChoice(context: IdentityContext, asked: SignInRequest, body: string): SimReply {
  const choice = new URLSearchParams(body)
  if (choice.has('cancel')) return sendBack(asked, new IdentityRefusal('declined'))
  const { home, person } = findPerson(context, choice.get('person') ?? '')
  refuseStranger(context, asked.directory, { home, person })
  const { query } = asked
  const code = context.codes.issue({
    directory: asked.directory,
    home,
    person,
    redirectUri: asked.redirectUri,
    scope: query.get('scope') ?? '',
    nonce: query.get('nonce') ?? undefined,
    challenge: query.get('code_challenge') ?? undefined,
    challengeMethod: query.get('code_challenge_method') === 'S256' ? 'S256' : 'plain',
    signedInAt: context.now(),
  })
  return answerApp(asked, { code, session_state: context.newId() })
}

function findPerson(context: IdentityContext, id: string): { home: Tenant; person: Person } {
  for (const home of [context.world.partner, foreignOf(context)]) {
    const person = home.people.find((each) => each.id === id && each.accountEnabled)
    if (person) return { home, person }
  }
  throw new IdentityRefusal('personUnknown', { value: id })
}

/** A tenant's own sign-in page lets only its people in; the shared pages let everybody in. */
function refuseStranger(
  { world, faults }: IdentityContext,
  directory: Directory,
  { home, person }: { readonly home: Tenant; readonly person: Person },
): void {
  if (directory.kind === 'shared' || directory.tenant.id === home.id) return
  const target = { service: 'identity', tenantId: directory.tenant.id, path: '/authorize' } as const
  if (faults.take(['foreign-directory'], target)) return
  throw new IdentityRefusal('personOfOtherTenant', {
    value: person.userPrincipalName,
    tenant: directory.tenant.displayName,
    appId: world.registration.clientId,
    appName: world.registration.displayName,
  })
}

function sendBack(asked: SignInRequest, refusal: IdentityRefusal): SimReply {
  const isCancelled = refusal.kind.error === 'access_denied'
  return answerApp(asked, {
    error: refusal.kind.error,
    ...(isCancelled ? { error_subcode: 'cancel' } : {}),
    error_description: describeRefusal(refusal, asked.trace),
  })
}

function answerApp(asked: SignInRequest, answer: Readonly<Record<string, string>>): SimReply {
  const fields = new URLSearchParams({
    ...answer,
    ...(asked.state === undefined ? {} : { state: asked.state }),
  })
  if (asked.responseMode === 'form_post') return formPostPage(asked.redirectUri, fields)
  const separator = asked.responseMode === 'fragment' ? '#' : '?'
  return redirectReply(`${asked.redirectUri}${separator}${fields.toString()}`)
}

function foreignOf({ world }: IdentityContext): Tenant {
  const foreign = world.tenants.find((tenant) => tenant.kind === 'foreign')
  if (!foreign) throw new Error('The world has no foreign directory')
  return foreign
}

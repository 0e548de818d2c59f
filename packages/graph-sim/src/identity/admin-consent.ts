import { isGraphResource } from '../clouds.ts'
import { redirectReply, type SimReply, type SimRequest } from '../http.ts'
import {
  chosenAccount,
  groupsForConsent,
  mayConsent,
  refuseStranger,
  type Account,
} from './accounts.ts'
import { giveConsent } from './consent.ts'
import type { IdentityContext } from './context.ts'
import { tenantIdOf, type Directory } from './directories.ts'
import { knownRedirectUri } from './known-app.ts'
import { consentPage, needAdminPage, pickerPage } from './pages.ts'
import { IdentityRefusal, describeRefusal, type Trace } from './refusals.ts'
import { appDetails, directoryName, refusalByFault } from './token-request.ts'

/** The shared names that are refused (page "Admin consent on the Microsoft identity platform"). */
const REFUSED_NAMES = ['consumers', 'common']

interface ConsentRequest {
  readonly directory: Directory
  readonly redirectUri: string
  readonly state: string | null
  readonly path: string
  readonly graphHost: string
  readonly trace: Trace
}

interface ConsentCall {
  readonly directory: Directory
  readonly trace: Trace
}

/** /{tenant}/v2.0/adminconsent: the administrator grants everything that the registration requires. */
export function answerAdminConsent(
  context: IdentityContext,
  request: SimRequest,
  call: ConsentCall,
): SimReply {
  const asked = readRequest(context, request, call)
  const refusal =
    problemOfScope(context, request, directoryName(call.directory)) ??
    refusalByFault(context, targetOf(asked))
  if (refusal) return sendBack(context, asked, refusal)
  return answerStep(context, asked, request)
}

/** Application permissions come only by https://<Graph>/.default, the one scope that is simulated. */
function problemOfScope(
  { world }: IdentityContext,
  { query, cloud }: SimRequest,
  tenant: string,
): IdentityRefusal | undefined {
  const scope = query.get('scope')?.trim() ?? ''
  if (scope === '') return new IdentityRefusal('missingParameter', { value: 'scope' })
  const [, resource = ''] = /^(https?:\/\/[^/\s]+)\/\.default$/.exec(scope) ?? []
  if (resource === '') return new IdentityRefusal('badScope', { value: scope })
  const isKnown =
    world.cloud === 'any' ? isGraphResource(resource) : resource === `https://${cloud.graphHost}`
  return isKnown ? undefined : new IdentityRefusal('resourceUnknown', { value: resource, tenant })
}

function readRequest(
  context: IdentityContext,
  request: SimRequest,
  call: ConsentCall,
): ConsentRequest {
  const { directory } = call
  const redirectUri = knownRedirectUri(context, request, directory)
  if (directory.kind === 'shared' && REFUSED_NAMES.includes(directory.name)) {
    throw new IdentityRefusal('sharedTenantRefused', {
      ...appDetails(context),
      tenant: directory.name,
    })
  }
  return {
    ...call,
    redirectUri,
    state: request.query.get('state'),
    path: request.path,
    graphHost: request.cloud.graphHost,
  }
}

/** Asks for the account, then for the consent, then answers the app. */
function answerStep(
  context: IdentityContext,
  asked: ConsentRequest,
  { method, body }: SimRequest,
): SimReply {
  const { registration } = context.world
  if (method !== 'POST') {
    return pickerPage({
      purpose: `Sign in with an account that may grant permissions to ${registration.displayName}.`,
      groups: groupsForConsent(context, asked.directory),
    })
  }
  const choice = new URLSearchParams(body)
  if (choice.has('cancel')) return cancel(context, asked)
  const account = chosenAccount(context, choice)
  refuseStranger(context, asked.directory, account)
  if (!mayConsent(account.person)) return refuseOrdinary(context, asked, account)
  if (choice.has('accept')) return accept(context, asked, account)
  return consentPage({
    appName: registration.displayName,
    account,
    permissions: registration.requiredPermissions,
  })
}

function refuseOrdinary(
  context: IdentityContext,
  asked: ConsentRequest,
  { home }: Account,
): SimReply {
  const hasRequests = home.settings.adminConsentRequestPolicy['isEnabled'] === true
  const refusal = new IdentityRefusal(
    hasRequests ? 'consentNeedsRequest' : 'consentNeedsAdmin',
    appDetails(context),
  )
  const back = cancel(context, asked)
  return needAdminPage(refusal, asked.trace, back.headers['location'] ?? '')
}

function accept(context: IdentityContext, asked: ConsentRequest, { home }: Account): SimReply {
  const { requiredPermissions } = context.world.registration
  giveConsent(home, requiredPermissions, context)
  const scope = [...requiredPermissions, '.default']
    .map((name) => `https://${asked.graphHost}/${name}`)
    .join(' ')
  return redirectTo(asked, { admin_consent: 'True', tenant: home.id, scope, ...stateOf(asked) })
}

/** Another answer than the documented one has been seen: the fault 'consent-cancel-denied'. */
function cancel(context: IdentityContext, asked: ConsentRequest): SimReply {
  const isDenied = context.faults.take(['consent-cancel-denied'], targetOf(asked))
  return sendBack(context, asked, new IdentityRefusal(isDenied ? 'declined' : 'consentDeclined'))
}

/** Microsoft sends admin_consent=True also when nothing was granted. */
function sendBack(
  context: IdentityContext,
  asked: ConsentRequest,
  refusal: IdentityRefusal,
): SimReply {
  return redirectTo(asked, {
    admin_consent: 'True',
    error: refusal.kind.error,
    ...(refusal.kind.error === 'access_denied' ? { error_subcode: 'cancel' } : {}),
    error_description: describeRefusal(refusal, asked.trace),
    ...stateAfterError(context, asked),
  })
}

/** One of Microsoft's examples of a refusal has no state; the fault 'consent-error-stateless'. */
function stateAfterError(context: IdentityContext, asked: ConsentRequest) {
  const isLost = context.faults.take(['consent-error-stateless'], targetOf(asked))
  return isLost ? {} : stateOf(asked)
}

function stateOf({ state }: ConsentRequest): Readonly<Record<string, string>> {
  return state === null ? {} : { state }
}

function targetOf({ directory, path }: ConsentRequest) {
  return { service: 'identity', tenantId: tenantIdOf(directory), path } as const
}

function redirectTo(
  { redirectUri }: ConsentRequest,
  answer: Readonly<Record<string, string>>,
): SimReply {
  return redirectReply(`${redirectUri}?${new URLSearchParams(answer).toString()}`)
}

import { redirectReply, type SimReply, type SimRequest } from '../http.ts'
import {
  chosenAccount,
  groupsForConsent,
  mayConsent,
  refuseStranger,
  type Account,
} from './accounts.ts'
import { readConsentScope, type AskedConsent } from './consent-scope.ts'
import { giveConsent } from './consent.ts'
import type { IdentityContext } from './context.ts'
import { tenantIdOf, type Directory } from './directories.ts'
import { knownRedirectUri } from './known-app.ts'
import { consentPage, needAdminPage, pickerPage } from './pages.ts'
import { IdentityRefusal, describeRefusal, type Trace } from './refusals.ts'
import { appDetails } from './token-request.ts'

type Version = 'v1' | 'v2'

/** The shared names that each version refuses (page "Admin consent on the Microsoft identity platform"). */
const REFUSED_NAMES: Record<Version, readonly string[]> = {
  v1: ['consumers'],
  v2: ['consumers', 'common'],
}

interface ConsentRequest {
  readonly version: Version
  readonly directory: Directory
  readonly redirectUri: string
  readonly state: string | null
  readonly path: string
  readonly trace: Trace
}

interface ConsentCall {
  readonly directory: Directory
  readonly trace: Trace
}

/** /{tenant}/adminconsent: the administrator grants everything that the registration requires. */
export function answerAdminConsent(
  context: IdentityContext,
  request: SimRequest,
  call: ConsentCall,
): SimReply {
  const asked = readRequest(context, request, { ...call, version: 'v1' })
  const permissions = context.world.registration.requiredPermissions
  return answerStep(context, asked, {
    body: request.method === 'POST' ? request.body : undefined,
    consent: { permissions, applicationPermissions: permissions, scope: '' },
  })
}

/** /{tenant}/v2.0/adminconsent: the administrator grants what the scope names. */
export function answerScopedAdminConsent(
  context: IdentityContext,
  request: SimRequest,
  call: ConsentCall,
): SimReply {
  const asked = readRequest(context, request, { ...call, version: 'v2' })
  const consent = readConsentScope(context, request, call.directory)
  if (consent instanceof IdentityRefusal) return sendBack(context, asked, consent)
  return answerStep(context, asked, {
    body: request.method === 'POST' ? request.body : undefined,
    consent,
  })
}

function readRequest(
  context: IdentityContext,
  request: SimRequest,
  call: ConsentCall & { readonly version: Version },
): ConsentRequest {
  const { directory, version } = call
  const redirectUri = knownRedirectUri(context, request, directory)
  if (directory.kind === 'shared' && REFUSED_NAMES[version].includes(directory.name)) {
    throw new IdentityRefusal('sharedTenantRefused', {
      ...appDetails(context),
      tenant: directory.name,
    })
  }
  return { ...call, redirectUri, state: request.query.get('state'), path: request.path }
}

interface Step {
  /** The form that was sent; absent before the first. */
  readonly body: string | undefined
  readonly consent: AskedConsent
}

/** Who consents, then to what, then the answer to the app. */
function answerStep(context: IdentityContext, asked: ConsentRequest, step: Step): SimReply {
  const { registration } = context.world
  if (step.body === undefined) {
    return pickerPage({
      purpose: `Sign in with an account that may grant permissions to ${registration.displayName}.`,
      groups: groupsForConsent(context, asked.directory),
      loginHint: null,
    })
  }
  const choice = new URLSearchParams(step.body)
  if (choice.has('cancel')) return cancel(context, asked)
  const account = chosenAccount(context, choice)
  refuseStranger(context, asked.directory, account)
  if (!mayConsent(account.person)) return refuseOrdinary(context, asked, account)
  if (choice.has('accept')) return accept(context, asked, { account, consent: step.consent })
  return consentPage({
    appName: registration.displayName,
    account,
    permissions: step.consent.permissions,
    isForOrganization: true,
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

function accept(
  context: IdentityContext,
  asked: ConsentRequest,
  { account, consent }: { readonly account: Account; readonly consent: AskedConsent },
): SimReply {
  const { home } = account
  giveConsent(home, consent.applicationPermissions, context)
  const state = stateOf(asked)
  if (asked.version === 'v1') {
    return redirectTo(asked, { tenant: home.id, ...state, admin_consent: 'True' })
  }
  const { scope } = consent
  return redirectTo(asked, { admin_consent: 'True', tenant: home.id, scope, ...state })
}

/** Another answer than the documented one has been seen: the fault 'consent-cancel-denied'. */
function cancel(context: IdentityContext, asked: ConsentRequest): SimReply {
  const isDenied = context.faults.take(['consent-cancel-denied'], targetOf(asked))
  if (isDenied) return sendBack(context, asked, new IdentityRefusal('declined'))
  if (asked.version === 'v2')
    return sendBack(context, asked, new IdentityRefusal('consentDeclined'))
  return redirectTo(asked, {
    error: 'permission_denied',
    error_description: 'The admin canceled the request',
    ...stateAfterError(context, asked),
  })
}

/** Version 2 says admin_consent=True also when nothing was granted. */
function sendBack(
  context: IdentityContext,
  asked: ConsentRequest,
  refusal: IdentityRefusal,
): SimReply {
  return redirectTo(asked, {
    ...(asked.version === 'v2' ? { admin_consent: 'True' } : {}),
    error: refusal.kind.error,
    ...(refusal.kind.error === 'access_denied' ? { error_subcode: 'cancel' } : {}),
    error_description: describeRefusal(refusal, asked.trace),
    ...stateAfterError(context, asked),
  })
}

/** Microsoft's example of a refused version 1 shows no state; the fault 'consent-error-stateless'. */
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

import { redirectReply, type SimReply, type SimRequest } from '../http.ts'
import {
  chosenAccount,
  groupsForSignIn,
  isStranger,
  refuseStranger,
  type Account,
} from './accounts.ts'
import type { IdentityContext } from './context.ts'
import { tenantIdOf, type Directory } from './directories.ts'
import { knownRedirectUri } from './known-app.ts'
import { pickerPage } from './pages.ts'
import { IdentityRefusal, describeRefusal, type Trace } from './refusals.ts'
import { refusalByFault } from './token-request.ts'

/** The person declined on Microsoft's page. */
const CANCELLED = 65004
const PROMPTS = ['login', 'select_account']

interface SignInRequest {
  readonly directory: Directory
  readonly redirectUri: string
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
  const redirectUri = knownRedirectUri(context, request, directory)
  const asked: SignInRequest = {
    directory,
    redirectUri,
    state: query.get('state') ?? undefined,
    query,
    trace,
  }
  const target = {
    service: 'identity',
    tenantId: tenantIdOf(directory),
    path: request.path,
  } as const
  const refusal = problemOf(query) ?? refusalByFault(context, target)
  if (refusal) return sendBack(asked, refusal)
  if (request.method === 'POST') return answerChoice(context, asked, request.body)
  return pickerPage({
    purpose: `Sign in to ${context.world.registration.displayName} as one of these invented people.`,
    groups: groupsForSignIn(context, directory),
  })
}

function problemOf(query: URLSearchParams): IdentityRefusal | undefined {
  const responseType = query.get('response_type')
  if (!responseType) return missing('response_type')
  if (responseType !== 'code') {
    return new IdentityRefusal('responseTypeUnsupported', { value: responseType })
  }
  if (!query.get('scope')) return missing('scope')
  const mode = query.get('response_mode')
  if (mode !== null && mode !== 'query') {
    return new IdentityRefusal('responseModeUnsupported', { value: mode })
  }
  const method = query.get('code_challenge_method')
  if (method !== 'S256') {
    return new IdentityRefusal('challengeMethodUnsupported', { value: method ?? '' })
  }
  return promptProblemOf(query)
}

function promptProblemOf(query: URLSearchParams): IdentityRefusal | undefined {
  const maxAge = query.get('max_age')
  if (maxAge !== null && !/^\d{1,9}$/u.test(maxAge)) return missing('max_age')
  const prompt = query.get('prompt')
  if (prompt === null || PROMPTS.includes(prompt)) return undefined
  return new IdentityRefusal('promptUnsupported', { value: prompt })
}

function missing(parameter: string): IdentityRefusal {
  return new IdentityRefusal('missingParameter', { value: parameter })
}

function answerChoice(context: IdentityContext, asked: SignInRequest, body: string): SimReply {
  const choice = new URLSearchParams(body)
  if (choice.has('cancel')) return sendBack(asked, new IdentityRefusal('declined'))
  const account = chosenAccount(context, choice)
  refuseUnlessLetIn(context, asked.directory, account)
  const { query } = asked
  const code = context.codes.issue({
    directory: asked.directory,
    ...account,
    redirectUri: asked.redirectUri,
    scope: query.get('scope') ?? '',
    nonce: query.get('nonce') ?? undefined,
    challenge: query.get('code_challenge') ?? '',
    signedInAt: context.now(),
  })
  return answerApp(asked, { code, session_state: context.newId() })
}

/** The fault 'foreign-directory' lets a stranger in, as a directory does that is set up wrongly. */
function refuseUnlessLetIn(context: IdentityContext, directory: Directory, account: Account): void {
  const tenantId = tenantIdOf(directory)
  const target = { service: 'identity', tenantId, path: '/authorize' } as const
  if (isStranger(directory, account) && context.faults.take(['foreign-directory'], target)) return
  refuseStranger(context, directory, account)
}

function sendBack(asked: SignInRequest, refusal: IdentityRefusal): SimReply {
  const isCancelled = refusal.kind.code === CANCELLED
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
  return redirectReply(`${asked.redirectUri}?${fields.toString()}`)
}

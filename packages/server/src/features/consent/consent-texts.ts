import { refusalAdviceOf, unknownRefusalText } from '@tenantscope/analysis/microsoft-refusal'
import type { ConsentProblem } from '@tenantscope/contract/consent'
import { wordsOf } from '@tenantscope/contract/microsoft-codes'
import type { MicrosoftWords } from '@tenantscope/contract/microsoft-codes'

export interface Text {
  readonly title: string
  /** What happened. */
  readonly message: string
  /** What is next. */
  readonly next: string
}

/** Texts for the person who consented and the user who asked; they contain no tenant's name. */
export const SUCCEEDED_TEXT = {
  title: 'Consent was given',
  message: 'Thank you. Tenantscope may now read this organization’s directory, as was agreed.',
  next: 'No further action is needed. You can close this window.',
} as const satisfies Text

export const PROPAGATING_TEXT = {
  title: 'Consent was given and is not effective yet',
  message:
    'Microsoft has accepted the consent. It usually takes effect within 1 to 2 minutes, at most 10.',
  next: 'Tenantscope checks automatically until then. You can close this window.',
} as const satisfies Text

/** For an invited administrator: the same whether the tenant is new, known or absent. */
export const RECEIVED_TEXT = {
  title: 'Your answer was received',
  message:
    'Thank you. Tenantscope verifies the consent with Microsoft, which takes up to 10 minutes.',
  next: 'No further action is needed. The sender of the link sees the result. You can close this window.',
} as const satisfies Text

/** For the sender of an invitation: the same whether the tenant is known or absent. */
export const INVITATION_UNPROVEN_MESSAGE =
  'No new consent could be verified: tokens of the organization do not contain it, or they already did before.'

const PROBLEM_TEXTS = {
  cancelled: {
    title: 'Consent was not given',
    message: 'The request was declined or cancelled, so nothing has changed.',
    next: 'It can be started again at any time. You can close this window.',
  },
  microsoft_error: {
    title: 'Microsoft did not grant the consent',
    message: 'Microsoft returned an error, so nothing has changed.',
    next: 'Try again with an account that is a Global Administrator or Privileged Role Administrator of the organization.',
  },
  wrong_tenant: {
    title: 'Consent came from another organization',
    message: 'The consent was given by a different organization than requested.',
    next: 'Try again and sign in with an administrator account of the requested organization.',
  },
  invalid_state: {
    title: 'This consent is not valid',
    message: 'The link was already used, is incomplete, or belongs to another user’s session.',
    next: 'Start again in Tenantscope, or ask for a new link.',
  },
  expired: {
    title: 'This consent has expired',
    message: 'The time limit for giving consent has passed.',
    next: 'Start again in Tenantscope, or ask for a new link.',
  },
  revoked: {
    title: 'This invitation was withdrawn',
    message: 'The sender has withdrawn this link.',
    next: 'Ask the sender for a new one.',
  },
  unproven: {
    title: 'The consent could not be verified',
    message:
      'Microsoft reported that consent was given, but tokens of the organization do not contain it.',
    next: 'Request consent again. If the error persists, check the permissions of the app registration in Azure Portal.',
  },
  not_configured: {
    title: 'The connection has changed',
    message:
      'No Microsoft connection is configured, or it was changed after consent was requested.',
    next: 'Start again in Tenantscope, or ask for a new link.',
  },
} as const satisfies Record<ConsentProblem, Text>

export const messageFor = (problem: ConsentProblem): string => PROBLEM_TEXTS[problem].message

const CONSENT = { place: 'consent', isOwn: false } as const

/** For the page, whose reader gave or refused the consent: cause and step of Microsoft's code. */
export function refusalTextFor(problem: ConsentProblem, said: MicrosoftWords): Text {
  const text = PROBLEM_TEXTS[problem]
  if (problem !== 'microsoft_error' || said.microsoftCode === null) return text
  const advice = refusalAdviceOf(said.microsoftCode, CONSENT)
  if (advice !== null) return { ...text, message: advice.cause, next: advice.step }
  return {
    ...text,
    message: unknownRefusalText(said),
    next: 'Try again. If the error persists, send the code to the organization that runs Tenantscope.',
  }
}

/** For the list of links and the window that asked, whose reader is staff. */
export function refusalMessageOf(problem: ConsentProblem, description: string | null): string {
  const said = wordsOf(description)
  if (problem !== 'microsoft_error' || said.microsoftCode === null) return messageFor(problem)
  const advice = refusalAdviceOf(said.microsoftCode, { ...CONSENT, isForStaff: true })
  if (advice === null) return `${messageFor(problem)} ${unknownRefusalText(said)}`
  return `${advice.cause} ${advice.step} (${said.microsoftCode})`
}

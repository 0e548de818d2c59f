import type { ConsentProblem } from '@tenantscope/contract/consent'

interface Text {
  readonly title: string
  /** What happened. */
  readonly message: string
  /** What is next. */
  readonly next: string
}

/** For whoever consented, and for whoever asked; no name of any tenant stands in them. */
export const SUCCEEDED_TEXT = {
  title: 'Consent was given',
  message: 'Thank you. Tenantscope may now read this organization’s directory, as was agreed.',
  next: 'Nothing else is to be done here. You can close this window.',
} as const satisfies Text

export const PROPAGATING_TEXT = {
  title: 'Consent was given and is on its way',
  message:
    'Microsoft has taken the consent. Until it works everywhere, it usually takes 1 to 2 minutes, and up to 10.',
  next: 'Tenantscope looks by itself until then. You can close this window.',
} as const satisfies Text

export const PROBLEM_TEXTS = {
  cancelled: {
    title: 'Consent was not given',
    message: 'The request was declined or cancelled, so nothing has changed.',
    next: 'It can be started again at any time. You can close this window.',
  },
  microsoft_error: {
    title: 'Microsoft did not grant the consent',
    message: 'Microsoft answered with an error, so nothing has changed.',
    next: 'Try again with an account that is a Global Administrator or Privileged Role Administrator of the organization.',
  },
  wrong_tenant: {
    title: 'Another organization answered',
    message: 'The consent came from another organization than the one that was asked.',
    next: 'Try again and sign in with an administrator account of the organization that was asked.',
  },
  invalid_state: {
    title: 'This consent is not valid',
    message: 'The link was used already, is incomplete, or belongs to another person’s session.',
    next: 'Start again in Tenantscope, or ask for a new link.',
  },
  expired: {
    title: 'This consent has expired',
    message: 'The time in which it could be given is over.',
    next: 'Start again in Tenantscope, or ask for a new link.',
  },
  revoked: {
    title: 'This invitation was withdrawn',
    message: 'Whoever sent this link has withdrawn it.',
    next: 'Ask them for a new one.',
  },
  unproven: {
    title: 'The consent does not show',
    message: 'Microsoft said that consent was given, but no token of the organization shows it.',
    next: 'Ask for consent again. If this stays, check the permissions of the app registration in Azure Portal.',
  },
  not_configured: {
    title: 'The connection has changed',
    message: 'No Microsoft connection is configured, or it was changed after consent was asked.',
    next: 'Start again in Tenantscope, or ask for a new link.',
  },
} as const satisfies Record<ConsentProblem, Text>

export const messageFor = (problem: ConsentProblem): string => PROBLEM_TEXTS[problem].message

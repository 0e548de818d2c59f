import type { SignInRefusal } from '@tenantscope/contract/auth'
import { SIGN_IN } from '@tenantscope/contract/limits'

interface RefusalText {
  intent: 'error' | 'warning' | 'info'
  title: string
  /** What to do, or whom to ask. */
  text: string
}

const TEXTS = {
  not_configured: {
    intent: 'warning',
    title: 'Microsoft sign-in is not set up yet',
    text: 'Ask your Tenantscope administrator to connect Microsoft. Administrators can sign in with a local account.',
  },
  cancelled: {
    intent: 'info',
    title: 'Sign-in was cancelled',
    text: 'Nothing has changed. Sign in again whenever you are ready.',
  },
  expired: {
    intent: 'info',
    title: 'The sign-in took too long',
    text: `For your safety a sign-in must be finished within ${SIGN_IN.flowMinutes} minutes. Please sign in again.`,
  },
  other_directory: {
    intent: 'warning',
    title: 'That account belongs to another organization',
    text: 'Sign in with an account of the organization that runs this Tenantscope. If you are not sure which one that is, ask your Tenantscope administrator.',
  },
  no_account: {
    intent: 'warning',
    title: 'You do not have access to Tenantscope yet',
    text: 'Microsoft has confirmed who you are, but nobody has added you here. Ask your Tenantscope administrator to add you, then sign in again.',
  },
  disabled: {
    intent: 'warning',
    title: 'Your account is disabled',
    text: 'Ask your Tenantscope administrator if you need access again.',
  },
  failed: {
    intent: 'error',
    title: 'Microsoft sign-in did not work',
    text: 'Please try again. If it keeps failing, ask your Tenantscope administrator to check the Microsoft connection.',
  },
} as const satisfies Record<SignInRefusal, RefusalText>

/** Why the browser came back from Microsoft without a session; null for a code that does not exist. */
export function refusalTextOf(search: string): RefusalText | null {
  const code = new URLSearchParams(search).get('error')
  return code !== null && isRefusal(code) ? TEXTS[code] : null
}

function isRefusal(code: string): code is SignInRefusal {
  return Object.hasOwn(TEXTS, code)
}

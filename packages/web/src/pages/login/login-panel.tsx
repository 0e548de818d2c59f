import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { getSignInOptions, SignInRefusal } from '@tenantscope/contract/auth'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { FRESH_SIGN_IN_MINUTES, SIGN_IN } from '@tenantscope/contract/limits'
import { useEffect, useState } from 'react'

import { FIRST_CALLS } from '../../lib/first-calls.ts'
import { send } from '../../lib/send.ts'
import { useStore } from '../../lib/store.ts'
import { signedOutNotice } from '../../lib/visitor.ts'
import { Notice } from '../../ui/notice.tsx'
import { LocalSignIn } from './local-sign-in.tsx'
import { MicrosoftSignIn } from './microsoft-sign-in.tsx'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    width: '100%',
    maxWidth: '384px',
    marginInline: 'auto',
  },
  title: { ...typographyStyles.title2, margin: 0 },
  subtitle: { ...typographyStyles.body1, margin: '4px 0 0', color: tokens.colorNeutralForeground2 },
})

/** The ways of signing in, by what the server offers now. */
export function LoginPanel() {
  const styles = useStyles()
  const { options, isUnreachable, isAsking, askAgain } = useSignInOptions()
  // Until the server has said what it offers, and when it cannot be asked, both ways may be tried.
  const hasMicrosoft = options?.microsoft ?? true
  const hasLocal = options?.local ?? true
  return (
    <div className={styles.root}>
      <div>
        <h1 className={styles.title}>Sign in with Microsoft</h1>
        <p className={styles.subtitle}>Access your Microsoft 365 audit dashboard</p>
      </div>
      <LoginNotices
        isUnreachable={isUnreachable}
        isChecking={isAsking}
        said={options?.refusal}
        onCheckAgain={askAgain}
      />
      <MicrosoftSignIn
        isConfigured={hasMicrosoft}
        isSimulated={options?.simulatedMicrosoft === true}
        hasLocal={hasLocal}
      />
      {/* Without a Microsoft connection only local accounts can sign in, so their form is open. */}
      <LocalSignIn isOffered={hasLocal} startsOpen={!hasMicrosoft} />
    </div>
  )
}

interface LoginNoticesProps {
  isUnreachable: boolean
  isChecking: boolean
  /** Cause and step of Microsoft's code; undefined until the server has answered. */
  said: SignInOptions['refusal'] | undefined
  onCheckAgain: () => void
}

/** The reason for the login page: an ended session, the result of the Microsoft sign-in, or an unreachable server. */
function LoginNotices({ isUnreachable, isChecking, said, onCheckAgain }: LoginNoticesProps) {
  const signedOut = useStore(signedOutNotice)
  const refusal = signedOut ?? refusalTextOf(location.search, said)
  return (
    <>
      {isUnreachable && (
        <Notice
          intent="error"
          title="Tenantscope cannot be reached"
          actions={
            <Button disabledFocusable={isChecking} onClick={onCheckAgain}>
              Try again
            </Button>
          }
        >
          Check your connection. If it is fine, ask your administrator.
        </Notice>
      )}
      {refusal && !isUnreachable && (
        <Notice intent={refusal.intent} title={refusal.title}>
          {refusal.text}
        </Notice>
      )}
    </>
  )
}

type SignInOptions = CallReply<typeof getSignInOptions>

/** The ways of signing in that are open now; undefined until the server has said them. */
function useSignInOptions() {
  const [options, setOptions] = useState<SignInOptions>()
  const [attempt, setAttempt] = useState(1)
  const [answered, setAnswered] = useState({ attempt: 0, isUnreachable: false })
  useEffect(() => {
    const leaving = new AbortController()
    const take = (answer: SignInOptions | null) => {
      if (leaving.signal.aborted) return
      if (answer !== null) setOptions(answer)
      setAnswered({ attempt, isUnreachable: answer === null })
    }
    void askForOptions({ signal: leaving.signal, take })
    return () => leaving.abort()
  }, [attempt])
  return {
    options,
    isUnreachable: answered.isUnreachable,
    isAsking: answered.attempt !== attempt,
    askAgain: () => setAttempt(attempt + 1),
  }
}

interface Question {
  signal: AbortSignal
  /** Null where no answer came, or none that can be understood. */
  take: (answer: SignInOptions | null) => void
}

async function askForOptions({ signal, take }: Question): Promise<void> {
  try {
    const response = await send({ method: 'GET', address: FIRST_CALLS.getSignInOptions, signal })
    const answer: unknown = await response.json()
    take(response.ok && areOptions(answer) ? answer : null)
  } catch {
    take(null)
  }
}

/** The contract's schema by hand: with it the screen would load twice as much. */
function areOptions(answer: unknown): answer is SignInOptions {
  if (typeof answer !== 'object' || answer === null) return false
  const given: Partial<Record<string, unknown>> = { ...answer }
  return (
    [given['microsoft'], given['local'], given['simulatedMicrosoft']].every(
      (each) => typeof each === 'boolean',
    ) && typeof given['refusal'] === 'object'
  )
}

interface RefusalText {
  intent: 'error' | 'warning' | 'info'
  title: string
  /** The next step of the visitor. */
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
    text: 'Sign in again when you are ready.',
  },
  expired: {
    intent: 'info',
    title: 'The sign-in took too long',
    text: `A sign-in must be finished within ${SIGN_IN.flowMinutes} minutes. Please sign in again.`,
  },
  other_directory: {
    intent: 'warning',
    title: 'That account belongs to another organization',
    text: 'Sign in with an account of the organization that runs this Tenantscope. If you are not sure which one that is, ask your Tenantscope administrator.',
  },
  no_account: {
    intent: 'warning',
    title: 'You do not have access to Tenantscope yet',
    text: 'Microsoft has confirmed your identity, but you have no account here. Ask your Tenantscope administrator to add you, then sign in again.',
  },
  disabled: {
    intent: 'warning',
    title: 'Your account is disabled',
    text: 'Ask your Tenantscope administrator if you need access again.',
  },
  not_fresh: {
    intent: 'warning',
    title: 'Microsoft did not ask for your sign-in again',
    text: `This action requires a sign-in within the last ${FRESH_SIGN_IN_MINUTES} minutes. Sign in again with your password.`,
  },
  auth_time_missing: {
    intent: 'error',
    title: 'Microsoft did not say when you signed in',
    text: 'Ask your Tenantscope administrator to add the optional claim auth_time to the app registration.',
  },
  too_many_attempts: {
    intent: 'warning',
    title: 'Too many failed sign-ins',
    text: `Too many sign-ins from your network address have failed. Try again in ${SIGN_IN.failureWindowMinutes} minutes.`,
  },
  failed: {
    intent: 'error',
    title: 'Microsoft sign-in did not work',
    text: 'Try again. If it fails again, ask your Tenantscope administrator to check the Microsoft connection.',
  },
} as const satisfies Record<SignInRefusal, RefusalText>

/**
 * Why the browser came back from Microsoft without a session; null for a code that does not exist. What the
 * server knows of Microsoft's code says more.
 */
function refusalTextOf(
  search: string,
  said: SignInOptions['refusal'] | undefined,
): RefusalText | null {
  const code = new URLSearchParams(search).get('error')
  if (code === null || !isRefusal(code)) return null
  if (!BY_MICROSOFT.includes(code)) return TEXTS[code]
  return said === undefined ? null : { ...TEXTS[code], ...said }
}

const BY_MICROSOFT: readonly SignInRefusal[] = ['failed', 'other_directory']

function isRefusal(code: string): code is SignInRefusal {
  return Object.hasOwn(TEXTS, code)
}

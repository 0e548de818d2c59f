import {
  Button,
  DialogActions,
  DialogContent,
  Link,
  makeStyles,
  Spinner,
} from '@fluentui/react-components'
import type { SignInRefusal } from '@tenantscope/contract/auth'
import { getCurrentUser, getSignInOptions, startMicrosoftSignIn } from '@tenantscope/contract/auth'
import { CONSENT, SIGN_IN } from '@tenantscope/contract/limits'
import { useEffect, useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { addressOf, call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { openPopup, POPUP_END, watchPopup } from '../../lib/popup.ts'
import { reportSessionPerson } from '../../lib/session-person.ts'
import { beginSigningInAgain } from '../../lib/signing-in-again.ts'
import { Notice } from '../../ui/notice.tsx'
import { useSignInNews } from './sign-in-news.ts'
import { SignInReason } from './sign-in-reason.tsx'

const useStyles = makeStyles({
  content: { paddingBlock: '4px 8px' },
  button: { whiteSpace: 'nowrap' },
  waiting: { justifyContent: 'flex-start' },
})

interface ConfirmationProps {
  onConfirmed: () => void
  onCancel: () => void
}

/** A Microsoft account: signs in again in a window of its own. */
export function MicrosoftConfirmation({ onConfirmed, onCancel }: ConfirmationProps) {
  const styles = useStyles()
  const { step, open } = useMicrosoftConfirmation({ onConfirmed })
  return (
    <>
      <DialogContent className={styles.content}>
        <SignInReason />
        {step.name === 'waiting' && (
          <Spinner
            className={styles.waiting}
            size="tiny"
            label="Sign in in the window that has opened. This page continues automatically."
          />
        )}
        {step.name === 'blocked' && (
          <Notice intent="warning" title="Popup Blocked">
            Allow popups for this site and try again, or{' '}
            <Link href={FRESH_SIGN_IN_ADDRESS} target="_blank" rel="noopener" inline>
              sign in in another tab
            </Link>
            : this page continues automatically.
          </Notice>
        )}
        {step.name === 'closed' && (
          <Notice intent="info" title="The window was closed">
            The sign-in was not completed. Nothing has changed.
          </Notice>
        )}
        {step.name === 'refused' && (
          <Notice intent="warning" title={step.said.title}>
            {step.said.text}
          </Notice>
        )}
        {step.name === 'failed' && (
          <Notice intent="error" title="The sign-in could not be checked">
            {step.message}
          </Notice>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button appearance="primary" className={styles.button} onClick={open}>
          {step.name === 'waiting' ? 'Open the window again' : 'Sign in with Microsoft'}
        </Button>
      </DialogActions>
    </>
  )
}

const REFUSALS = {
  cancelled: {
    title: 'The sign-in was cancelled',
    text: 'Nothing has changed. Sign in again whenever you are ready.',
  },
  expired: { title: 'The sign-in took too long', text: 'Please sign in again.' },
  other_directory: {
    title: 'That account belongs to another organization',
    text: 'Sign in with the account that you use here.',
  },
  no_account: {
    title: 'That account has no access to Tenantscope',
    text: 'Sign in with the account that you use here.',
  },
  disabled: {
    title: 'That account is disabled',
    text: 'Sign in with the account that you use here.',
  },
  not_configured: {
    title: 'Microsoft sign-in is no longer set up',
    text: 'An administrator with a local account can set it up again.',
  },
  not_fresh: {
    title: 'Microsoft did not ask for your sign-in again',
    text: 'Open the window again and enter your password at Microsoft.',
  },
  auth_time_missing: {
    title: 'Microsoft did not say when you signed in',
    text: 'Add the optional claim auth_time for ID tokens to the app registration, or use a local administrator account.',
  },
  too_many_attempts: {
    title: 'Too many failed sign-ins',
    text: `Too many sign-ins from your network address have failed. Try again in ${SIGN_IN.failureWindowMinutes} minutes.`,
  },
  failed: {
    title: 'Microsoft sign-in did not work',
    text: 'Please try again. If it keeps failing, an administrator with a local account can check the Microsoft connection.',
  },
} as const satisfies Record<SignInRefusal, { title: string; text: string }>

/**
 * A window that comes back from Microsoft looks closed from here before it can say how the sign-in
 * ended: so long its word is waited for.
 */
const LAST_WORD_MS = 4_000

const FRESH_SIGN_IN_ADDRESS = addressOf(startMicrosoftSignIn, {
  query: { fresh: '1', returnTo: POPUP_END },
})

type Step =
  | { name: 'asked' | 'blocked' | 'closed' }
  | { name: 'waiting'; popup: Window }
  | { name: 'refused'; said: { title: string; text: string } }
  | { name: 'failed'; message: string }

/** A sign-in with Microsoft in a window of its own, and what becomes of it. */
function useMicrosoftConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const { id } = useCurrentUser()
  const [step, setStep] = useState<Step>({ name: 'asked' })

  /** A sign-in succeeded; it does not decide what another user's session may do. */
  const confirmPerson = async () => {
    try {
      const { user } = await call(getCurrentUser)
      if (user.id === id) onConfirmed()
      else reportSessionPerson(user.id)
    } catch (error) {
      setStep({ name: 'failed', message: userMessageOf(error) })
    }
  }

  /** The server knows the cause and step of Microsoft's code. */
  const sayRefusal = async (refusal: SignInRefusal) => {
    const isByMicrosoft = refusal === 'failed' || refusal === 'other_directory'
    const options = isByMicrosoft ? await call(getSignInOptions).catch(() => null) : null
    setStep({ name: 'refused', said: options?.refusal ?? REFUSALS[refusal] })
  }

  // While this is open the session may be replaced at any moment, in whatever window.
  useEffect(() => beginSigningInAgain(), [])
  useSignInNews(({ refusal }) => {
    if (refusal === null) void confirmPerson()
    else void sayRefusal(refusal)
  })
  const popup = step.name === 'waiting' ? step.popup : null
  useEffect(
    () => (popup === null ? undefined : watchClosing(popup, () => setStep({ name: 'closed' }))),
    [popup],
  )

  return {
    step,
    open: () => {
      // One that is brought back from Microsoft's page looks closed from then on: it is replaced.
      if (step.name === 'waiting') step.popup.close()
      const popup = openPopup(FRESH_SIGN_IN_ADDRESS, '_blank', CONSENT.pagePopup)
      setStep(popup === null ? { name: 'blocked' } : { name: 'waiting', popup })
    },
  }
}

function watchClosing(popup: Window, onClosed: () => void): () => void {
  let lastWord: ReturnType<typeof setTimeout> | undefined
  const stopWatching = watchPopup(() => {
    if (popup.closed) lastWord = setTimeout(onClosed, LAST_WORD_MS)
    return popup.closed
  })
  return () => {
    stopWatching()
    clearTimeout(lastWord)
  }
}

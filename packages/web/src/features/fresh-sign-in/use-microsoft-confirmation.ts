import { getCurrentUser, startMicrosoftSignIn } from '@tenantscope/contract/auth'
import type { SignInRefusal } from '@tenantscope/contract/auth'
import { CONSENT } from '@tenantscope/contract/limits'
import { useEffect, useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { addressOf, call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { openPopup, POPUP_END, watchPopup } from '../../lib/popup.ts'
import { reportSessionPerson } from '../../lib/session-person.ts'
import { beginSigningInAgain } from '../../lib/signing-in-again.ts'
import { useSignInNews } from './sign-in-news.ts'

/**
 * A window that comes back from Microsoft looks closed from here before it can say how the sign-in
 * ended: so long its word is waited for.
 */
const LAST_WORD_MS = 4_000

export const FRESH_SIGN_IN_ADDRESS = addressOf(startMicrosoftSignIn, {
  query: { fresh: '1', returnTo: POPUP_END },
})

type Step =
  | { name: 'asked' | 'blocked' | 'closed' }
  | { name: 'waiting'; popup: Window }
  | { name: 'refused'; refusal: SignInRefusal }
  | { name: 'failed'; message: string }

/** A sign-in with Microsoft in a window of its own, and what becomes of it. */
export function useMicrosoftConfirmation({ onConfirmed }: { onConfirmed: () => void }) {
  const { id } = useCurrentUser()
  const [step, setStep] = useState<Step>({ name: 'asked' })

  /** Somebody has signed in; what another person's session may do is not decided by this one. */
  const confirmPerson = async () => {
    try {
      const { user } = await call(getCurrentUser)
      if (user.id === id) onConfirmed()
      else reportSessionPerson(user.id)
    } catch (error) {
      setStep({ name: 'failed', message: userMessageOf(error) })
    }
  }

  // While this is open the session may be replaced at any moment, in whatever window.
  useEffect(() => beginSigningInAgain(), [])
  useSignInNews(({ refusal }) => {
    if (refusal !== null) setStep({ name: 'refused', refusal })
    else void confirmPerson()
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

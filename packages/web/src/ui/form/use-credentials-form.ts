import { signInLocally } from '@tenantscope/contract/auth'
import type { CallInput } from '@tenantscope/contract/endpoint'
import { useEffect, useState } from 'react'

import { readBody } from '../../lib/body-problems.ts'
import { isPasswordRefused, wantsSecondFactor } from '../../lib/second-factor.ts'
import { useSavedForm } from './use-saved-form.ts'

type Credentials = CallInput<typeof signInLocally>['body']

interface CredentialsFormOptions {
  username: string
  /** Signs in; a rejection is shown by the form. */
  signIn: (credentials: Credentials) => Promise<void>
  onSignedIn?: () => void
}

/** The form of a local sign-in: the password first, then the code when the account has a second factor. */
export function useCredentialsForm({ username, signIn, onSignedIn }: CredentialsFormOptions) {
  const empty = { username, password: '', code: '' }
  const [asksForCode, setAsksForCode] = useState(false)
  // The field to fill in now.
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const form = useSavedForm({
    initial: empty,
    read: ({ code, ...credentials }) => {
      if (!asksForCode) return readBody(signInLocally.body, credentials)
      if (code.trim() === '') return { problems: { code: 'Code is required' } }
      return readBody(signInLocally.body, { ...credentials, code })
    },
    save: async (credentials) => {
      try {
        await signIn(credentials)
        return { isCodeWanted: false }
      } catch (error) {
        if (wantsSecondFactor(error)) return { isCodeWanted: true }
        // The password was changed between the two steps.
        if (isPasswordRefused(error)) setAsksForCode(false)
        throw error
      }
    },
    onSaved: ({ isCodeWanted }) => {
      if (!isCodeWanted) onSignedIn?.()
      else {
        setAsksForCode(true)
        form.change({ code: '' })
      }
    },
    valuesAfter: (error) => (asksForCode && isPasswordRefused(error) ? empty : {}),
  })
  const { failure } = form
  const codeProblem = form.problems['code']
  // After an attempt, and when the code replaces the password.
  useEffect(() => {
    if (failure === null && codeProblem === undefined && !asksForCode) return
    input?.focus()
    input?.select()
  }, [failure, codeProblem, asksForCode, input])
  return {
    form,
    asksForCode,
    inputRef: setInput,
    startOver: () => {
      if (form.isSaving) return
      setAsksForCode(false)
      form.start(empty)
    },
  }
}

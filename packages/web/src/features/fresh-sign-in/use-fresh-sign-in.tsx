import { useState } from 'react'
import type { ReactNode } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { lazyPart } from '../../lib/load-part.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const FreshSignInDialog = lazyPart(
  async () => (await import('./fresh-sign-in-dialog.tsx')).FreshSignInDialog,
)

interface FreshSignIn {
  /**
   * Does what the server may want a fresh sign-in for: then the person confirms who they are, and it is
   * done again. Who cancels gets the server's refusal.
   */
  run: RunFresh
  /** To be shown beside the form or button that runs it. */
  dialog: ReactNode
}

interface Question {
  isOpen: boolean
  answer: (isConfirmed: boolean) => void
}

/** Dangerous acts ask for a sign-in of the last minutes (decisions.md, Roles). */
export function useFreshSignIn(): FreshSignIn {
  // Null until it is first asked: the dialog's code is not loaded before.
  const [question, setQuestion] = useState<Question | null>(null)

  const ask = () =>
    new Promise<boolean>((resolve) => {
      const answer = (isConfirmed: boolean) => {
        setQuestion({ isOpen: false, answer: () => undefined })
        resolve(isConfirmed)
      }
      setQuestion({ isOpen: true, answer })
    })
  const run = async <Result,>(action: () => Promise<Result>): Promise<Result> => {
    try {
      return await action()
    } catch (error) {
      if (!wantsFreshSignIn(error) || !(await ask())) throw error
      return run(action)
    }
  }

  return {
    run,
    dialog: question && (
      <LaterPart>
        <FreshSignInDialog
          isOpen={question.isOpen}
          onConfirmed={() => question.answer(true)}
          onCancel={() => question.answer(false)}
        />
      </LaterPart>
    ),
  }
}

function wantsFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'FRESH_SIGN_IN_REQUIRED'
}

import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

import { ApiError } from '../../lib/api-error.ts'
import { lazyPart, loadPart } from '../../lib/load-part.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { LaterPart } from '../../ui/later-part.tsx'

const loadDialog = () => import('./fresh-sign-in-dialog.tsx')
const FreshSignInDialog = lazyPart(async () => (await loadDialog()).FreshSignInDialog)

interface FreshSignIn {
  /**
   * Does what the server may want a fresh sign-in for: then the person confirms who they are, and it is
   * done again. Who cancels gets the server's refusal.
   */
  run: RunFresh
  /** To be shown beside the form or button that runs it. */
  dialog: ReactNode
}

/** Dangerous acts ask for a sign-in of the last minutes (decisions.md, Roles). */
export function useFreshSignIn(): FreshSignIn {
  // Null until it is first asked: the dialog's code is not loaded before.
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  // Whatever is refused while it is asked waits for the same answer.
  const question = useRef<Promise<boolean>>(null)
  const settle = useRef<(isConfirmed: boolean) => void>(null)
  const isGone = useRef(false)

  // Where nobody is asked any more, what waits goes on with the server's refusal.
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      settle.current?.(false)
    }
  }, [])

  const ask = (): Promise<boolean> => {
    if (isGone.current) return Promise.resolve(false)
    setIsOpen(true)
    question.current ??= new Promise((resolve) => {
      settle.current = resolve
    })
    // Where a new version has taken the dialog's code away, nobody can answer.
    loadPart(loadDialog).catch(() => answer(false))
    return question.current
  }
  const answer = (isConfirmed: boolean) => {
    settle.current?.(isConfirmed)
    question.current = null
    setIsOpen(false)
  }
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
    dialog: isOpen !== null && (
      <LaterPart>
        <FreshSignInDialog
          isOpen={isOpen}
          onConfirmed={() => answer(true)}
          onCancel={() => answer(false)}
        />
      </LaterPart>
    ),
  }
}

function wantsFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.body?.code === 'FRESH_SIGN_IN_REQUIRED'
}

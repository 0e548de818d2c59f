import { useEffect, useState } from 'react'

import { lazyPart, loadPart } from '../../lib/load-part.ts'
import { answerFreshSignIn, isFreshSignInAsked } from '../../lib/run-fresh.ts'
import { useStore } from '../../lib/store.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { useLastShown } from '../../ui/use-last-shown.ts'

const loadDialog = () => import('./fresh-sign-in-dialog.tsx')

/**
 * Asks for a fresh sign-in when an action requires one. Leaving the page cancels the action.
 * `load` loads the dialog's code.
 */
export function FreshSignIn({ load = loadDialog }: { load?: typeof loadDialog }) {
  const isAsked = useStore(isFreshSignInAsked)
  const [FreshSignInDialog] = useState(() => lazyPart(async () => (await load()).FreshSignInDialog))
  // The dialog's code is loaded for the first question; the dialog stays while it fades out.
  const wasAsked = useLastShown(isAsked || null) !== null
  useEffect(() => {
    // A new version may have removed the dialog's code.
    if (isAsked) loadPart(load).catch(() => answerFreshSignIn(false))
  }, [isAsked, load])
  useEffect(() => () => answerFreshSignIn(false), [])
  return (
    wasAsked && (
      <LaterPart>
        <FreshSignInDialog isOpen={isAsked} onAnswer={answerFreshSignIn} />
      </LaterPart>
    )
  )
}

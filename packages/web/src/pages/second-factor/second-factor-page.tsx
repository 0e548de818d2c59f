import { useQueryClient } from '@tanstack/react-query'

import { FreshSignIn } from '../../features/fresh-sign-in/fresh-sign-in.tsx'
import { RequiredStepPage } from '../../features/required-step/required-step-page.tsx'
import { useEnrollment } from '../../features/second-factor/use-enrollment.ts'
import { currentUserQuery } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'

const SetupDialog = lazyPart(
  async () => (await import('../../features/second-factor/setup-dialog.tsx')).SetupDialog,
)

/** Nothing else is reachable until the local account has the required second factor (decision 0039). */
export function SecondFactorPage() {
  const client = useQueryClient()
  const { enrollment, start, isPending, end } = useEnrollment()
  // Only now is the user read again: until then this page shows the recovery codes.
  const close = () => {
    end()
    void client.invalidateQueries(currentUserQuery)
  }
  return (
    <RequiredStepPage
      title="Set up a second factor"
      text="Local accounts must use a second factor. Each sign-in then also requires a code from an authenticator app, such as Microsoft Authenticator."
    >
      <ActionButton {...RETURNS_FOCUS} appearance="primary" isBusy={isPending} onClick={start}>
        Set up second factor
      </ActionButton>
      <LaterPart>{enrollment && <SetupDialog enrollment={enrollment} onClose={close} />}</LaterPart>
      <FreshSignIn />
    </RequiredStepPage>
  )
}

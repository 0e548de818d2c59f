import { AnnounceProvider, MessageBar, MessageBarBody } from '@fluentui/react-components'

import { ApiError } from '../../lib/api-error.ts'

/** The message bar keeps silent: its alert has said the same already. */
const SAID_BY_THE_ALERT = { announce: () => undefined }

/** Why a sign-in failed: the server's own sentence, else the specification's (section 8). */
export function SignInAlert({ error }: { error: unknown }) {
  const text = error instanceof ApiError ? error.body?.message : undefined
  return (
    <div role="alert">
      <AnnounceProvider value={SAID_BY_THE_ALERT}>
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{text ?? 'Login failed'}</MessageBarBody>
        </MessageBar>
      </AnnounceProvider>
    </div>
  )
}

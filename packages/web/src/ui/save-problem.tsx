import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'

import { ApiError, userMessageOf } from '../lib/api-error.ts'
import { conflictText } from '../lib/conflict-text.ts'
import { useFormat } from '../lib/preferences.ts'

interface SaveProblemProps {
  error: unknown
  /** What is edited, such as 'group'. */
  what: string
  /** Takes what somebody else wrote meanwhile. */
  onLoadNewer: () => void
}

/** Why a form was not saved; after somebody else's change it can be read anew. */
export function SaveProblem({ error, what, onLoadNewer }: SaveProblemProps) {
  const format = useFormat()
  const isConflict = error instanceof ApiError && error.status === 409
  return (
    <MessageBar intent={isConflict ? 'warning' : 'error'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{isConflict ? 'Changed by somebody else' : 'Not saved'}</MessageBarTitle>
        {isConflict
          ? `${asSentence(conflictText(error, format))} Loading the newer ${what} takes your changes away.`
          : userMessageOf(error)}
      </MessageBarBody>
      {isConflict && (
        <MessageBarActions>
          <Button size="small" onClick={onLoadNewer}>
            Load newer
          </Button>
        </MessageBarActions>
      )}
    </MessageBar>
  )
}

/** The server's words often end without a stop, and more words follow here. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

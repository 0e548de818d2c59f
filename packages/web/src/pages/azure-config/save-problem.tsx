import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { ApiError } from '../../lib/api-error.ts'
import { conflictText } from '../../lib/conflict-text.ts'
import { useFormat } from '../../lib/preferences.ts'
import { isConflict } from './use-connection-form.ts'

interface SaveProblemProps {
  error: unknown
  /** What the fields began with. */
  stored: AzureConfig
  /** The connection as last read. */
  newest: AzureConfig
  onLoadNewer: () => void
}

/** Why nothing was saved. */
export function SaveProblem({ error, stored, newest, onLoadNewer }: SaveProblemProps) {
  if (isConflict(error)) return <Conflict error={error} {...{ stored, newest, onLoadNewer }} />
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>Failed to save configuration: {messageOf(error)}</MessageBarBody>
    </MessageBar>
  )
}

function Conflict({ error, stored, newest, onLoadNewer }: SaveProblemProps) {
  const format = useFormat()
  const { updatedBy, updatedAt, version } = newest
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Changed by somebody else</MessageBarTitle>
        {version === stored.version || updatedAt === null
          ? conflictText(error, format)
          : `${updatedBy ?? 'Somebody'} saved another connection on ${format.dateTime(updatedAt)}, and yours was not saved.`}{' '}
        Loading the newer one takes what you entered away.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onLoadNewer}>
          Load newer
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}

/** Specification section 8. */
function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Unknown error'
  return error.body !== null || error.status === 0 ? error.userMessage : 'Unknown error'
}

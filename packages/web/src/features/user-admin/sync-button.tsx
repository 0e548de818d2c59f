import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  Spinner,
} from '@fluentui/react-components'
import type { UserId } from '@tenantscope/contract/ids'

import { userMessageOf } from '../../lib/api-error.ts'
import type { RunFresh } from '../../lib/run-fresh.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { useSyncUser } from './use-user-changes.ts'

const useStyles = makeStyles({
  // Under all buttons of the row.
  bar: { flexBasis: '100%', order: 1 },
  changes: { margin: '4px 0 0', paddingInlineStart: '20px' },
})

/** Reads a person at Microsoft now, and says under the row of buttons what that changed. */
export function SyncButton({ userId, runFresh }: { userId: UserId; runFresh: RunFresh }) {
  const styles = useStyles()
  const sync = useSyncUser(userId, runFresh)
  return (
    <>
      <Button
        disabledFocusable={sync.isPending}
        {...(sync.isPending ? { icon: <Spinner size="tiny" aria-hidden /> } : {})}
        onClick={() => sync.mutate()}
      >
        {sync.isPending ? 'Asking Microsoft...' : 'Sync from M365'}
      </Button>
      <div className={styles.bar} aria-live="polite">
        {sync.isSuccess && <Synced changes={sync.data.changes} />}
        {sync.isError && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              <MessageBarTitle>Not synced</MessageBarTitle>
              {userMessageOf(sync.error)}
            </MessageBarBody>
            <MessageBarActions>
              <LinkButton to="/azure-config" size="small">
                Check Permissions
              </LinkButton>
            </MessageBarActions>
          </MessageBar>
        )}
      </div>
    </>
  )
}

function Synced({ changes }: { changes: readonly string[] }) {
  const styles = useStyles()
  return (
    <MessageBar intent="success" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Read at Microsoft</MessageBarTitle>
        {changes.length === 0 ? (
          'Nothing has changed.'
        ) : (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        )}
      </MessageBarBody>
    </MessageBar>
  )
}

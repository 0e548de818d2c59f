import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  ProgressBar,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'

import { userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import type { TenantUsers } from '../../lib/use-tenant-users.ts'

const useStyles = makeStyles({
  loading: { display: 'flex', flexDirection: 'column', gap: '4px' },
  text: {
    ...typographyStyles.caption1,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

interface UsersIncompleteProps {
  people: TenantUsers
  /** Whether the reader wants everybody. */
  isWanted: boolean
}

/** Not everybody has arrived: how far it is, or why it stopped. */
export function UsersIncomplete({ people, isWanted }: UsersIncompleteProps) {
  const styles = useStyles()
  const format = useFormat()
  const { users, total = 0, isComplete, error, retry } = people
  if (error !== null)
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>Not everybody could be loaded</MessageBarTitle>
          {userMessageOf(error)}
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
        </MessageBarActions>
      </MessageBar>
    )
  if (!isWanted || isComplete) return null
  return (
    <div className={styles.loading}>
      <span className={styles.text}>
        Loading people: {format.number(users.length)} of {format.number(total)}
      </span>
      <ProgressBar aria-label="Loading people" max={total} value={users.length} />
    </div>
  )
}

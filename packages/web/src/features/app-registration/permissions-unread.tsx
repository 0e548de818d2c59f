import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
} from '@fluentui/react-components'

const useStyles = makeStyles({ body: { overflowWrap: 'anywhere' } })

/** The stored results could not be read (specification section 8). */
export function PermissionsUnread({ onRetry }: { onRetry: () => void }) {
  const styles = useStyles()
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody className={styles.body}>
        Unable to fetch application permissions. This may be due to insufficient permissions or
        configuration issues.
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      </MessageBarActions>
    </MessageBar>
  )
}

import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { LicenseDiagnostic } from '@tenantscope/contract/tenants'

const useStyles = makeStyles({
  body: { overflowWrap: 'anywhere' },
  line: { margin: '4px 0 0' },
})

/** Why there are no licenses to show, and what to do about it. */
export function LicenseDiagnosticAlert({ diagnostic }: { diagnostic: LicenseDiagnostic }) {
  const styles = useStyles()
  const { message, requiredPermissions, recommendation } = diagnostic
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>No licenses to show</MessageBarTitle>
        {message}
        {requiredPermissions.length > 0 && (
          <p className={styles.line}>Required permissions: {requiredPermissions.join(', ')}</p>
        )}
        <p className={styles.line}>{recommendation}</p>
      </MessageBarBody>
    </MessageBar>
  )
}

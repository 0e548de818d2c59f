import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'
import type { CheckedPermission } from '@tenantscope/contract/azure'

const useStyles = makeStyles({
  bar: { alignItems: 'start', paddingTop: '8px', paddingBottom: '8px' },
  body: { overflowWrap: 'anywhere' },
  list: { margin: '4px 0', paddingInlineStart: '20px' },
  text: { margin: 0 },
})

/** Permissions that nothing here uses, and the advice to remove them. */
export function MoreThanNeeded({ permissions }: { permissions: readonly CheckedPermission[] }) {
  const styles = useStyles()
  if (permissions.length === 0) return null
  return (
    <MessageBar intent="warning" layout="multiline" className={styles.bar}>
      <MessageBarBody className={styles.body}>
        <MessageBarTitle>More than needed ({permissions.length})</MessageBarTitle>
        <ul className={styles.list}>
          {permissions.map(({ value, reason }) => (
            <li key={value}>{reason === null ? value : `${value}: ${reason}`}</li>
          ))}
        </ul>
        <p className={styles.text}>
          Removing one in the app registration does not take it back: revoke its admin consent too,
          in every tenant that granted it.
        </p>
      </MessageBarBody>
    </MessageBar>
  )
}

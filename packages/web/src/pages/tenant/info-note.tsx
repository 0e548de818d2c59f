import { makeStyles, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { REFRESH } from '@tenantscope/contract/limits'

import { useFormat } from '../../lib/preferences.ts'

const useStyles = makeStyles({ body: { overflowWrap: 'anywhere' } })

/** Where the data come from and how old they are. */
export function InfoNote({ dataAsOf }: { dataAsOf: string | null }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody className={styles.body}>
        What you see was read from Microsoft Graph with read-only permissions and stored here;
        nothing in the tenant is ever changed.
        {dataAsOf !== null && ` Data as of ${format.dateTime(dataAsOf)}.`} It is read again on a
        schedule, every {REFRESH.scheduleHours} hours unless an administrator chose otherwise, and
        whenever somebody refreshes.
      </MessageBarBody>
    </MessageBar>
  )
}

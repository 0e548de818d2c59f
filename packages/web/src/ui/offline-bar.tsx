import { makeStyles, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components'

import { isOutOfReach } from '../lib/connection.ts'
import { useStore } from '../lib/store.ts'

const useStyles = makeStyles({
  // In its own place at the end of the page, and in sight wherever the reader is: nothing moves for it.
  place: { position: 'sticky', bottom: 0, zIndex: 2, '@media print': { display: 'none' } },
})

/** What is on screen may be old: the server does not answer. It goes by itself when it does again. */
export function OfflineBar() {
  const styles = useStyles()
  if (!useStore(isOutOfReach)) return null
  return (
    <aside className={styles.place} aria-label="Connection">
      <MessageBar intent="warning" shape="square" politeness="polite">
        <MessageBarBody>
          <MessageBarTitle>
            {navigator.onLine ? 'Tenantscope cannot be reached.' : 'You are offline.'}
          </MessageBarTitle>
          What you see was loaded earlier.
        </MessageBarBody>
      </MessageBar>
    </aside>
  )
}

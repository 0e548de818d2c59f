import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'

import { reloadPage } from '../lib/leaving.ts'
import { hasNewVersion } from '../lib/new-version.ts'
import { useStore } from '../lib/store.ts'

const useStyles = makeStyles({ root: { display: 'block' } })

/** The server has other screens than these: they may no longer fit each other. */
export function NewVersionBar() {
  const styles = useStyles()
  if (!useStore(hasNewVersion)) return null
  return (
    <output className={styles.root}>
      <MessageBar intent="info" shape="square" politeness="polite">
        <MessageBarBody>
          <MessageBarTitle>A new version is available</MessageBarTitle>
          Reload to continue with it.
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={reloadPage}>
            Reload
          </Button>
        </MessageBarActions>
      </MessageBar>
    </output>
  )
}

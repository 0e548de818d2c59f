import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'

import { reloadPage } from '../lib/leaving.ts'
import { hasNewVersion } from '../lib/new-version.ts'
import { useStore } from '../lib/store.ts'

/** The server has other screens than these: they may no longer fit each other. */
export function NewVersionBar() {
  if (!useStore(hasNewVersion)) return null
  return (
    <MessageBar intent="info" shape="square">
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
  )
}
